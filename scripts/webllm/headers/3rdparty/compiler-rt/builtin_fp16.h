// Half to single precision, for TVM's CPU sort: the one function it takes from compiler-rt, which no package ships.
#pragma once
#include <cstdint>
#include <cstring>

template <typename Source, typename SourceBits, int kSourceFraction, typename Target, typename TargetBits,
          int kTargetFraction>
inline Target __extendXfYf2__(Source half) {
  static_assert(sizeof(Source) == 2 && kSourceFraction == 10 && sizeof(Target) == 4 && kTargetFraction == 23,
                "only half to single precision is provided");
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  uint32_t exponent = (half >> 10) & 0x1fu, fraction = half & 0x3ffu, bits;
  if (exponent == 0x1fu) {
    bits = sign | 0x7f800000u | (fraction << 13);  // infinity and NaN
  } else if (exponent != 0) {
    bits = sign | ((exponent + 112u) << 23) | (fraction << 13);
  } else if (fraction == 0) {
    bits = sign;
  } else {  // a subnormal half is a normal single
    exponent = 113u;
    while (!(fraction & 0x400u)) {
      fraction <<= 1;
      --exponent;
    }
    bits = sign | (exponent << 23) | ((fraction & 0x3ffu) << 13);
  }
  Target single;
  std::memcpy(&single, &bits, sizeof(single));
  return single;
}
