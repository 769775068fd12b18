// Matches paths of an API to their patterns and captures with httprouter (a Go library of Debian).
// GO111MODULE=off GOPATH=/usr/share/gocode go run match.go < patterns
package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/julienschmidt/httprouter"
)

var taken int

func add(router *httprouter.Router, pattern string) (ok bool) {
	defer func() { ok = recover() == nil }()
	router.Handle("GET", pattern, func(http.ResponseWriter, *http.Request, httprouter.Params) {})
	return
}

func main() {
	router := httprouter.New()
	var paths []string
	refused := 0
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if !add(router, lines.Text()) {
			refused++
			continue
		}
		segments := strings.Split(lines.Text(), "/")
		for index, segment := range segments {
			if strings.HasPrefix(segment, ":") {
				segments[index] = "value-" + segment[1:]
			}
		}
		paths = append(paths, strings.Join(segments, "/"))
	}
	var times []float64
	for slice := 0; slice < 1000; slice++ {
		began := time.Now()
		taken = 0
		for _, path := range paths {
			handle, _, _ := router.Lookup("GET", path)
			if handle != nil {
				taken++
			}
		}
		times = append(times, float64(time.Since(began).Nanoseconds())/float64(len(paths)))
	}
	sort.Float64s(times)
	fmt.Printf("httprouter: %d patterns taken, %d refused, %d paths found, %.1f ns each\n",
		len(paths), refused, taken, times[500])
}
