// InstructionTest.cpp: every PTX instruction on chosen values
#include "Vectors.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace sbp::ptx;

TEST(PtxInstruction, IntegerArithmetic) {
  check({
      {"add.s32 %o, %a, %b;", "www", {u(INT32_MAX), 1}, u(INT32_MIN)},
      {"add.s64 %o, %a, -3;", "dd", {1}, uint64_t(-2)},
      {"add.s16 %o, %a, %b;", "hhh", {0xffff, 2}, 1},
      {"sub.u32 %o, %a, %b;", "www", {1, 2}, u(-1)},
      {"mul.lo.s32 %o, %a, %b;", "www", {u(-3), 5}, u(-15)},
      {"mul.hi.u32 %o, %a, %b;", "www", {0xffffffff, 0xffffffff}, 0xfffffffe},
      {"mul.hi.s32 %o, %a, %b;", "www", {u(-1), 5}, u(-1)},
      {"mul.hi.u64 %o, %a, %b;", "ddd", {~0ull, 4}, 3},
      {"mul.hi.s64 %o, %a, %b;", "ddd", {uint64_t(-3), 5}, ~0ull},
      {"mul.hi.s64 %o, %a, %b;", "ddd", {1ull << 63, 1ull << 63}, 1ull << 62},
      {"mul.lo.u64 %o, %a, %b;", "ddd", {~0ull, 5}, uint64_t(-5)},
      {"mul.wide.s32 %o, %a, %b;", "dww", {u(-2), 3}, uint64_t(-6)},
      {"mul.wide.u32 %o, %a, 16;", "dw", {0xffffffff}, 0xffffffff0},
      {"mul.wide.u16 %o, %a, %b;", "whh", {0xffff, 2}, 0x1fffe},
      {"mad.lo.s32 %o, %a, %b, %c;", "wwww", {3, 4, u(-5)}, 7},
      {"mad.wide.u32 %o, %a, %b, %c;", "dwwd", {0x80000000, 2, 7}, 0x100000007},
      {"div.s32 %o, %a, %b;", "www", {u(-7), 2}, u(-3)},
      {"div.s32 %o, %a, %b;",
       "www",
       {u(INT32_MIN), u(-1)},
       u(INT32_MIN),
       kUnspecified},
      {"div.u32 %o, %a, %b;", "www", {7, 0}, 0xffffffff, kUnspecified},
      {"div.s64 %o, %a, %b;", "ddd", {uint64_t(-7), 2}, uint64_t(-3)},
      {"div.u64 %o, %a, %b;", "ddd", {~0ull, 10}, ~0ull / 10},
      {"rem.u32 %o, %a, %b;", "www", {u(-7), 10}, 9},
      // the sign of the NaN depends on the machine
      {"rem.s32 %o, %a, %b;", "www", {u(-7), 2}, u(-1), kUnspecified},
      {"rem.u64 %o, %a, %b;", "ddd", {7, 0}, 7, kUnspecified},
      {"min.s32 %o, %a, %b;", "www", {u(-1), 1}, u(-1)},
      {"min.u32 %o, %a, %b;", "www", {u(-1), 1}, 1},
      {"max.s64 %o, %a, %b;", "ddd", {uint64_t(-1), 1}, 1},
      {"min.relu.s32 %o, %a, %b;", "www", {u(-1), 1}, 0},
      {"min.relu.s32 %o, %a, %b;", "www", {3, 2}, 2},
      {"max.relu.s32 %o, %a, %b;", "www", {u(-2), u(-1)}, 0},
      {"abs.s32 %o, %a;", "ww", {u(-9)}, 9},
      {"neg.s64 %o, %a;", "dd", {9}, uint64_t(-9)},
  });
}

TEST(PtxInstruction, Bits) {
  check({
      {"and.b32 %o, %a, %b;", "www", {12, 10}, 8},
      {"or.b64 %o, %a, %b;", "ddd", {12, 10}, 14},
      {"xor.b16 %o, %a, %b;", "hhh", {12, 10}, 6},
      {"not.b32 %o, %a;", "ww", {0}, 0xffffffff},
      {"and.pred %o, %a, %b;", "ppp", {1, 0}, 0},
      {"or.pred %o, %a, %b;", "ppp", {1, 0}, 1},
      {"xor.pred %o, %a, %b;", "ppp", {1, 1}, 0},
      {"not.pred %o, %a;", "pp", {0}, 1},
      {"shl.b32 %o, %a, %b;", "www", {1, 31}, 0x80000000},
      {"shl.b32 %o, %a, %b;", "www", {1, 32}, 0},
      {"shl.b64 %o, %a, %b;", "ddw", {1, 40}, 1ull << 40},
      {"shr.u32 %o, %a, 4;", "ww", {0x80000000}, 0x08000000},
      {"shr.s32 %o, %a, 40;", "ww", {0x80000000}, 0xffffffff},
      {"shr.s64 %o, %a, 4;", "dd", {uint64_t(-16)}, uint64_t(-1)},
      {"bfe.u32 %o, %a, 4, 8;", "ww", {0xabcd}, 0xbc},
      {"bfe.s32 %o, %a, 4, 8;", "ww", {0xabcd}, 0xffffffbc},
      {"bfi.b32 %o, %a, %b, 8, 4;", "www", {0xf, 0}, 0xf00},
      {"prmt.b32 %o, %a, %b, 0x5410;",
       "www",
       {0x33221100, 0x77665544},
       0x55441100},
      {"prmt.b32 %o, %a, 0, 0x9999;", "ww", {0x8000}, 0xffffffff},
      {"shf.l.wrap.b32 %o, %a, %b, 8;", "www", {0xaa000000, 0x11}, 0x11aa},
      {"shf.r.clamp.b32 %o, %a, %b, 32;", "www", {0xaa, 0x11}, 0x11},
      {"lop3.b32 %o, %a, %b, %c, 0xe8;", "wwww", {12, 10, 9}, 8},
      {"popc.b32 %o, %a;", "ww", {0xff}, 8},
      {"popc.b64 %o, %a;", "wd", {~0ull}, 64},
      {"clz.b32 %o, %a;", "ww", {1}, 31},
      {"clz.b64 %o, %a;", "wd", {0}, 64},
      {"bfind.u32 %o, %a;", "ww", {0x10}, 4},
      {"brev.b32 %o, %a;", "ww", {1}, 0x80000000},
  });
}

TEST(PtxInstruction, FloatArithmetic) {
  check({
      {"add.rn.f32 %o, %a, %b;", "www", {f(1), f(1e-8f)}, f(1)},
      {"add.f64 %o, %a, %b;", "ddd", {d(1), d(1e-8)}, d(1 + 1e-8)},
      {"sub.f32 %o, %a, %b;", "www", {f(1), f(3)}, f(-2)},
      {"mul.rn.f32 %o, %a, 0f40000000;", "ww", {f(1.5f)}, f(3)},
      // one rounding; two would give 0
      {"fma.rn.f32 %o, %a, %b, %c;",
       "wwww",
       {f(1 + 0x1p-12f), f(1 - 0x1p-12f), f(-1)},
       f(-0x1p-24f)},
      {"fma.rn.f64 %o, %a, %b, %c;",
       "dddd",
       {d(1 + 0x1p-30), d(1 - 0x1p-30), d(-1)},
       d(-0x1p-60)},
      {"div.rn.f32 %o, %a, %b;", "www", {f(1), f(3)}, f(1.0f / 3)},
      {"div.rn.f64 %o, %a, %b;", "ddd", {d(1), d(0)}, d(INFINITY)},
      {"min.f32 %o, %a, %b;", "www", {f(kNaN), f(2)}, f(2)},
      {"max.NaN.f32 %o, %a, %b;", "www", {f(1), f(kNaN)}, f(kNaN)},
      {"min.f32 %o, %a, %b;", "www", {f(0.0f), f(-0.0f)}, f(-0.0f)},
      {"max.f64 %o, %a, %b;", "ddd", {d(-0.0), d(0.0)}, d(0.0)},
      {"abs.f32 %o, %a;", "ww", {f(-0.0f)}, 0},
      {"neg.f64 %o, %a;", "dd", {d(2)}, d(-2)},
      {"sqrt.rn.f32 %o, %a;", "ww", {f(2)}, f(std::sqrt(2.0f))},
      {"rcp.rn.f32 %o, %a;", "ww", {f(3)}, f(1.0f / 3)},
      {"copysign.f32 %o, %a, %b;", "www", {f(-1), f(5)}, f(-5)},
      {"add.rn.bf16 %o, %a, %b;", "hhh", {0x3f80, 0x3c00}, 0x3f81},
      {"mul.rn.f16 %o, %a, %b;", "hhh", {h(1.5f), h(2)}, h(3)},
      {"mul.rn.f16x2 %o, %a, %b;",
       "www",
       {h(1.5f) << 16 | h(3), h(2) << 16 | h(-1)},
       h(3) << 16 | h(-3)},
      {"add.rn.bf16x2 %o, %a, %b;",
       "www",
       {0x3f803f80, 0x3c003f80},
       0x3f814000},
      // 1 + 2^-8 is a tie of bf16, which is even; a bit more is none.
      {"fma.rn.bf16 %o, %a, %b, %c;", "hhhh", {0x3fc0, 0x3fc0, 0x3580}, 0x4010},
      {"fma.rn.bf16 %o, %a, %b, %c;", "hhhh", {0x3f80, 0x3f80, 0x3b80}, 0x3f80},
      {"fma.rn.bf16 %o, %a, %b, %c;", "hhhh", {0x3f80, 0x3f80, 0x3b81}, 0x3f81},
      {"fma.rn.f16 %o, %a, %b, %c;",
       "hhhh",
       {h(1 + 0x1p-10f), h(1 + 0x1p-10f), h(0x1p-11f)},
       h(1 + 3 * 0x1p-10f)},
      {"fma.rn.bf16x2 %o, %a, %b, %c;",
       "wwww",
       {0x40003f80, 0x3f803f80, 0x3f803f80},
       0x40404000},
      {"neg.f16x2 %o, %a;", "ww", {h(1) << 16 | h(-2)}, h(-1) << 16 | h(2)},
      {"add.s16x2 %o, %a, %b;", "www", {0x7fff0001, 0x0001ffff}, 0x80000000},
      {"max.s16x2 %o, %a, %b;", "www", {0xffff0002, 0x0000fffe}, 0x00000002},
      {"min.u16x2 %o, %a, %b;", "www", {0xffff0002, 0x0000fffe}, 0x00000002},
  });
}

// Approximate functions with .ftz read and give zeros for denormals.
TEST(PtxInstruction, FlushedDenormals) {
  check({
      {"ex2.approx.ftz.f32 %o, %a;", "ww", {f(-126)}, f(0x1p-126f)},
      {"ex2.approx.ftz.f32 %o, %a;", "ww", {f(-127)}, 0},
      {"ex2.approx.f32 %o, %a;", "ww", {f(-127)}, f(0x1p-127f), 2},
      {"rcp.approx.ftz.f32 %o, %a;", "ww", {f(0x1p127f)}, 0},
      {"rcp.approx.ftz.f32 %o, %a;", "ww", {f(-0x1p-149f)}, f(-INFINITY)},
      {"lg2.approx.ftz.f32 %o, %a;", "ww", {f(0x1p-149f)}, f(-INFINITY)},
  });
}

// Denormals are kept without .ftz.
TEST(PtxInstruction, Denormals) {
  const float least = 0x1p-149f;
  const double wideLeast = 0x1p-1074;
  check({
      {"add.rn.f32 %o, %a, %b;", "www", {f(least), f(least)}, f(2 * least)},
      {"sub.rn.f32 %o, %a, %b;",
       "www",
       {f(0x1.8p-126f), f(0x1p-126f)},
       f(0x1p-127f)},
      {"mul.rn.f32 %o, %a, %b;", "www", {f(least), f(2)}, f(2 * least)},
      // half of the smallest denormal rounds to even
      {"mul.rn.f32 %o, %a, %b;", "www", {f(least), f(0.5f)}, 0},
      {"mul.rn.f32 %o, %a, %b;", "www", {f(3 * least), f(0.5f)}, f(2 * least)},
      {"fma.rn.f32 %o, %a, %b, %c;",
       "wwww",
       {f(0x1p-75f), f(0x1p-75f), f(least)},
       f(2 * least)},
      {"div.rn.f32 %o, %a, %b;", "www", {f(0x1p-126f), f(8)}, f(0x1p-129f)},
      {"sqrt.rn.f32 %o, %a;", "ww", {f(0x1p-148f)}, f(0x1p-74f)},
      {"rcp.rn.f32 %o, %a;", "ww", {f(0x1p127f)}, f(0x1p-127f)},
      {"max.f32 %o, %a, %b;", "www", {f(least), f(0)}, f(least)},
      {"abs.f32 %o, %a;", "ww", {f(-least)}, f(least)},
      {"setp.gt.f32 %o, %a, %b;", "pww", {f(least), f(0)}, 1},
      {"cvt.rzi.s32.f32 %o, %a;", "ww", {f(-least)}, 0},
      {"cvt.rpi.f32.f32 %o, %a;", "ww", {f(least)}, f(1)},
      {"cvt.f64.f32 %o, %a;", "dw", {f(least)}, d(0x1p-149)},
      {"cvt.rn.f32.f64 %o, %a;", "wd", {d(0x1.8p-149)}, f(2 * least)},
      {"cvt.rn.f16.f32 %o, %a;", "hw", {f(0x1p-24f)}, 1},
      {"cvt.f32.f16 %o, %a;", "wh", {1}, f(0x1p-24f)},
      {"cvt.rn.bf16.f32 %o, %a;", "hw", {f(0x1p-133f)}, 1},
      {"cvt.f32.bf16 %o, %a;", "wh", {1}, f(0x1p-133f)},
      {"add.f64 %o, %a, %b;",
       "ddd",
       {d(wideLeast), d(wideLeast)},
       d(2 * wideLeast)},
      {"div.rn.f64 %o, %a, %b;", "ddd", {d(0x1p-1022), d(4)}, d(0x1p-1024)},
      {"fma.rn.f64 %o, %a, %b, %c;",
       "dddd",
       {d(wideLeast), d(3), d(wideLeast)},
       d(4 * wideLeast)},
  });
}

// Bounds from the PTX manual: exact at ends and poles, and ulps in between
// (converted from a relative or absolute error where the manual states one).
TEST(PtxInstruction, Approximations) {
  const float infinity = kInfinity;
  check({
      {"rcp.approx.f32 %o, %a;", "ww", {f(3)}, f(1.0f / 3), 1},
      {"rcp.approx.f32 %o, %a;", "ww", {f(0x1p127f)}, f(0x1p-127f), 1},
      {"rcp.approx.f32 %o, %a;", "ww", {f(-0.0f)}, f(-infinity)},
      {"sqrt.approx.f32 %o, %a;", "ww", {f(2)}, f(std::sqrt(2.0f)), 2},
      {"sqrt.approx.f32 %o, %a;", "ww", {f(-0.0f)}, f(-0.0f)},
      {"sqrt.approx.f32 %a, %a; setp.nan.f32 %o, %a, %a;", "pw", {f(-1)}, 1},
      {"rsqrt.approx.f32 %o, %a;", "ww", {f(3)}, f(1 / std::sqrt(3.0)), 2},
      {"rsqrt.approx.f32 %o, %a;", "ww", {f(0)}, f(infinity)},
      {"div.approx.f32 %o, %a, %b;", "www", {f(1), f(3)}, f(1.0f / 3), 2},
      {"div.approx.f32 %o, %a, %b;", "www", {f(-1), f(0)}, f(-infinity)},
      {"div.full.f32 %o, %a, %b;", "www", {f(7), f(3)}, f(7.0f / 3), 2},
      {"div.full.f32 %o, %a, %b;", "www", {f(1), f(0x1p127f)}, f(0x1p-127f), 2},
      {"ex2.approx.f32 %o, %a;",
       "ww",
       {f(0.3f)},
       f(std::exp2(double(0.3f))),
       2},
      {"ex2.approx.f32 %o, %a;", "ww", {f(-140)}, f(0x1p-140f), 2},
      {"ex2.approx.f32 %o, %a;", "ww", {f(-infinity)}, 0},
      {"ex2.approx.f32 %o, %a;", "ww", {f(128)}, f(infinity)},
      {"lg2.approx.f32 %o, %a;", "ww", {f(10)}, f(std::log2(10.0)), 4},
      {"lg2.approx.f32 %o, %a;", "ww", {f(0)}, f(-infinity)},
      {"lg2.approx.f32 %a, %a; setp.nan.f32 %o, %a, %a;", "pw", {f(-1)}, 1},
      {"sin.approx.f32 %o, %a;", "ww", {f(1)}, f(std::sin(1.0)), 12},
      {"cos.approx.f32 %o, %a;", "ww", {f(1)}, f(std::cos(1.0)), 12},
      {"cos.approx.f32 %o, %a;", "ww", {f(0)}, f(1)},
      {"sin.approx.f32 %a, %a; setp.nan.f32 %o, %a, %a;",
       "pw",
       {f(infinity)},
       1},
      {"tanh.approx.f32 %o, %a;", "ww", {f(0.5f)}, f(std::tanh(0.5)), 8192},
      {"tanh.approx.f32 %o, %a;", "ww", {f(infinity)}, f(1)},
  });
}

TEST(PtxInstruction, Comparisons) {
  check({
      {"setp.lt.s32 %o, %a, %b;", "pww", {u(-1), 1}, 1},
      {"setp.lt.u32 %o, %a, %b;", "pww", {u(-1), 1}, 0},
      {"setp.ge.s16 %o, %a, %b;", "phh", {0xffff, 0}, 0},
      {"setp.hi.u64 %o, %a, %b;", "pdd", {~0ull, 1}, 1},
      {"setp.eq.f32 %o, %a, %b;", "pww", {f(kNaN), f(kNaN)}, 0},
      {"setp.ne.f32 %o, %a, %b;", "pww", {f(kNaN), f(1)}, 0},
      {"setp.neu.f32 %o, %a, %b;", "pww", {f(kNaN), f(1)}, 1},
      {"setp.ltu.f32 %o, %a, %b;", "pww", {f(kNaN), f(1)}, 1},
      {"setp.nan.f64 %o, %a, %b;", "pdd", {d(1), d(kNaN)}, 1},
      {"setp.num.f64 %o, %a, %b;", "pdd", {d(1), d(2)}, 1},
      {"setp.gt.f16 %o, %a, %b;", "phh", {h(2), h(-1)}, 1},
      {"setp.ltu.bf16 %o, %a, %b;", "phh", {0x7fc0, 0x3f80}, 1},
      {"setp.gt.and.f32 %o, %a, %b, %c;", "pwwp", {f(2), f(1), 0}, 0},
      {"setp.gt.or.f32 %o, %a, %b, !%c;", "pwwp", {f(0), f(1), 0}, 1},
      {"selp.b32 %o, %a, %b, %c;", "wwwp", {1, 2, 0}, 2},
      {"selp.f64 %o, %a, %b, %c;", "dddp", {1, 2, 1}, 1},
      {"testp.infinite.f32 %o, %a;", "pw", {f(-kInfinity)}, 1},
      {"testp.finite.f64 %o, %a;", "pd", {d(kNaN)}, 0},
  });
}

TEST(PtxInstruction, Conversions) {
  check({
      {"cvt.rn.f32.s32 %o, %a;", "ww", {u(-3)}, f(-3)},
      {"cvt.rn.f32.u64 %o, %a;", "wd", {~0ull}, f(0x1p64f)},
      {"cvt.rzi.s32.f32 %o, %a;", "ww", {f(-2.7f)}, u(-2)},
      {"cvt.rni.s32.f32 %o, %a;", "ww", {f(2.5f)}, 2},
      {"cvt.rzi.s32.f32 %o, %a;", "ww", {f(1e20f)}, u(INT32_MAX)},
      {"cvt.rzi.u32.f32 %o, %a;", "ww", {f(-1)}, 0},
      // NaN gives 0 only where neither type has 64 bits.
      {"cvt.rzi.s32.f32 %o, %a;", "ww", {f(kNaN)}, 0},
      {"cvt.rzi.u32.f32 %o, %a;", "ww", {f(kNaN)}, 0},
      {"cvt.rzi.s16.f16 %o, %a;", "hh", {h(kNaN)}, 0},
      {"cvt.rzi.s64.f16 %o, %a;", "dh", {h(kNaN)}, 1ull << 63},
      {"cvt.rzi.s64.f32 %o, %a;", "dw", {f(kNaN)}, 1ull << 63},
      {"cvt.rzi.u64.f32 %o, %a;", "dw", {f(-kNaN)}, 1ull << 63},
      {"cvt.rzi.s32.f64 %o, %a;", "wd", {d(kNaN)}, 1u << 31},
      {"cvt.rzi.u32.f64 %o, %a;", "wd", {d(kNaN)}, 1u << 31},
      {"cvt.rzi.s64.f64 %o, %a;", "dd", {d(kNaN)}, 1ull << 63},
      {"cvt.rzi.u64.f64 %o, %a;", "dd", {d(-kNaN)}, 1ull << 63},
      {"cvt.rzi.s64.f64 %o, %a;", "dd", {d(kInfinity)}, uint64_t(INT64_MAX)},
      {"cvt.rzi.u64.f64 %o, %a;", "dd", {d(-kInfinity)}, 0},
      {"cvt.rmi.f32.f32 %o, %a;", "ww", {f(-0.5f)}, f(-1)},
      {"cvt.rpi.f64.f64 %o, %a;", "dd", {d(0.5)}, d(1)},
      {"cvt.rni.f32.f32 %o, %a;", "ww", {f(3.5f)}, f(4)},
      {"cvt.sat.f32.f32 %o, %a;", "ww", {f(kNaN)}, 0},
      {"cvt.s64.s32 %o, %a;", "dw", {u(-1)}, ~0ull},
      {"cvt.u64.u32 %o, %a;", "dw", {u(-1)}, 0xffffffff},
      {"cvt.u32.u64 %o, %a;", "wd", {0x100000002}, 2},
      {"cvt.s32.s8 %o, %a;", "wh", {0x80}, u(-128)},
      {"cvt.u16.u32 %o, %a;", "hw", {0x12345}, 0x2345},
      {"cvt.rn.f16.f32 %o, %a;", "hw", {f(65520)}, h(kInfinity)},
      {"cvt.f32.f16 %o, %a;", "wh", {h(-2.5f)}, f(-2.5f)},
      {"cvt.rn.bf16.f32 %o, %a;", "hw", {0x3f808000}, 0x3f80},
      {"cvt.rn.bf16.f32 %o, %a;", "hw", {0x3f818000}, 0x3f82},
      // Ties away from zero; the upper 19 bits remain.
      {"cvt.rna.tf32.f32 %o, %a;", "ww", {0x3f801000}, 0x3f802000},
      {"cvt.rna.tf32.f32 %o, %a;", "ww", {0xbf803000}, 0xbf804000},
      {"cvt.rna.tf32.f32 %o, %a;", "ww", {0x3f800fff}, 0x3f800000},
      {"cvt.rna.tf32.f32 %o, %a;", "ww", {0x7f7fffff}, f(kInfinity)},
      {"cvt.rna.tf32.f32 %o, %a;", "ww", {f(-kInfinity)}, f(-kInfinity)},
      {"cvt.f32.bf16 %o, %a;", "wh", {0x3fc0}, f(1.5f)},
      {"cvt.rn.bf16x2.f32 %o, %a, %b;", "www", {f(1), f(2)}, 0x3f804000},
      {"cvt.rpi.bf16.bf16 %o, %a;", "hh", {0x3fa0}, 0x4000}, // 1.25 -> 2
      {"cvt.rmi.bf16.bf16 %o, %a;", "hh", {0xbfa0}, 0xc000}, // -1.25 -> -2
      {"cvt.rzi.f16.f16 %o, %a;", "hh", {h(-2.75f)}, h(-2)},
      {"cvt.rni.f16.f16 %o, %a;", "hh", {h(2.5f)}, h(2)},
      // Above the middle of two values by less than f32 resolves.
      {"cvt.rn.bf16.f64 %o, %a;", "hd", {d(1 + 0x1p-8 + 0x1p-40)}, 0x3f81},
      {"cvt.rn.bf16.f64 %o, %a;", "hd", {d(-1 - 0x1p-8)}, 0xbf80},
      {"cvt.rn.bf16.s64 %o, %a;",
       "hd",
       {(1ull << 40) + (1ull << 32) + 1},
       0x5381},
      {"cvt.rn.f32.f64 %o, %a;", "wd", {d(1 + 0x1p-30)}, f(1)},
      {"cvt.f64.f32 %o, %a;", "dw", {f(0.1f)}, d(double(0.1f))},
  });
}

TEST(PtxInstruction, Movement) {
  check({
      {"mov.b32 %o, %a;", "ww", {7}, 7},
      {"mov.b32 %o, {%a, %b};", "whh", {0x1111, 0x2222}, 0x22221111},
      {"mov.b32 {%o, _}, %a;", "hw", {0x22221111}, 0x1111},
      {"mov.b64 {_, %o}, %a;", "wd", {0x500000006}, 5},
      {"mov.b64 %o, {%a, %b};", "dww", {6, 5}, 0x500000006},
      {"mov.f32 %o, 0f3F800000;", "ww", {0}, f(1)},
      {"mov.b64 %o, 0d3FF0000000000000;", "dw", {0}, d(1)},
      {"mov.pred %o, 1;", "pw", {0}, 1},
      {"mov.u32 %o, %ntid.x;", "ww", {0}, 1},
      {"ld.global.s8 %o, [%in];", "ww", {0x80}, u(-128)},
      {"ld.global.u8 %o, [%in];", "hw", {0x80}, 0x80},
      {"@%a mov.u32 %o, 1; @!%a mov.u32 %o, 2;", "wp", {0}, 2},
  });
}

// Each thread uses the memory of its own result.
TEST(PtxInstruction, Atomics) {
  const char *const types = "www", *const three = "wwww";
  check({
      {"st.global.b32 [%out], %a; atom.global.add.u32 %o, [%out], %b;",
       types,
       {3, 4},
       3},
      {"st.global.b32 [%out], %a; red.global.add.u32 [%out], %b; "
       "ld.global.b32 %o, [%out];",
       types,
       {3, 4},
       7},
      {"st.global.b32 [%out], %a; red.global.min.s32 [%out], %b; "
       "ld.global.b32 %o, [%out];",
       types,
       {3, u(-4)},
       u(-4)},
      {"st.global.b32 [%out], %a; red.global.max.u32 [%out], %b; "
       "ld.global.b32 %o, [%out];",
       types,
       {3, u(-4)},
       u(-4)},
      {"st.global.b32 [%out], %a; red.global.xor.b32 [%out], %b; "
       "ld.global.b32 %o, [%out];",
       types,
       {12, 10},
       6},
      {"st.global.b32 [%out], %a; red.global.add.f32 [%out], %b; "
       "ld.global.b32 %o, [%out];",
       types,
       {f(1.5f), f(-4)},
       f(-2.5f)},
      {"st.global.b64 [%out], %a; red.global.add.f64 [%out], %b; "
       "ld.global.b64 %o, [%out];",
       "ddd",
       {d(1.5), d(-4)},
       d(-2.5)},
      {"st.global.b32 [%out], %a; atom.global.exch.b32 %o, [%out], %b; "
       "ld.global.b32 %o, [%out];",
       types,
       {3, 4},
       4},
      {"st.global.b32 [%out], %a; atom.global.cas.b32 %o, [%out], %b, %c; "
       "ld.global.b32 %o, [%out];",
       three,
       {3, 3, 9},
       9},
      {"st.global.b32 [%out], %a; atom.global.cas.b32 %o, [%out], %b, %c; "
       "ld.global.b32 %o, [%out];",
       three,
       {3, 4, 9},
       3},
  });
}

// Shuffles, votes, and values that threads of a block leave for one another.
TEST(PtxInstruction, Threads) {
  auto square = [](uint32_t i) { return std::vector<uint64_t>{i * i}; };
  auto by = [](auto from) {
    return [from](uint32_t i) { return uint64_t(from(i) * from(i)); };
  };
  auto same = [](uint64_t value) {
    return [value](uint32_t) { return value; };
  };
  auto odd = [](uint32_t i) { return std::vector<uint64_t>{i % 2}; };
  check({
      {"shfl.sync.bfly.b32 %o, %a, 5, 31, -1;", "ww", 32, square,
       by([](uint32_t i) { return i ^ 5; })},
      {".reg .pred %p; shfl.sync.down.b32 %o|%p, %a, 3, 31, -1; "
       "@!%p mov.u32 %o, 10000;",
       "ww", 32, square, by([](uint32_t i) { return i < 29 ? i + 3 : 100; })},
      {".reg .pred %p; shfl.sync.up.b32 %o|%p, %a, 3, 0, -1; "
       "@!%p mov.u32 %o, 10000;",
       "ww", 32, square, by([](uint32_t i) { return i < 3 ? 100 : i - 3; })},
      {"shfl.sync.idx.b32 %o, %a, 2, 0x181f, -1;", "ww", 64, square,
       by([](uint32_t i) { return i / 8 * 8 + 2; })},
      {"shfl.sync.idx.b32 %o, %a, %b, 31, -1;", "www", 32,
       [](uint32_t i) { return std::vector<uint64_t>{i * i, 31 - i}; },
       by([](uint32_t i) { return 31 - i; })},
      {"vote.sync.ballot.b32 %o, %a, -1;", "wp", 32, odd, same(0xaaaaaaaa)},
      {"vote.sync.ballot.b32 %o, !%a, -1;", "wp", 64, odd, same(0x55555555)},
      {"vote.sync.any.pred %o, %a, -1;", "pp", 32, odd, same(1)},
      {"vote.sync.all.pred %o, %a, -1;", "pp", 32, odd, same(0)},
      {"redux.sync.add.s32 %o, %a, -1;", "ww", 32, square, same(10416)},
      {"redux.sync.max.u32 %o, %a, -1;", "ww", 32, square, same(961)},
      {"redux.sync.xor.b32 %o, %a, -1;", "ww", 32, odd, same(0)},
      {".shared .align 4 .b8 tile[256]; .reg .b32 %r<3>; "
       "mov.b32 %r0, tile; shl.b32 %r1, %thread, 2; add.s32 %r1, %r0, %r1; "
       "st.shared.b32 [%r1], %a; bar.sync 0; xor.b32 %r2, %thread, 63; "
       "shl.b32 %r2, %r2, 2; add.s32 %r2, %r0, %r2; ld.shared.b32 %o, [%r2];",
       "ww", 64, square, by([](uint32_t i) { return 63 - i; })},
      {".shared .align 4 .b8 sum[4]; .reg .pred %p; "
       "setp.eq.s32 %p, %thread, 0; @%p st.shared.b32 [sum], 5; bar.sync 0; "
       "red.shared.add.u32 [sum], %a; bar.sync 0; ld.shared.b32 %o, [sum];",
       "ww", 96, square, same(5 + 95 * 96 * 191 / 6)},
  });
}
