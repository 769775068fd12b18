// Matches paths of an API to their patterns and captures with r3 (a C library of Debian:
// libr3-dev).
// cc -O2 match.c -o match -lr3 && ./match < patterns
#include <string.h>
#define strndup r3_strndup  // the header declares this function with another type
#include <r3/r3.h>
#undef strndup
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static int byValue(const void *left, const void *right) {
  double difference = *(double *)left - *(double *)right;
  return difference < 0 ? -1 : difference > 0;
}

int main(void) {
  static char paths[512][256];
  int count = 0;
  char line[256];
  node *tree = r3_tree_create(10);
  while (count < 512 && fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    char pattern[512] = "", path[256] = "";
    for (char *segment = strtok(line, "/"); segment; segment = strtok(NULL, "/")) {
      char name[256];
      snprintf(name, sizeof name, *segment == ':' ? "/{%s}" : "/%s", segment + (*segment == ':'));
      strcat(pattern, name);
      snprintf(name, sizeof name, *segment == ':' ? "/value-%s" : "/%s", segment + (*segment == ':'));
      strcat(path, name);
    }
    strcpy(paths[count++], path);
    r3_tree_insert_path(tree, strdup(pattern), (void *)(long)count);
  }
  char *error = NULL;
  if (r3_tree_compile(tree, &error)) { fprintf(stderr, "%s\n", error); return 1; }
  static double times[1000];
  int found = 0;
  for (int slice = 0; slice < 1000; slice++) {
    double began = now();
    found = 0;
    for (int index = 0; index < count; index++) {
      match_entry *entry = match_entry_create(paths[index]);
      if (r3_tree_match(tree, paths[index], entry)) found++;
      match_entry_free(entry);
    }
    times[slice] = (now() - began) / count;
  }
  qsort(times, 1000, sizeof *times, byValue);
  printf("r3: %d patterns, %d paths found, %.1f ns each\n", count, found, times[500]);
}
