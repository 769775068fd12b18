// Prints the digest of each input message: the number of its blocks as four bytes, least
// significant first, then its padded blocks. The first line of output is the implementation that
// the argument names, "instructions" or "vectors"; or "absent", if the processor does not have it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Sources/CSQLite/sha256.h"

// FIPS 180-4, sections 5.3.3 and 4.2.2. They are input too, before all messages, so that this
// program has no second copy of them.
static uint32_t beginning[8], constants[64];

int main(int count, char **words) {
  const int is_vectors = count > 1 && strcmp(words[1], "vectors") == 0;
  if (!(is_vectors ? csqlite_has_vectors() : csqlite_has_sha256())) {
    puts("absent");
    return 0;
  }
  puts(is_vectors ? "vectors" : "instructions");
  if (fread(beginning, sizeof beginning, 1, stdin) != 1) return 2;
  if (fread(constants, sizeof constants, 1, stdin) != 1) return 2;
  for (uint32_t blocks; fread(&blocks, sizeof blocks, 1, stdin) == 1;) {
    uint32_t digest[8];
    memcpy(digest, beginning, sizeof digest);
    uint8_t *message = malloc((size_t)blocks * 64);
    if (!message || fread(message, 64, blocks, stdin) != blocks) return 2;
    (is_vectors ? csqlite_sha256_by_vectors : csqlite_sha256)(digest, message, blocks, constants);
    free(message);
    for (int i = 0; i < 8; i++) printf("%08x", digest[i]);
    putchar('\n');
  }
  return 0;
}
