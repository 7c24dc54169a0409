#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic uint8_t u8 = 250;
_Atomic int8_t s8 = 127;
_Atomic uint16_t u16 = 65535;
_Atomic int16_t s16 = -32768;
_Atomic uint32_t u32;
_Atomic int32_t s32 = INT32_MAX;
_Atomic uint64_t u64 = UINT64_MAX;
_Atomic int64_t s64 = INT64_MIN;

int main(void) {
  assert(atomic_fetch_add(&u8, 10) == 250 && u8 == 4);
  assert(atomic_fetch_add(&s8, 1) == 127 && s8 == -128);
  assert(atomic_fetch_add(&u16, 2) == 65535 && u16 == 1);
  assert(atomic_fetch_sub(&s16, 1) == -32768 && s16 == 32767);
  assert(atomic_fetch_sub(&u32, 1) == 0 && u32 == UINT32_MAX);
  assert(atomic_fetch_add(&s32, 1) == INT32_MAX && s32 == INT32_MIN);
  assert(atomic_fetch_add(&u64, 3) == UINT64_MAX && u64 == 2);
  assert(atomic_fetch_sub(&s64, 1) == INT64_MIN && s64 == INT64_MAX);
  s8 = -3;
  assert(s8 == -3 && ++s8 == -2 && s8-- == -2);
  s16 = -1;
  assert((s16 += 5) == 4 && (s16 *= -2) == -8);
  u8 <<= 6;
  assert(u8 == 0);
}
