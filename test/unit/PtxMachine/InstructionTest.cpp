//===- InstructionTest.cpp - every instruction on chosen values -----------===//
//
// A vector is an instruction on registers of given types, its operands and what
// comes out, as bits. With SBP_PTX_VECTORS=FILE the kernels are written there,
// a line of JSON each: scripts/gpu-check runs the same table on a GPU.
//
//===----------------------------------------------------------------------===//
#include "Machine.h"
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>

using namespace sbp;
using namespace sbp::ptx;

namespace {
/// `types`: of the result and of each operand: p, h (16), w (32), d (64).
struct Vector {
  const char *instruction;
  const char *types;
  std::vector<uint64_t> operands;
  uint64_t result;
};
} // namespace

static std::string getType(char letter) {
  return letter == 'h'   ? "b16"
         : letter == 'w' ? "b32"
         : letter == 'd' ? "b64"
                         : "pred";
}

/// A kernel that loads the operands of its lane, runs and stores the result.
static std::string write(const Vector &vector) {
  std::string text = ".version 8.0\n.target sm_90a\n.address_size 64\n.visible "
                     ".entry k(.param .u64 in, .param .u64 out)\n{\n"
                     ".reg .b64 %in, %out, %wide;\n.reg .b32 %zero;\n";
  const char *names = "oabcde";
  std::string types = vector.types;
  for (size_t i = 0; i < types.size(); ++i)
    text += ".reg ." + getType(types[i]) + " %" + names[i] + ";\n";
  text += "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n";
  for (size_t i = 1; i < types.size(); ++i) {
    std::string address = "[%in+" + std::to_string(8 * (i - 1)) + "]";
    if (types[i] == 'p')
      text += "ld.global.b64 %wide, " + address + ";\nsetp.ne.s64 %" +
              names[i] + ", %wide, 0;\n";
    else
      text += "ld.global." + getType(types[i]) + " %" + names[i] + ", " +
              address + ";\n";
  }
  text += std::string(vector.instruction) + "\n";
  if (types[0] == 'p')
    text += "selp.b64 %wide, 1, 0, %o;\nst.global.b64 [%out], %wide;\n";
  else
    text += "mov.b64 %wide, 0;\nst.global.b64 [%out], %wide;\nst.global." +
            getType(types[0]) + " [%out], %o;\n";
  return text + "ret;\n}\n";
}

static uint64_t evaluate(const Vector &vector) {
  GlobalMemory memory;
  Machine machine(memory);
  Status loaded = machine.load(write(vector));
  if (loaded.failed()) {
    ADD_FAILURE() << loaded.message() << "\n" << write(vector);
    return 0;
  }
  uint64_t in = memory.allocate(8 * vector.operands.size()),
           out = memory.allocate(8);
  EXPECT_FALSE(
      memory.write(in, vector.operands.data(), 8 * vector.operands.size())
          .failed());
  Launch launch;
  launch.kernel = "k";
  launch.parameters.resize(16);
  std::memcpy(launch.parameters.data(), &in, 8);
  std::memcpy(launch.parameters.data() + 8, &out, 8);
  Counters counters;
  Status ran = machine.launch(launch, 1, counters);
  EXPECT_FALSE(ran.failed()) << ran.message();
  uint64_t result = 0;
  EXPECT_FALSE(memory.read(&result, out, 8).failed());
  return result;
}

/// 64-bit numbers are strings: JSON's are doubles.
static void record(const Vector &vector, std::ostream &os) {
  os << R"({"instruction": ")" << vector.instruction << R"(", "types": ")"
     << vector.types << R"(", "operands": [)";
  for (size_t i = 0; i < vector.operands.size(); ++i)
    os << (i ? ", \"" : "\"") << vector.operands[i] << '"';
  os << R"(], "result": ")" << vector.result << R"(", "ptx": ")";
  for (char c : write(vector))
    c == '\n' ? os << "\\n" : os << c;
  os << "\"}\n";
}

static void check(const std::vector<Vector> &vectors) {
  std::ofstream file;
  if (const char *path = std::getenv("SBP_PTX_VECTORS"))
    file.open(path, std::ios::app);
  for (const Vector &vector : vectors) {
    EXPECT_EQ(evaluate(vector), vector.result)
        << vector.instruction << std::hex << " on " << vector.operands[0];
    if (file.is_open())
      record(vector, file);
  }
}

static uint64_t f(float x) { return std::bit_cast<uint32_t>(x); }
static uint64_t d(double x) { return std::bit_cast<uint64_t>(x); }
static uint64_t h(float x) { return std::bit_cast<uint16_t>(_Float16(x)); }
static uint64_t u(int32_t x) { return uint32_t(x); }
static const float kInfinity = std::numeric_limits<float>::infinity();
static const float kNaN = std::numeric_limits<float>::quiet_NaN();

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
      {"mul.wide.s32 %o, %a, %b;", "dww", {u(-2), 3}, uint64_t(-6)},
      {"mul.wide.u32 %o, %a, 16;", "dw", {0xffffffff}, 0xffffffff0},
      {"mul.wide.u16 %o, %a, %b;", "whh", {0xffff, 2}, 0x1fffe},
      {"mad.lo.s32 %o, %a, %b, %c;", "wwww", {3, 4, u(-5)}, 7},
      {"mad.wide.u32 %o, %a, %b, %c;", "dwwd", {0x80000000, 2, 7}, 0x100000007},
      {"div.s32 %o, %a, %b;", "www", {u(-7), 2}, u(-3)},
      {"div.s32 %o, %a, %b;", "www", {u(INT32_MIN), u(-1)}, u(INT32_MIN)},
      {"div.u32 %o, %a, %b;", "www", {7, 0}, 0xffffffff},
      {"rem.s32 %o, %a, %b;", "www", {u(-7), 2}, u(-1)},
      {"rem.u64 %o, %a, %b;", "ddd", {7, 0}, 7},
      {"min.s32 %o, %a, %b;", "www", {u(-1), 1}, u(-1)},
      {"min.u32 %o, %a, %b;", "www", {u(-1), 1}, 1},
      {"max.s64 %o, %a, %b;", "ddd", {uint64_t(-1), 1}, 1},
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
      // one rounding: 0 with two
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
      {"rsqrt.approx.f32 %o, %a;", "ww", {f(0.25f)}, f(2)},
      {"rcp.rn.f32 %o, %a;", "ww", {f(3)}, f(1.0f / 3)},
      {"ex2.approx.f32 %o, %a;", "ww", {f(-kInfinity)}, 0},
      {"lg2.approx.f32 %o, %a;", "ww", {f(8)}, f(3)},
      {"tanh.approx.f32 %o, %a;", "ww", {f(kInfinity)}, f(1)},
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
      {"neg.f16x2 %o, %a;", "ww", {h(1) << 16 | h(-2)}, h(-1) << 16 | h(2)},
      {"add.s16x2 %o, %a, %b;", "www", {0x7fff0001, 0x0001ffff}, 0x80000000},
      {"max.s16x2 %o, %a, %b;", "www", {0xffff0002, 0x0000fffe}, 0x00000002},
      {"min.u16x2 %o, %a, %b;", "www", {0xffff0002, 0x0000fffe}, 0x00000002},
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
      // NaN is 0 only where neither type has 64 bits.
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
      {"cvt.f32.bf16 %o, %a;", "wh", {0x3fc0}, f(1.5f)},
      {"cvt.rn.bf16x2.f32 %o, %a, %b;", "www", {f(1), f(2)}, 0x3f804000},
      {"cvt.rpi.bf16.bf16 %o, %a;", "hh", {0x3fa0}, 0x4000}, // 1.25 -> 2
      {"cvt.rmi.bf16.bf16 %o, %a;", "hh", {0xbfa0}, 0xc000}, // -1.25 -> -2
      {"cvt.rzi.f16.f16 %o, %a;", "hh", {h(-2.75f)}, h(-2)},
      {"cvt.rni.f16.f16 %o, %a;", "hh", {h(2.5f)}, h(2)},
      // Above the middle of two, by less than f32 can tell.
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
