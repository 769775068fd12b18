// What Swift cannot express: of SQLite's C interface a macro that casts and a variadic function,
// and the processor's instructions for SHA-256.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/// Tells SQLite to copy bound bytes before the call returns (the macro casts -1 to a pointer).
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Switches one SQLITE_DBCONFIG_* option on or off.
static inline int csqlite_set_option(sqlite3 *connection, int option, int on) {
  return sqlite3_db_config(connection, option, on, (int *)0);
}

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

/// 1 when the processor has instructions for SHA-256 (CPUID leaf 7, EBX bit 29).
static inline int csqlite_has_sha256(void) {
  unsigned a, b, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) ? (int)(b >> 29 & 1) : 0;
}

/// Works blocks of 64 bytes into the eight words of a digest; k are the 64 round constants.
__attribute__((target("sha,sse4.1"))) static inline void csqlite_sha256(
    uint32_t *words, const uint8_t *data, size_t blocks, const uint32_t *k) {
  const __m128i bytes = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // The instructions want the words as (a b e f) and (c d g h).
  __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)words), 0xB1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)words + 1), 0x1B);
  __m128i abef = _mm_alignr_epi8(abcd, efgh, 8), cdgh = _mm_blend_epi16(efgh, abcd, 0xF0);
  for (; blocks > 0; blocks--, data += 64) {
    const __m128i old_abef = abef, old_cdgh = cdgh;
    __m128i w[4];
#pragma unroll
    for (int i = 0; i < 16; i++) {
      if (i < 4) {
        w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)data + i), bytes);
      } else {
        __m128i next = _mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]);
        next = _mm_add_epi32(next, _mm_alignr_epi8(w[(i + 3) & 3], w[(i + 2) & 3], 4));
        w[i & 3] = _mm_sha256msg2_epu32(next, w[(i + 3) & 3]);
      }
      __m128i input = _mm_add_epi32(w[i & 3], _mm_loadu_si128((const __m128i *)k + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0E));
    }
    abef = _mm_add_epi32(abef, old_abef);
    cdgh = _mm_add_epi32(cdgh, old_cdgh);
  }
  abcd = _mm_shuffle_epi32(abef, 0x1B);
  efgh = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)words, _mm_blend_epi16(abcd, efgh, 0xF0));
  _mm_storeu_si128((__m128i *)words + 1, _mm_alignr_epi8(efgh, abcd, 8));
}
#endif

#endif
