// WarpProductKernel.cpp: the text of a product by mma.sync, and its run
#include "WarpProductKernel.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

using namespace sbp;
using namespace sbp::ptx;

/// Stage s lies at 6144 s: 64 rows of A, then 32 of B, each of 4 chunks of 16
/// bytes. Chunk c of row r is at place c ^ (r / 2 % 4).
///
/// %r0 thread, %r1 lane, %r2 warp, %r3 m, %r4 n, %r5 bytes of k, %r6 pitch of
/// the factors, %r7 pitch of C in bytes, %r8 first row, %r9 first column, %r10
/// slices, %r11 slice, %r12 slice to load, %r13 its stage, %r14 the stage that
/// is multiplied.
static const char *const kBegin = R"(.version 8.0
.target sm_80
.address_size 64
.shared .align 16 .b8 smem[18432];
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 m,
  .param .u32 n, .param .u32 k, .param .u32 pitch, .param .u32 pitchC)
.maxntid 128
{
.reg .pred %p<8>;
.reg .b32 %r<64>;
.reg .b32 %a<4>;
.reg .b32 %b<4>;
.reg .b32 %c<16>;
.reg .b64 %rd<12>;
ld.param.u64 %rd0, [a];
ld.param.u64 %rd1, [b];
ld.param.u64 %rd2, [c];
ld.param.u32 %r3, [m];
ld.param.u32 %r4, [n];
ld.param.u32 %r5, [k];
ld.param.u32 %r6, [pitch];
ld.param.u32 %r7, [pitchC];
mov.u32 %r0, %tid.x;
and.b32 %r1, %r0, 31;
shr.u32 %r2, %r0, 5;
mov.u32 %r8, %ctaid.x;
shl.b32 %r8, %r8, 6;
mov.u32 %r9, %ctaid.y;
shl.b32 %r9, %r9, 5;
add.s32 %r10, %r5, 63;
shr.u32 %r10, %r10, 6;
mov.b32 %r12, 0;
mov.b32 %r13, 0;
mov.b32 %r14, 0;
mov.b32 %r11, -2;
)";

/// Returns the text that loads the chunk of `row` of a tile: place `place` of
/// the stage, from the matrix at `base` whose rows end at `end`.
static std::string writeLoad(const char *row, const char *first,
                             const char *base, const char *end,
                             const char *place) {
  std::string text;
  auto add = [&](const std::string &line) { text += line + ";\n"; };
  add(std::string("shr.u32 %r20, ") + row + ", 2"); // row of the tile
  add(std::string("and.b32 %r21, ") + row + ", 3"); // chunk
  add(std::string("add.s32 %r22, %r20, ") + first); // row of the matrix
  add("shl.b32 %r23, %r12, 6");
  add("shl.b32 %r24, %r21, 4");
  add("add.s32 %r23, %r23, %r24"); // byte of k
  add("sub.s32 %r25, %r5, %r23");
  add("max.s32 %r25, %r25, 0");
  add("min.s32 %r25, %r25, 16");
  add(std::string("setp.lt.u32 %p2, %r22, ") + end);
  add("selp.b32 %r25, %r25, 0, %p2"); // bytes to read
  add("mad.lo.s32 %r26, %r22, %r6, %r23");
  add("cvt.u64.u32 %rd4, %r26");
  add(std::string("add.s64 %rd4, %rd4, ") + base);
  add("bfe.u32 %r27, %r20, 1, 2");
  add("xor.b32 %r21, %r21, %r27");
  add("shl.b32 %r20, %r20, 6");
  add("shl.b32 %r21, %r21, 4");
  add("mad.lo.s32 %r28, %r13, 6144, %r20");
  add("add.s32 %r28, %r28, %r21");
  add("mov.b32 %r29, smem");
  add("add.s32 %r28, %r28, %r29");
  add(std::string("cp.async.cg.shared.global [%r28+") + place +
      "], [%rd4], 16, %r25");
  return text;
}

/// Returns the text that loads four tiles of 8 rows x 16 bytes: `row` of each
/// lane in the stage, `chunk` of each lane in the step.
static std::string writeTiles(unsigned step, const std::string &setPlace,
                              const char *registers, const char *place) {
  return setPlace + "add.s32 %r31, %r31, " + std::to_string(2 * step) +
         ";\nbfe.u32 %r32, %r30, 1, 2;\nxor.b32 %r31, %r31, %r32;\n"
         "shl.b32 %r31, %r31, 4;\nshl.b32 %r30, %r30, 6;\n"
         "add.s32 %r30, %r30, %r31;\nmad.lo.s32 %r30, %r14, 6144, %r30;\n"
         "mov.b32 %r32, smem;\nadd.s32 %r30, %r30, %r32;\n"
         "ldmatrix.sync.aligned.m8n8.x4.shared.b16 " +
         registers + ", [%r30+" + place + "];\n";
}

static std::string writeProducts(FactorType type) {
  static const char *const names[] = {
      "m16n8k16.row.col.f32.bf16.bf16.f32", "m16n8k16.row.col.f32.f16.f16.f32",
      "m16n8k8.row.col.f32.tf32.tf32.f32", "m16n8k32.row.col.s32.s8.s8.s32"};
  std::string text;
  for (unsigned step = 0; step < 2; ++step) {
    text += writeTiles(step,
                       "and.b32 %r30, %r1, 15;\nshl.b32 %r33, %r2, 4;\n"
                       "add.s32 %r30, %r30, %r33;\nshr.u32 %r31, %r1, 4;\n",
                       "{%a0, %a1, %a2, %a3}", "0");
    for (unsigned pair = 0; pair < 2; ++pair) {
      text += writeTiles(step,
                         "and.b32 %r30, %r1, 7;\nbfe.u32 %r33, %r1, 4, 1;\n"
                         "shl.b32 %r33, %r33, 3;\nadd.s32 %r30, %r30, %r33;\n"
                         "add.s32 %r30, %r30, " +
                             std::to_string(16 * pair) +
                             ";\nbfe.u32 %r31, %r1, 3, 1;\n",
                         "{%b0, %b1, %b2, %b3}", "4096");
      for (unsigned half = 0; half < 2; ++half) {
        std::string sums = "{";
        for (unsigned i = 0; i < 4; ++i)
          sums += (i ? ", %c" : "%c") + std::to_string(8 * pair + 4 * half + i);
        sums += "}";
        text += std::string("mma.sync.aligned.") + names[unsigned(type)] + " " +
                sums + ", {%a0, %a1, %a2, %a3}, " +
                (half ? "{%b2, %b3}, " : "{%b0, %b1}, ") + sums + ";\n";
      }
    }
  }
  return text;
}

static std::string writeStores() {
  std::string text = "shr.u32 %r40, %r1, 2;\nshl.b32 %r41, %r2, 4;\n"
                     "add.s32 %r40, %r40, %r41;\nadd.s32 %r40, %r40, %r8;\n"
                     "and.b32 %r42, %r1, 3;\nshl.b32 %r42, %r42, 1;\n"
                     "add.s32 %r42, %r42, %r9;\n";
  for (unsigned i = 0; i < 16; ++i)
    text += "add.s32 %r43, %r40, " + std::to_string(8 * (i / 2 % 2)) +
            ";\nadd.s32 %r44, %r42, " + std::to_string(8 * (i / 4) + i % 2) +
            ";\nsetp.lt.u32 %p3, %r43, %r3;\nsetp.lt.u32 %p4, %r44, %r4;\n"
            "and.pred %p3, %p3, %p4;\nshl.b32 %r44, %r44, 2;\n"
            "mad.lo.s32 %r43, %r43, %r7, %r44;\ncvt.u64.u32 %rd5, %r43;\n"
            "add.s64 %rd5, %rd5, %rd2;\n@%p3 st.global.b32 [%rd5], %c" +
            std::to_string(i) + ";\n";
  return text;
}

std::string sbp::ptx::writeWarpProduct(FactorType type) {
  std::string text = kBegin;
  for (unsigned i = 0; i < 16; ++i)
    text += "mov.b32 %c" + std::to_string(i) + ", 0;\n";
  // The first two rounds of the loop load alone.
  text += "SLICE:\nsetp.lt.s32 %p0, %r11, 0;\n@%p0 bra LOAD;\n"
          "cp.async.wait_group 1;\nbar.sync 0;\nLOAD:\n"
          "setp.ge.u32 %p1, %r12, %r10;\n@%p1 bra LOADED;\n";
  text += writeLoad("%r0", "%r8", "%rd0", "%r3", "0");
  text += "add.s32 %r34, %r0, 128;\n";
  text += writeLoad("%r34", "%r8", "%rd0", "%r3", "0");
  text += writeLoad("%r0", "%r9", "%rd1", "%r4", "4096");
  text += "LOADED:\ncp.async.commit_group;\nadd.s32 %r12, %r12, 1;\n"
          "add.s32 %r13, %r13, 1;\nsetp.eq.u32 %p1, %r13, 3;\n"
          "selp.b32 %r13, 0, %r13, %p1;\n@%p0 bra NEXT;\n";
  text += writeProducts(type);
  text += "add.s32 %r14, %r14, 1;\nsetp.eq.u32 %p1, %r14, 3;\n"
          "selp.b32 %r14, 0, %r14, %p1;\nNEXT:\nadd.s32 %r11, %r11, 1;\n"
          "setp.lt.s32 %p1, %r11, %r10;\n@%p1 bra SLICE;\n"
          "cp.async.wait_all;\n";
  return text + writeStores() + "ret;\n}\n";
}

static uint32_t getElementBytes(FactorType type) {
  return type == FactorType::S8 ? 1 : type == FactorType::TF32 ? 4 : 2;
}

namespace {
/// A factor: rows of bytes, and the values that they hold.
struct FactorRows {
  uint32_t pitch = 0, k = 0;
  std::vector<uint8_t> bytes;
  std::vector<double> values;
};
} // namespace

/// Draws a factor. A value is small and integral, or has all bits of its type;
/// an f32 also has bits that TF32 drops.
static FactorRows drawFactor(const WarpProduct &product, uint32_t rows,
                             std::mt19937_64 &random) {
  uint32_t each = getElementBytes(product.type);
  FactorRows factor;
  factor.k = product.k;
  factor.pitch = (product.k * each + 15) / 16 * 16;
  // The gaps between rows are NaN and must not be read.
  factor.bytes.assign(size_t(factor.pitch) * rows, 0xff);
  for (uint32_t row = 0; row < rows; ++row)
    for (uint32_t k = 0; k < product.k; ++k) {
      uint8_t *to = &factor.bytes[size_t(row) * factor.pitch + k * each];
      float value = product.isExact
                        ? float(int(random() % 9) - 4)
                        : float(double(random() >> 11) * 0x1p-52 * 2 - 2);
      if (product.type == FactorType::S8) {
        auto number = product.isExact ? int8_t(value) : int8_t(random());
        *to = uint8_t(number);
        factor.values.push_back(number);
        continue;
      }
      uint32_t bits = std::bit_cast<uint32_t>(value);
      if (product.type == FactorType::F16) {
        auto half = _Float16(value);
        std::memcpy(to, &half, 2);
        factor.values.push_back(double(half));
        continue;
      }
      uint32_t kept =
          product.type == FactorType::BF16 ? 0xffff0000 : 0xffffe000;
      factor.values.push_back(std::bit_cast<float>(bits & kept));
      if (product.type == FactorType::BF16)
        bits >>= 16;
      std::memcpy(to, &bits, each);
    }
  return factor;
}

static Status compare(const WarpProduct &product, const FactorRows &a,
                      const FactorRows &b, const std::vector<uint32_t> &found) {
  for (uint32_t row = 0; row < product.m; ++row)
    for (uint32_t column = 0; column < product.n; ++column) {
      double sum = 0, size = 0;
      for (uint32_t k = 0; k < product.k; ++k) {
        double term = a.values[size_t(row) * a.k + k] *
                      b.values[size_t(column) * b.k + k];
        sum += term;
        size += std::fabs(term);
      }
      uint32_t bits = found[size_t(row) * product.n + column];
      bool isInteger = product.type == FactorType::S8;
      double value = isInteger ? int32_t(bits) : std::bit_cast<float>(bits);
      double bound =
          product.isExact || isInteger ? 0 : size * 0x1p-23 * product.k;
      if (!(std::fabs(value - sum) <= bound))
        return userError("row ", row, ", column ", column, " is ", value,
                         ", expected ", sum);
    }
  return Status();
}

Status sbp::ptx::runWarpProduct(const WarpProduct &product,
                                const std::string &text, uint64_t seed,
                                Counters &counters) {
  GlobalMemory memory;
  Machine machine(memory);
  SBP_RETURN_IF_FAILED(machine.load(text));
  std::mt19937_64 random(seed);
  FactorRows a = drawFactor(product, product.m, random),
             b = drawFactor(product, product.n, random);
  std::vector<uint32_t> found(size_t(product.m) * product.n);
  uint64_t addresses[] = {memory.allocate(a.bytes.size(), "a"),
                          memory.allocate(b.bytes.size(), "b"),
                          memory.allocate(4 * found.size(), "c")};
  SBP_RETURN_IF_FAILED(
      memory.write(addresses[0], a.bytes.data(), a.bytes.size()));
  SBP_RETURN_IF_FAILED(
      memory.write(addresses[1], b.bytes.data(), b.bytes.size()));
  SBP_RETURN_IF_FAILED(memory.fill(addresses[2], 0xff, 4 * found.size()));
  uint32_t sizes[] = {product.m, product.n,
                      product.k * getElementBytes(product.type), a.pitch,
                      4 * product.n};
  Launch launch;
  launch.kernel = "k";
  launch.grid = {(product.m + 63) / 64, (product.n + 31) / 32, 1};
  launch.block = {128, 1, 1};
  launch.parameters.resize(sizeof addresses + sizeof sizes);
  std::memcpy(launch.parameters.data(), addresses, sizeof addresses);
  std::memcpy(launch.parameters.data() + sizeof addresses, sizes, sizeof sizes);
  SBP_RETURN_IF_FAILED(machine.launch(launch, seed, counters));
  SBP_RETURN_IF_FAILED(
      memory.read(found.data(), addresses[2], 4 * found.size()));
  return compare(product, a, b, found);
}
