// WarpgroupProducts.cpp: wgmma of the PTX executor
//
// Four warps compute D (64 x N) += A (64 x K) B (K x N); K is 32 bytes, and
// warp q owns rows 16 q to 16 q + 15. Operands in shared memory are named by
// descriptors: start, leading and stride offset in units of 16 bytes, swizzle
// mode. A quarter reads its operands at a random moment between its issue and
// the wait for its group. A wait ends when all four warps have issued the group
// and their quarters are done.
//
// Where row r, column c of the 16 x N quarter stands (PTX ISA, "Register
// Fragments for wgmma.mma_async.m64nNk16"): lane 4 (r % 8) + c / 2 % 4,
// register 4 (c / 8) + 2 (r / 8) + c % 2. Example: row 9, column 3 is register
// 3 of lane 5.
#include "Opcodes.h"
#include "TensorCore.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

/// The form of a product, packed into the fields of its instruction.
struct Form {
  Element element;
  uint32_t columns, numAccumulators;
  bool isFragment, isTransposedA, isTransposedB;
  uint32_t getK() const { return 32 / getBytes(element); }
};

static Form getForm(const Instruction &i) {
  Form form;
  form.element = Element(i.mode & 3);
  form.isFragment = i.mode >> 2 & 1;
  form.isTransposedA = i.mode >> 3 & 1;
  form.isTransposedB = i.mode >> 4 & 1;
  form.columns = 8u * i.count;
  form.numAccumulators = form.columns / 2;
  return form;
}

/// Returns the offset in shared memory of element (row, k) of the tile that a
/// descriptor names. Rows of a tile that is not transposed hold consecutive k;
/// 8 of them are one group. Those of a transposed tile hold consecutive rows
/// (64 of 2 bytes for the swizzle of 128 bytes), 8 k are one group.
static uint32_t findElement(uint64_t tile, uint32_t row, uint32_t k,
                            uint32_t bytes, bool isTransposed) {
  uint32_t start = uint32_t(tile & 0x3fff) << 4,
           leading = uint32_t(tile >> 16 & 0x3fff) << 4,
           stride = uint32_t(tile >> 32 & 0x3fff) << 4;
  static constexpr unsigned modes[] = {0, 3, 2, 1};
  unsigned mode = modes[tile >> 62];
  uint32_t width = 16u << mode; ///< bytes of a row
  if (isTransposed) {
    uint32_t span = width / bytes;
    return swizzle(start + row / span * leading + k / 8 * stride +
                       k % 8 * width + row % span * bytes,
                   mode);
  }
  uint32_t offset = start + row / 8 * stride + row % 8 * width;
  return mode ? swizzle(offset + k * bytes, mode)
              : offset + k * bytes / 16 * leading + k * bytes % 16;
}

float WarpgroupProducts::readTile(Warp &warp, const WarpgroupProduct &product,
                                  uint64_t tile, uint32_t row, uint32_t k,
                                  bool isTransposed) const {
  const Instruction &instruction = *product.instruction;
  Form form = getForm(instruction);
  uint32_t bytes = getBytes(form.element);
  uint32_t offset = findElement(tile, row, k, bytes, isTransposed);
  if (offset + bytes > execution.shared.getBytes())
    execution.fail(instruction, textOf("a product reads byte ", offset,
                                       " of shared memory, which has ",
                                       execution.shared.getBytes()));
  const Block &block = *warp.block;
  uint8_t state = block.isWritten[offset];
  if (state == Unwritten || state == Arriving)
    execution.fail(instruction,
                   "a product reads " +
                       execution.shared.describeByte(block, offset));
  if (state != Written)
    execution.fail(instruction,
                   textOf("no fence.proxy.async follows the write of byte ",
                          offset, " of shared memory"));
  return decodeElement(form.element, block.shared.data() + offset);
}

/// Executes the quarter of one warp. The sum of an accumulator and the products
/// of one instruction is exact up to the rounding of f64, and then cut toward
/// zero, as an H100's errors of long sums show. That its sums of e4m3 have
/// fewer bits is not modelled.
void WarpgroupProducts::multiply(Warp &warp, WarpgroupProduct &product) {
  const Instruction &instruction = *product.instruction;
  Form form = getForm(instruction);
  uint32_t n = form.columns, depth = form.getK(), quarter = warp.id % 4;
  std::vector<double> b(depth * n), sums(n);
  for (uint32_t column = 0; column < n; ++column)
    for (uint32_t k = 0; k < depth; ++k)
      b[k * n + column] =
          readTile(warp, product, product.b, column, k, form.isTransposedB);
  for (uint32_t row = 0; row < 16; ++row) {
    auto place = [&](uint32_t column) -> float & {
      uint32_t number = 4 * (column / 8) + 2 * (row / 8) + column % 2;
      uint32_t lane = 4 * (row % 8) + column / 2 % 4;
      return warp.at<float>(
          execution.getOperand(instruction, number).slot)[lane];
    };
    for (uint32_t column = 0; column < n; ++column)
      sums[column] = product.isZeroed ? 0 : place(column);
    for (uint32_t k = 0; k < depth; ++k) {
      double a;
      if (form.isFragment) {
        uint32_t word =
            product.fragment[2 * (k / 8) + row / 8][4 * (row % 8) + k % 8 / 2];
        auto half = uint16_t(k % 2 ? word >> 16 : word);
        a = decodeElement(form.element, reinterpret_cast<uint8_t *>(&half));
      } else {
        a = readTile(warp, product, product.a, 16 * quarter + row, k,
                     form.isTransposedA);
      }
      for (uint32_t column = 0; column < n; ++column)
        sums[column] += a * b[k * n + column];
    }
    for (uint32_t column = 0; column < n; ++column)
      place(column) = cutTowardZero(sums[column]);
  }
  product.isDone = true;
}

static void issueProduct(Warp &warp, const Instruction &i, uint32_t mask);

/// Checks that an instruction touches no accumulator of a product in flight.
void WarpgroupProducts::checkInFlight(Warp &warp,
                                      const Instruction &instruction) const {
  auto check = [&](const RegisterSlot &slot) {
    if (slot.isUsed && warp.async.inFlight[slot.offset / 64])
      execution.fail(instruction,
                     "touches an accumulator of a product in flight");
  };
  for (const RegisterSlot &slot : instruction.destination)
    check(slot);
  for (const RegisterSlot &slot : instruction.source)
    check(slot);
  bool isProduct = instruction.handler == issueProduct;
  uint32_t first = isProduct ? getForm(instruction).numAccumulators : 0;
  for (uint32_t k = first; k < instruction.numOperands; ++k)
    check(execution.getOperand(instruction, k).slot);
}

void WarpgroupProducts::issue(Warp &warp, WarpgroupProduct product) {
  const Instruction &instruction = *product.instruction;
  WarpAsync &async = warp.async;
  if (!async.isFenced)
    execution.fail(instruction, "no wgmma.fence precedes the product");
  if (async.inFlight.empty())
    async.inFlight.assign(registerBytes / 64 + 1, 0);
  for (uint32_t k = 0; k < getForm(instruction).numAccumulators; ++k) {
    const RegisterSlot &slot = execution.getOperand(instruction, k).slot;
    if (slot.bytes != 4)
      execution.fail(instruction,
                     "an accumulator is not a register of 4 bytes");
    async.inFlight[slot.offset / 64] = 1;
  }
  async.hasInFlight = true;
  product.group = async.numGroups;
  async.products.push_back(product);
  counters.products += warp.id % 4 == 0;
  // Products of a warp are executed in order.
  if (execution.isDrawn(4))
    for (WarpgroupProduct &one : async.products)
      if (!one.isDone)
        multiply(warp, one);
}

void WarpgroupProducts::commit(Warp &warp) { ++warp.async.numGroups; }

void WarpgroupProducts::await(Warp &warp, uint64_t keep) {
  WarpAsync &own = warp.async;
  std::vector<Warp> &warps = warp.block->warps;
  uint64_t target = own.numGroups > keep ? own.numGroups - keep : 0;
  size_t first = warp.id / 4 * 4, last = std::min(first + 4, warps.size());
  for (size_t i = first; i < last; ++i)
    if (warps[i].async.numGroups < target) {
      warp.isBlocked = true;
      return;
    }
  for (size_t i = first; i < last; ++i)
    for (WarpgroupProduct &product : warps[i].async.products)
      if (product.group < target && !product.isDone)
        multiply(warps[i], product);
  std::erase_if(own.products, [&](const WarpgroupProduct &product) {
    return product.group < target;
  });
  std::fill(own.inFlight.begin(), own.inFlight.end(), 0);
  own.hasInFlight = !own.products.empty();
  own.isFenced = false;
  for (const WarpgroupProduct &product : own.products)
    for (uint32_t k = 0; k < getForm(*product.instruction).numAccumulators; ++k)
      own.inFlight[execution.getOperand(*product.instruction, k).slot.offset /
                   64] = 1;
}

/// Executes wgmma.mma_async: accumulators, A, B, scale of D, then immediates.
static void issueProduct(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  Form form = getForm(i);
  if (mask != kAllLanes)
    execution.fail(i, "a product of some lanes of a warp");
  WarpgroupProduct product;
  product.instruction = &i;
  uint32_t next = form.numAccumulators;
  auto same = [&](uint32_t index) {
    uint64_t value = execution.getOperand(warp, i, index, 0);
    for (uint32_t lane = 1; lane < kLanes; ++lane)
      if (execution.getOperand(warp, i, index, lane) != value)
        execution.fail(i, "the lanes of a warp differ in a descriptor or in "
                          "the scale of D");
    return value;
  };
  if (form.isFragment)
    for (auto &part : product.fragment) {
      for (uint32_t lane = 0; lane < kLanes; ++lane)
        part[lane] = uint32_t(execution.getOperand(warp, i, next, lane));
      ++next;
    }
  else
    product.a = same(next++);
  product.b = same(next++);
  product.isZeroed = same(next) == 0;
  for (uint64_t tile : {product.a, product.b})
    if (tile >> 62 && (tile & 0x3fff) >> 3 & 7 && (tile >> 49 & 7) == 0)
      execution.fail(i, textOf("a swizzled tile at byte ", (tile & 0x3fff) << 4,
                               " of shared memory, which begins no group of 8 "
                               "rows"));
  execution.products.issue(warp, product);
}

/// Parses m64nNkK and returns N / 8, or 0.
static uint8_t parseShape(const ParsedInstruction &w, std::string_view depth) {
  for (uint32_t n = 8; n <= 256; n += 8)
    if (w.has("m64n" + std::to_string(n) + std::string(depth)))
      return uint8_t(n / 8);
  return 0;
}

static Handler selectProduct(const ParsedInstruction &w, Instruction &i) {
  using Kind = ParsedOperand::Kind;
  bool isNarrow = w.has("bf16") || w.has("f16");
  Element element = w.has("bf16")   ? Element::BF16
                    : w.has("f16")  ? Element::F16
                    : w.has("tf32") ? Element::TF32
                                    : Element::E4M3;
  if ((element == Element::E4M3 && !w.has("e4m3")) || w.has("sp") ||
      w.has("e5m2"))
    return nullptr;
  i.count = parseShape(w, isNarrow                   ? "k16"
                          : element == Element::TF32 ? "k8"
                                                     : "k32");
  size_t operands = w.operands.size();
  if (i.count == 0 || w.name.size() < 6 || w.name[5] != "f32" || operands < 6 ||
      w.operands[0].kind != Kind::Vector ||
      w.operands[0].parts.size() != 4u * i.count)
    return nullptr;
  const ParsedOperand &a = w.operands[1];
  bool isFragment = a.kind == Kind::Vector;
  if (isFragment ? a.parts.size() != 4 || !isNarrow : a.kind != Kind::Register)
    return nullptr;
  if (w.operands[2].kind != Kind::Register ||
      (w.operands[3].kind != Kind::Register &&
       w.operands[3].kind != Kind::Immediate))
    return nullptr;
  size_t transposes = isNarrow ? (isFragment ? 1 : 2) : 0;
  if (operands != 6 + transposes)
    return nullptr;
  for (size_t k = 4; k < operands; ++k)
    if (w.operands[k].kind != Kind::Immediate || w.operands[k].bits > 1 ||
        (k < 6 && w.operands[k].bits != 1))
      return nullptr;
  bool isTransposedA = transposes == 2 && w.operands[6].bits,
       isTransposedB = transposes && w.operands[operands - 1].bits;
  i.mode = uint8_t(uint8_t(element) | isFragment << 2 | isTransposedA << 3 |
                   isTransposedB << 4);
  i.numDestinations = 1;
  return issueProduct;
}

static Handler selectWgmma(const ParsedInstruction &w, Instruction &i) {
  if (w.has("mma_async"))
    return selectProduct(w, i);
  if (w.has("fence") && w.operands.empty())
    return [](Warp &warp, const Instruction &, uint32_t) {
      warp.async.isFenced = true;
    };
  if (w.has("commit_group") && w.operands.empty())
    return [](Warp &warp, const Instruction &, uint32_t) {
      warp.execution->products.commit(warp);
    };
  if (!w.has("wait_group") || w.operands.size() != 1 ||
      w.operands[0].kind != ParsedOperand::Immediate)
    return nullptr;
  i.flow = Flow::Wait;
  return [](Warp &warp, const Instruction &instruction, uint32_t) {
    uint64_t keep =
        warp.execution->getOperand(warp, instruction, /*index=*/0, /*lane=*/0);
    warp.execution->products.await(warp, keep);
  };
}

/// Executes ldmatrix and stmatrix of 8 x 8 tiles of 16 bits: lane 8 t + r holds
/// the address of row r of tile t; register t of lane l holds elements 2 (l %
/// 4) and the next one of row l / 4, or of a column with .trans.
static void moveMatrix(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  bool isStore = i.mode & 1, isTransposed = i.mode & 2;
  uint32_t address = isStore ? 0 : i.count, value = isStore ? 1 : 0;
  if (mask != kAllLanes)
    execution.fail(i, "tiles are moved by some lanes of a warp");
  uint8_t *rows[kLanes];
  uint32_t offsets[kLanes];
  for (uint32_t lane = 0; lane < 8u * i.count; ++lane) {
    uint32_t offset = execution.getShared(warp, i, address, lane, 16, 16);
    rows[lane] = execution.shared.reach(warp, i, offset, 16, isStore);
    offsets[lane] = offset;
  }
  execution.shared.countConflicts({offsets, size_t(8) * i.count});
  for (uint32_t tile = 0; tile < i.count; ++tile) {
    const RegisterSlot &slot = execution.getOperand(i, value + tile).slot;
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      auto word = uint32_t(getBits(warp, slot, lane));
      for (uint32_t half = 0; half < 2; ++half) {
        uint32_t row = lane / 4, column = lane % 4 * 2 + half;
        if (isTransposed)
          std::swap(row, column);
        uint8_t *memory = rows[8 * tile + row] + 2 * column;
        auto bits = uint16_t(word >> 16 * half);
        if (isStore) {
          std::memcpy(memory, &bits, 2);
          continue;
        }
        std::memcpy(&bits, memory, 2);
        word = (word & ~(0xffffu << 16 * half)) | uint32_t(bits) << 16 * half;
      }
      if (!isStore)
        setBits(warp, slot, lane, word);
    }
  }
}

static Handler selectMatrix(const ParsedInstruction &w, Instruction &i) {
  using Kind = ParsedOperand::Kind;
  bool isStore = w.name[0] == "stmatrix";
  i.count = w.has("x4") ? 4 : w.has("x2") ? 2 : 1;
  if (w.operands.size() != 2 || !w.has("m8n8") || !w.has("b16"))
    return nullptr;
  const ParsedOperand &address = w.operands[isStore ? 0 : 1],
                      &value = w.operands[isStore ? 1 : 0];
  if (address.kind != Kind::Address || !address.parts.empty() ||
      value.kind != Kind::Vector || value.parts.size() != i.count)
    return nullptr;
  for (const ParsedOperand &part : value.parts)
    if (part.kind != Kind::Register)
      return nullptr;
  i.mode = uint8_t(isStore | w.has("trans") << 1);
  i.numDestinations = !isStore;
  return moveMatrix;
}

void sbp::ptx::addMatrixOpcodes(OpcodeTable &table) {
  table["wgmma"] = {0, selectWgmma, /*isListed=*/true};
  table["ldmatrix"] = {0, selectMatrix, /*isListed=*/true};
  table["stmatrix"] = {0, selectMatrix, /*isListed=*/true};
}
