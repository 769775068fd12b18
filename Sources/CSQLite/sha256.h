// SHA-256 by the instructions of x86 and ARMv8 processors. For each of the two ways there is a
// function that says whether the processor has it; if that returns 0, the way must not be used.
#ifndef CROUTESQLITE_SHA256_H
#define CROUTESQLITE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

/// 1 when the processor has instructions for SHA-256 (CPUID leaf 7, EBX bit 29).
static inline int csqlite_has_sha256(void) {
  unsigned a, b, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) ? (int)(b >> 29 & 1) : 0;
}

/// Adds blocks of 64 bytes to the eight words of a digest; k are the 64 round constants.
__attribute__((target("sha,sse4.1"))) static inline void csqlite_sha256(
    uint32_t *words, const uint8_t *data, size_t blocks, const uint32_t *k) {
  const __m128i bytes = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // The instructions expect the words as (a b e f) and (c d g h).
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

/// 1 when the processor moves bytes within 128 bits (SSSE3: CPUID leaf 1, ECX bit 9) and rotates
/// into another register (BMI2: leaf 7, EBX bit 8).
static inline int csqlite_has_vectors(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 9 & 1)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) ? (int)(b >> 8 & 1) : 0;
}

static inline uint32_t csqlite_rotated(uint32_t word, int bits) {
  return word >> bits | word << (32 - bits);
}

/// The smaller sigma 1 of FIPS 180-4, section 4.1.2, of words 0 and 2; words 1 and 3 are undefined.
/// Bits shifted out of a word come in again from its copy in the word above.
__attribute__((target("ssse3"))) static inline __m128i csqlite_sigma1(__m128i doubled) {
  const __m128i rotations =
      _mm_xor_si128(_mm_srli_epi64(doubled, 17), _mm_srli_epi64(doubled, 19));
  return _mm_xor_si128(rotations, _mm_srli_epi32(doubled, 10));
}

/// The next four words of the message schedule after the sixteen that w holds in a ring whose
/// oldest four are w[i & 3].
__attribute__((target("ssse3"))) static inline __m128i csqlite_schedule(const __m128i *w, int i) {
  const __m128i low = _mm_set_epi64x(-1, 0x0b0a090803020100);
  const __m128i high = _mm_set_epi64x(0x0b0a090803020100, -1);
  const __m128i newest = w[(i + 3) & 3];
  const __m128i one = _mm_alignr_epi8(w[(i + 1) & 3], w[i & 3], 4);
  const __m128i nine = _mm_alignr_epi8(newest, w[(i + 2) & 3], 4);
  const __m128i by7 = _mm_or_si128(_mm_srli_epi32(one, 7), _mm_slli_epi32(one, 25));
  const __m128i by18 = _mm_or_si128(_mm_srli_epi32(one, 18), _mm_slli_epi32(one, 14));
  const __m128i sigma0 = _mm_xor_si128(_mm_xor_si128(by7, by18), _mm_srli_epi32(one, 3));
  __m128i next = _mm_add_epi32(_mm_add_epi32(w[i & 3], sigma0), nine);
  // The last two of the four need the first two.
  __m128i sigma1 = csqlite_sigma1(_mm_shuffle_epi32(newest, 0xFA));
  next = _mm_add_epi32(next, _mm_shuffle_epi8(sigma1, low));
  sigma1 = csqlite_sigma1(_mm_shuffle_epi32(next, 0x50));
  return _mm_add_epi32(next, _mm_shuffle_epi8(sigma1, high));
}

/// Adds blocks as csqlite_sha256 does, with four words of the message schedule at a time beside the
/// rounds (J. Guilford, K. Yap, V. Gopal, "Fast SHA-256 Implementations on Intel Architecture
/// Processors", 2012).
__attribute__((target("ssse3,bmi2"))) static inline void csqlite_sha256_by_vectors(
    uint32_t *words, const uint8_t *data, size_t blocks, const uint32_t *k) {
  const __m128i bytes = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  for (; blocks > 0; blocks--, data += 64) {
    uint32_t a = words[0], b = words[1], c = words[2], d = words[3];
    uint32_t e = words[4], f = words[5], g = words[6], h = words[7];
    uint32_t b_xor_c = b ^ c, input[64];
    __m128i w[4];
#pragma unroll
    for (int i = 0; i < 20; i++) {
      if (i < 16) {
        w[i & 3] = i < 4 ? _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)data + i), bytes)
                         : csqlite_schedule(w, i);
        const __m128i constants = _mm_loadu_si128((const __m128i *)k + i);
        _mm_storeu_si128((__m128i *)input + i, _mm_add_epi32(w[i & 3], constants));
      }
      if (i < 4) continue;
#pragma unroll
      for (int j = i * 4 - 16; j < i * 4 - 12; j++) {
        const uint32_t sum1 =
            csqlite_rotated(e, 6) ^ csqlite_rotated(e, 11) ^ csqlite_rotated(e, 25);
        const uint32_t step = h + sum1 + (g ^ (e & (f ^ g))) + input[j];
        const uint32_t sum0 =
            csqlite_rotated(a, 2) ^ csqlite_rotated(a, 13) ^ csqlite_rotated(a, 22);
        const uint32_t a_xor_b = a ^ b, majority = (a_xor_b & b_xor_c) ^ b;
        h = g, g = f, f = e, e = d + step;
        d = c, c = b, b = a, a = step + sum0 + majority;
        b_xor_c = a_xor_b;
      }
    }
    words[0] += a, words[1] += b, words[2] += c, words[3] += d;
    words[4] += e, words[5] += f, words[6] += g, words[7] += h;
  }
}

#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <arm_neon.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

/// 1 when the processor has instructions for SHA-256. All of Apple's 64-bit processors do, and the
/// compiler defines the feature for them. On Linux, the kernel says so (HWCAP_SHA2, bit 6).
static inline int csqlite_has_sha256(void) {
#if defined(__ARM_FEATURE_SHA2)
  return 1;
#elif defined(__linux__)
  return (int)(getauxval(AT_HWCAP) >> 6 & 1);
#else
  return 0;
#endif
}

/// Adds blocks of 64 bytes to the eight words of a digest; k are the 64 round constants (Arm
/// Architecture Reference Manual for A-profile, SHA256H, SHA256H2, SHA256SU0 and SHA256SU1).
__attribute__((target("sha2"))) static inline void csqlite_sha256(
    uint32_t *words, const uint8_t *data, size_t blocks, const uint32_t *k) {
  uint32x4_t abcd = vld1q_u32(words), efgh = vld1q_u32(words + 4);
  for (; blocks > 0; blocks--, data += 64) {
    const uint32x4_t old_abcd = abcd, old_efgh = efgh;
    uint32x4_t w[4];
#pragma unroll
    for (int i = 0; i < 16; i++) {
      if (i < 4) {
        w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(data + 16 * i)));
      } else {
        const uint32x4_t next = vsha256su0q_u32(w[i & 3], w[(i + 1) & 3]);
        w[i & 3] = vsha256su1q_u32(next, w[(i + 2) & 3], w[(i + 3) & 3]);
      }
      const uint32x4_t input = vaddq_u32(w[i & 3], vld1q_u32(k + 4 * i)), before = abcd;
      abcd = vsha256hq_u32(abcd, efgh, input);
      efgh = vsha256h2q_u32(efgh, before, input);
    }
    abcd = vaddq_u32(abcd, old_abcd);
    efgh = vaddq_u32(efgh, old_efgh);
  }
  vst1q_u32(words, abcd);
  vst1q_u32(words + 4, efgh);
}

#else

static inline int csqlite_has_sha256(void) { return 0; }

static inline void csqlite_sha256(
    uint32_t *words, const uint8_t *data, size_t blocks, const uint32_t *k) {
  __builtin_trap();
}
#endif

#if !defined(__x86_64__)

/// Always 0: the use of vectors was measured on x86 only.
static inline int csqlite_has_vectors(void) { return 0; }

static inline void csqlite_sha256_by_vectors(
    uint32_t *words, const uint8_t *data, size_t blocks, const uint32_t *k) {
  __builtin_trap();
}
#endif

#endif
