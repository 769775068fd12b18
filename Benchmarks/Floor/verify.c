#include "floor.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINED_COLUMNS = 23, DIGEST_SIZE = 32 };

// SHA-256 (FIPS 180-4) in portable C.

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t word, int by) { return word >> by | word << (32 - by); }

static void compress(uint32_t state[8], const uint8_t *block) {
  uint32_t w[64];
  for (int i = 0; i < 16; i++) {
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
           (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  }
  for (int i = 16; i < 64; i++) {
    uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
    uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; i++) {
    uint32_t t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +
                  constants[i] + w[i];
    uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

static void sha256(const uint8_t *bytes, size_t count, uint8_t digest[DIGEST_SIZE]) {
  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  size_t whole = count & ~(size_t)63;
  for (size_t i = 0; i < whole; i += 64) compress(state, bytes + i);
  uint8_t tail[128] = {0};
  size_t rest = count - whole, padded = rest < 56 ? 64 : 128;
  memcpy(tail, bytes + whole, rest);
  tail[rest] = 0x80;
  for (int i = 0; i < 8; i++) tail[padded - 1 - i] = (uint8_t)((uint64_t)count * 8 >> 8 * i);
  for (size_t i = 0; i < padded; i += 64) compress(state, tail + i);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

// The bytes of an entry from which its digest is made; the first migration describes them.

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} buffer;

static int reserve(buffer *buffer, size_t more) {
  if (buffer->count + more <= buffer->capacity) return 1;
  size_t capacity = (buffer->count + more) * 2;
  uint8_t *bytes = realloc(buffer->bytes, capacity);
  if (!bytes) return 0;
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return 1;
}

static int add(buffer *buffer, uint8_t column, uint8_t type, const void *value, size_t size) {
  if (!reserve(buffer, size + 12)) return 0;
  buffer->bytes[buffer->count++] = column;
  buffer->bytes[buffer->count++] = type;
  size_t rest = size;
  for (; rest >= 0x80; rest >>= 7) buffer->bytes[buffer->count++] = (uint8_t)(rest | 0x80);
  buffer->bytes[buffer->count++] = (uint8_t)rest;
  if (size > 0) memcpy(buffer->bytes + buffer->count, value, size);
  buffer->count += size;
  return 1;
}

static int add_integer(buffer *buffer, uint8_t column, int64_t value) {
  uint8_t bytes[8];
  int size = 1;
  while (size < 8 && value >> (8 * size - 1) != 0 && value >> (8 * size - 1) != -1) size++;
  for (int i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> 8 * (size - 1 - i));
  return add(buffer, column, 1, bytes, (size_t)size);
}

int64_t floor_verify(const char *path) {
  sqlite3 *connection = NULL;
  sqlite3_stmt *rows = NULL;
  buffer buffer = {0};
  uint8_t last[DIGEST_SIZE] = {0};
  int64_t count = 0;
  int code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, NULL);
  if (code == SQLITE_OK) {
    code = sqlite3_prepare_v2(
        connection, "SELECT * FROM journal ORDER BY sequence", -1, &rows, NULL);
  }
  while (code == SQLITE_OK && (code = sqlite3_step(rows)) == SQLITE_ROW) {
    code = SQLITE_OK;
    buffer.count = 0;
    if (!reserve(&buffer, DIGEST_SIZE)) code = SQLITE_NOMEM;
    if (code != SQLITE_OK) break;
    memcpy(buffer.bytes, last, DIGEST_SIZE);
    buffer.count = DIGEST_SIZE;
    for (int i = 0; i < CHAINED_COLUMNS; i++) {
      int type = sqlite3_column_type(rows, i), isAdded = 1;
      if (type == SQLITE_INTEGER) {
        isAdded = add_integer(&buffer, (uint8_t)(i + 1), sqlite3_column_int64(rows, i));
      } else if (type == SQLITE_TEXT) {
        const void *text = sqlite3_column_text(rows, i);
        isAdded = add(
            &buffer, (uint8_t)(i + 1), 3, text, (size_t)sqlite3_column_bytes(rows, i));
      }
      if (!isAdded) code = SQLITE_NOMEM;
    }
    if (sqlite3_column_int64(rows, 0) != count + 1) code = SQLITE_CORRUPT;
    sha256(buffer.bytes, buffer.count, last);
    const void *digest = sqlite3_column_blob(rows, CHAINED_COLUMNS);
    if (sqlite3_column_bytes(rows, CHAINED_COLUMNS) != DIGEST_SIZE ||
        memcmp(digest, last, DIGEST_SIZE) != 0) {
      code = SQLITE_CORRUPT;
    }
    count++;
  }
  sqlite3_finalize(rows);
  sqlite3_close(connection);
  free(buffer.bytes);
  return code == SQLITE_DONE ? count : -1;
}
