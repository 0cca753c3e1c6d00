// HopperKernel.cpp: a product of bf16 or f16 for tests of the PTX executor
#include "HopperKernel.h"
#include "TensorMap.h"
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

static std::string list(const std::string &prefix, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", " : "") + prefix + std::to_string(i);
  return text;
}

// Slots of A and B at 0 and 16384, each 8192 + 8192 bytes; C at 32768; the
// barriers full and empty at 40960 and 40976.
static const char *const kBegin = R"(.version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 smem[];
.visible .entry k(.param .align 64 .b8 map_a[128], .param .align 64 .b8 map_b[128], .param .align 64 .b8 map_c[128], .param .u32 steps)
.maxntid 160
{
.reg .pred %p<8>;
.reg .b32 %r<40>;
.reg .b32 %f<8>;
.reg .b64 %rd<16>;
.reg .f32 %a<32>;
mov.u32 %r0, %tid.x;
ld.param.u32 %r1, [steps];
mov.b64 %rd0, map_a;
cvta.param.u64 %rd1, %rd0;
mov.b64 %rd0, map_b;
cvta.param.u64 %rd2, %rd0;
mov.b64 %rd0, map_c;
cvta.param.u64 %rd3, %rd0;
mov.b32 %r2, smem;
mov.u32 %r3, %ctaid.x;
shl.b32 %r3, %r3, 6;
mov.u32 %r4, %ctaid.y;
shl.b32 %r4, %r4, 6;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra READY;
mbarrier.init.shared.b64 [smem+40960], 1;
mbarrier.init.shared.b64 [smem+40968], 1;
mbarrier.init.shared.b64 [smem+40976], 1;
mbarrier.init.shared.b64 [smem+40984], 1;
fence.mbarrier_init.release.cluster;
READY:
bar.sync 0;
mov.b32 %r5, 0;
setp.ge.u32 %p1, %r0, 128;
@%p1 bra PRODUCER;
CONSUME:
and.b32 %r6, %r5, 1;
shr.u32 %r7, %r5, 1;
and.b32 %r7, %r7, 1;
shl.b32 %r8, %r6, 3;
add.s32 %r8, %r8, %r2;
WAIT_FULL:
mbarrier.try_wait.parity.shared.b64 %p2, [%r8+40960], %r7;
@!%p2 bra WAIT_FULL;
shl.b32 %r9, %r6, 14;
add.s32 %r9, %r9, %r2;
shr.u32 %r10, %r9, 4;
cvt.u64.u32 %rd4, %r10;
add.s64 %rd5, %rd4, 512;
setp.ne.u32 %p3, %r5, 0;
setp.eq.u32 %p4, %r0, %r0;
)";

static const char *const kRelease = R"(wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
@!%p0 mbarrier.arrive.shared.b64 _, [%r8+40976];
add.s32 %r5, %r5, 1;
setp.lt.u32 %p2, %r5, %r1;
@%p2 bra CONSUME;
and.b32 %r20, %r0, 31;
shr.u32 %r21, %r0, 5;
and.b32 %r22, %r20, 15;
shl.b32 %r23, %r21, 4;
add.s32 %r23, %r23, %r22;
shl.b32 %r24, %r23, 7;
add.s32 %r24, %r24, %r2;
shr.u32 %r25, %r20, 4;
and.b32 %r26, %r20, 7;
)";

static const char *const kEnd = R"(fence.proxy.async.shared::cta;
bar.sync 1, 128;
@%p0 bra END;
cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd3, {%r4, %r3}], [smem+32768];
cp.async.bulk.commit_group;
cp.async.bulk.wait_group.read 0;
bra.uni END;
PRODUCER:
setp.ne.u32 %p5, %r0, 128;
@%p5 bra END;
PRODUCE:
and.b32 %r6, %r5, 1;
shr.u32 %r7, %r5, 1;
and.b32 %r7, %r7, 1;
xor.b32 %r7, %r7, 1;
shl.b32 %r8, %r6, 3;
add.s32 %r8, %r8, %r2;
WAIT_EMPTY:
mbarrier.try_wait.parity.shared.b64 %p2, [%r8+40976], %r7;
@!%p2 bra WAIT_EMPTY;
mbarrier.arrive.expect_tx.shared.b64 _, [%r8+40960], 16384;
shl.b32 %r9, %r6, 14;
add.s32 %r9, %r9, %r2;
shl.b32 %r10, %r5, 6;
)";

std::string sbp::ptx::writeProduct(const Product &product) {
  std::string text = kBegin, type = product.isHalf ? "f16" : "bf16";
  auto orMode = [](const char *reg) {
    return std::string("or.b64 ") + reg + ", " + reg + ", " +
           std::to_string((1ull << 62) | (64ull << 32) | (512ull << 16)) +
           ";\n";
  };
  text += orMode("%rd4") + orMode("%rd5");
  // A from registers: the lane's row of the swizzled tile, 16 columns a step.
  if (product.hasFragment)
    text += "and.b32 %r30, %r0, 127;\nshr.u32 %r31, %r30, 5;\n"
            "shl.b32 %r31, %r31, 4;\nand.b32 %r32, %r30, 15;\n"
            "add.s32 %r31, %r31, %r32;\nshl.b32 %r31, %r31, 7;\n"
            "add.s32 %r31, %r31, %r9;\nand.b32 %r33, %r30, 7;\n"
            "bfe.u32 %r34, %r30, 4, 1;\n";
  std::string products;
  for (unsigned step = 0; step < 4; ++step) {
    auto next = [&](bool isTransposed) {
      return std::to_string(step * (isTransposed ? 128 : 2));
    };
    text += "add.s64 %rd6, %rd4, " + next(product.isTransposedA) +
            ";\nadd.s64 %rd7, %rd5, " + next(product.isTransposedB) + ";\n";
    if (product.hasFragment)
      text += "add.s32 %r35, %r34, " + std::to_string(2 * step) +
              ";\nxor.b32 %r35, %r35, %r33;\nshl.b32 %r35, %r35, 4;\n"
              "add.s32 %r35, %r35, %r31;\n"
              "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%f0, %f1, %f2, %f3}, "
              "[%r35];\n";
    if (step == 0)
      text += "wgmma.fence.sync.aligned;\n";
    text += "wgmma.mma_async.sync.aligned.m64n64k16.f32." + type + "." + type +
            " {" + list("%a", 32) + "}, " +
            (product.hasFragment ? "{%f0, %f1, %f2, %f3}" : "%rd6") +
            ", %rd7, " + (step ? "%p4" : "%p3") + ", 1, 1, " +
            (product.hasFragment     ? ""
             : product.isTransposedA ? "1, "
                                     : "0, ") +
            (product.isTransposedB ? "1" : "0") + ";\n";
  }
  text += kRelease;
  for (unsigned pair = 0; pair < 4; ++pair) {
    for (unsigned tile = 0; tile < 4; ++tile) {
      unsigned low = 8 * pair + 2 * tile;
      text += "cvt.rn." + type + "x2.f32 %f" + std::to_string(tile) + ", %a" +
              std::to_string(low + 1) + ", %a" + std::to_string(low) + ";\n";
    }
    text += "add.s32 %r27, %r25, " + std::to_string(2 * pair) +
            ";\nxor.b32 %r27, %r27, %r26;\nshl.b32 %r27, %r27, 4;\n"
            "add.s32 %r27, %r27, %r24;\n"
            "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r27+32768], "
            "{%f0, %f1, %f2, %f3};\n";
  }
  text += kEnd;
  auto load = [](const char *map, const char *at, bool isTransposed,
                 const char *row) {
    std::string box = isTransposed ? std::string(row) + ", %r10"
                                   : std::string("%r10, ") + row;
    return "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::"
           "complete_tx::bytes [" +
           std::string(at) + "], [" + map + ", {" + box + "}], [%r8+40960];\n";
  };
  text += load("%rd1", "%r9", product.isTransposedA, "%r3") +
          load("%rd2", "%r9+8192", product.isTransposedB, "%r4");
  return text + "add.s32 %r5, %r5, 1;\nsetp.lt.u32 %p2, %r5, %r1;\n"
                "@%p2 bra PRODUCE;\nEND:\nret;\n}\n";
}

static uint16_t encode(float value, bool isHalf) {
  return isHalf ? std::bit_cast<uint16_t>(_Float16(value))
                : uint16_t(std::bit_cast<uint32_t>(value) >> 16);
}
static float decode(uint16_t bits, bool isHalf) {
  return isHalf ? float(std::bit_cast<_Float16>(bits))
                : std::bit_cast<float>(uint32_t(bits) << 16);
}

namespace {
/// A matrix in the executor's memory. Its rows begin at multiples of 16 bytes.
struct Matrix {
  Matrix(GlobalMemory &memory, uint32_t rows, uint32_t columns,
         const char *name)
      : rows(rows), columns(columns), pitch((columns + 7) / 8 * 8),
        values(rows * pitch) {
    map.elementBytes = 2;
    map.rank = 2;
    map.swizzle = 3;
    map.address = memory.allocate(2 * values.size(), name);
    map.extents[0] = columns;
    map.extents[1] = rows;
    map.strides[1] = 2 * pitch;
    map.box[0] = map.box[1] = 64;
  }
  uint32_t rows, columns, pitch;
  std::vector<uint16_t> values;
  TensorMap map;
};
} // namespace

Status sbp::ptx::runProduct(const Product &product, const std::string &text,
                            uint64_t seed, Counters &counters) {
  GlobalMemory memory;
  Machine machine(memory);
  SBP_RETURN_IF_FAILED(machine.load(text));
  auto make = [&](bool isTransposed, uint32_t outer, const char *name) {
    return isTransposed ? Matrix(memory, product.k, outer, name)
                        : Matrix(memory, outer, product.k, name);
  };
  Matrix a = make(product.isTransposedA, product.m, "a"),
         b = make(product.isTransposedB, product.n, "b"),
         c(memory, product.m, product.n, "c");
  std::mt19937 random(static_cast<uint32_t>(seed));
  for (Matrix *matrix : {&a, &b}) {
    for (uint16_t &value : matrix->values)
      value = encode(float(int(random() % 5) - 2), product.isHalf);
    SBP_RETURN_IF_FAILED(memory.write(
        matrix->map.address, matrix->values.data(), 2 * matrix->values.size()));
  }
  SBP_RETURN_IF_FAILED(memory.fill(c.map.address, 0xff, 2 * c.values.size()));
  Launch launch;
  launch.kernel = "k";
  launch.grid = {(product.m + 63) / 64, (product.n + 63) / 64, 1};
  launch.block = {160, 1, 1};
  launch.sharedBytes = 40992;
  launch.parameters.resize(3 * 128 + 4);
  for (size_t i = 0; const Matrix *matrix : {&a, &b, &c})
    std::memcpy(&launch.parameters[128 * i++], &matrix->map, 128);
  uint32_t steps = (product.k + 63) / 64;
  std::memcpy(&launch.parameters[3 * 128], &steps, 4);
  SBP_RETURN_IF_FAILED(machine.launch(launch, seed, counters));
  SBP_RETURN_IF_FAILED(
      memory.read(c.values.data(), c.map.address, 2 * c.values.size()));
  auto at = [&](const Matrix &matrix, bool isTransposed, uint32_t row,
                uint32_t k) {
    uint32_t index =
        isTransposed ? k * matrix.pitch + row : row * matrix.pitch + k;
    return decode(matrix.values[index], product.isHalf);
  };
  for (uint32_t row = 0; row < product.m; ++row)
    for (uint32_t column = 0; column < product.n; ++column) {
      float sum = 0;
      for (uint32_t k = 0; k < product.k; ++k)
        sum += at(a, product.isTransposedA, row, k) *
               at(b, product.isTransposedB, column, k);
      float expected = decode(encode(sum, product.isHalf), product.isHalf);
      float found = decode(c.values[row * c.pitch + column], product.isHalf);
      if (found != expected)
        return userError("row ", row, ", column ", column, " is ", found,
                         ", expected ", expected);
    }
  return Status();
}
