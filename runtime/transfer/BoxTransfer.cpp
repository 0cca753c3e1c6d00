// BoxTransfer.cpp: loops over contiguous runs
//
// A transfer of a box between strided buffers is a loop nest around copies or
// combinations of contiguous elements. Dims that are adjacent in all buffers
// are merged into one loop. Example: the box [0:2, 4:8, 0:16] of a [4, 8, 16]
// buffer into a dense [2, 4, 16] one has strides (128, 16, 1) and (64, 16, 1):
// the last two dims merge into runs of 64 elements, and one outer loop of 2
// iterations remains.
#include "BoxTransfer.h"
#include <algorithm>
#include <cstring>

using namespace sbp;

std::vector<int64_t> sbp::getStrides(const Shape &shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

BoxTransfer::Operand BoxTransfer::makeOperand(const PlanBox &box,
                                              const BufferBox &buffer) const {
  Operand operand = {buffer.member, 0, getStrides(buffer.box.shape())};
  for (size_t d = 0; d < box.rank(); ++d)
    operand.offset += (box.begin[d] - buffer.box.begin[d]) * operand.strides[d];
  return operand;
}

BoxTransfer::BoxTransfer(plan::DType type, plan::Combiner combiner,
                         const PlanBox &box, const std::vector<BufferBox> &from,
                         const std::vector<BufferBox> &to)
    : width(artifact::getByteWidth(type)) {
  // A transfer with one source is a copy and needs no functions.
  if (from.size() != 1)
    functions = getCombineFunctions(combiner, type);
  for (const BufferBox &buffer : from)
    sources.push_back(makeOperand(box, buffer));
  for (const BufferBox &buffer : to)
    destinations.push_back(makeOperand(box, buffer));
  mergeLoops(box.shape());
}

/// Merges dims, from the innermost one outwards. A dim joins the loop inside of
/// it where its stride is that loop's extent times its stride in every buffer.
void BoxTransfer::mergeLoops(const Shape &shape) {
  std::vector<Operand *> all;
  for (auto *list : {&sources, &destinations})
    for (Operand &operand : *list)
      all.push_back(&operand);
  std::vector<std::vector<int64_t>> strides(all.size());
  // Innermost first; dims of size 1 need no loop.
  for (size_t d = shape.size(); d-- > 0;) {
    if (shape[d] == 1)
      continue;
    bool joins = !extents.empty();
    for (size_t i = 0; i < all.size() && joins; ++i)
      joins = all[i]->strides[d] == strides[i].back() * extents.back();
    if (joins) {
      extents.back() *= shape[d];
      continue;
    }
    extents.push_back(shape[d]);
    for (size_t i = 0; i < all.size(); ++i)
      strides[i].push_back(all[i]->strides[d]);
  }
  bool contiguous = !extents.empty();
  for (size_t i = 0; i < all.size() && contiguous; ++i)
    contiguous = strides[i].front() == 1;
  if (contiguous) {
    runLength = extents.front();
    extents.erase(extents.begin());
    for (auto &list : strides)
      list.erase(list.begin());
  }
  std::reverse(extents.begin(), extents.end());
  for (size_t i = 0; i < all.size(); ++i)
    all[i]->strides.assign(strides[i].rbegin(), strides[i].rend());
  for (int64_t extent : extents)
    runs *= extent;
}

int64_t BoxTransfer::bytes() const { return runs * runLength * int64_t(width); }

TransferPart BoxTransfer::part(int64_t parts, int64_t index) const {
  auto cut = [&](int64_t size, int64_t i) { return size * i / parts; };
  if (runs >= parts)
    return {cut(runs, index), cut(runs, index + 1), 0, runLength};
  // Runs are cut at multiples of 64 elements, so that two workers do not write
  // to one cache line.
  auto align = [&](int64_t element) {
    return std::min(runLength, (element + 63) / 64 * 64);
  };
  return {0, runs, align(cut(runLength, index)),
          index + 1 == parts ? runLength : align(cut(runLength, index + 1))};
}

int64_t BoxTransfer::byteOffset(const Operand &operand,
                                const int64_t *index) const {
  int64_t element = operand.offset;
  for (size_t d = 0; d < extents.size(); ++d)
    element += index[d] * operand.strides[d];
  return element * int64_t(width);
}

/// Executes the elements [begin, end) of the run at a position of the outer
/// loops.
void BoxTransfer::executeRun(const int64_t *index, int64_t begin, int64_t end,
                             const void *const *sourcePointers,
                             void *const *destinationPointers) const {
  auto sourceAt = [&](const Operand &operand, int64_t element) {
    return static_cast<const char *>(sourcePointers[operand.member]) +
           byteOffset(operand, index) + element * width;
  };
  auto destinationAt = [&](const Operand &operand, int64_t element) {
    return static_cast<char *>(destinationPointers[operand.member]) +
           byteOffset(operand, index) + element * width;
  };
  if (sources.size() == 1) {
    const char *from = sourceAt(sources[0], begin);
    for (const Operand &operand : destinations)
      if (char *to = destinationAt(operand, begin); to != from)
        std::memcpy(to, from, (end - begin) * width);
    return;
  }
  if (sources.empty()) {
    for (const Operand &operand : destinations)
      functions.identity(destinationAt(operand, begin), end - begin);
    return;
  }
  // Accumulators of 512 elements (4 KiB at most) stay in the first-level cache.
  constexpr int64_t chunk = 512;
  alignas(64) char accumulator[chunk * CombineFunctions::maximalWidth];
  alignas(64) char result[chunk * CombineFunctions::maximalWidth];
  for (int64_t at = begin; at < end; at += chunk) {
    int64_t count = std::min(chunk, end - at);
    functions.load(accumulator, sourceAt(sources[0], at), count);
    for (size_t i = 1; i < sources.size(); ++i)
      functions.combine(accumulator, sourceAt(sources[i], at), count);
    functions.store(result, accumulator, count);
    for (const Operand &operand : destinations)
      std::memcpy(destinationAt(operand, at), result, count * width);
  }
}

// The index of the first run is computed by division, later ones by counting.
void BoxTransfer::execute(const TransferPart &part,
                          const void *const *sourcePointers,
                          void *const *destinationPointers) const {
  if (part.runBegin >= part.runEnd || part.elementBegin >= part.elementEnd)
    return;
  int64_t index[maximalRank];
  int64_t rest = part.runBegin;
  for (size_t d = extents.size(); d-- > 0;) {
    index[d] = rest % extents[d];
    rest /= extents[d];
  }
  for (int64_t run = part.runBegin; run < part.runEnd; ++run) {
    executeRun(index, part.elementBegin, part.elementEnd, sourcePointers,
               destinationPointers);
    for (size_t d = extents.size(); d-- > 0;) {
      if (++index[d] < extents[d])
        break;
      index[d] = 0;
    }
  }
}
