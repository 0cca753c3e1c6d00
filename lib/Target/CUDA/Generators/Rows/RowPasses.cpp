// RowPasses.cpp: the passes in which a kernel goes over a row
#include "RowPasses.h"

using namespace mlir;
using namespace sbp::cuda;

bool RowSource::isContiguous() const {
  return !isResult() && key.second[key.second.size() - 2] == 1;
}

bool RowSource::isInvariant() const {
  ArrayRef<int64_t> strides(key.second);
  return isContiguous() && strides.size() > 2 &&
         llvm::all_of(strides.drop_back(2),
                      [](int64_t stride) { return stride == 0; });
}

bool RowSource::isAligned() const {
  ArrayRef<int64_t> strides(key.second);
  auto isMultiple = [&](int64_t count) { return count * bytes % 16 == 0; };
  return isContiguous() && isMultiple(strides.back()) &&
         llvm::all_of(strides.drop_back(2), isMultiple);
}

RowPasses::RowPasses(const RowGroup &group) : group(group) {
  for (linalg::GenericOp op : group.members) {
    int pass = findPass(op);
    if (isDone(op))
      count = std::max(count, pass + 1);
  }
  collectSources();
}

/// Returns whether an op is computed in its pass. Other members are computed
/// where they are read.
bool RowPasses::isDone(linalg::GenericOp op) const {
  return op.getNumReductionLoops() ||
         (!group.isRowScalar(op) && isWritten(group, op));
}

void RowPasses::collectSources() {
  sources.clear();
  for (int pass = 0; pass < count; ++pass)
    for (linalg::GenericOp op : group.members)
      if (isDone(op) && getPass(op) == pass)
        addSources(op, pass);
}

int RowPasses::findPass(linalg::GenericOp op) {
  if (auto known = passOf.find(op); known != passOf.end())
    return known->second;
  int level = 0;
  for (OpOperand *input : op.getDpsInputOperands())
    if (Operation *producer = input->get().getDefiningOp();
        isRead(op, *input) && group.contains(producer)) {
      auto made = cast<linalg::GenericOp>(producer);
      level = std::max(level,
                       findPass(made) + (made.getNumReductionLoops() ? 1 : 0));
    }
  return passOf[op] = level;
}

RowSource &RowPasses::addSource(RowKey key, OpOperand *operand, Value tensor) {
  size_t index = findSource(key);
  if (index == sources.size()) {
    int64_t bytes = getElementBytes(getElementTypeOrSelf(tensor.getType()));
    sources.push_back({std::move(key), operand, bytes, {}});
  }
  return sources[index];
}

/// Returns the key of the source of a member's result.
static RowKey getResultKey(linalg::GenericOp op) {
  return {op->getResult(0).getAsOpaquePointer(), {}};
}

/// Adds the inputs that `op` depends on, through other members, to `pass`.
/// Passes come in order: only the first one needs the inputs of a kept result.
void RowPasses::addSources(linalg::GenericOp op, int pass) {
  if (keptResults.contains(op)) {
    RowSource &source = addSource(getResultKey(op), nullptr, op->getResult(0));
    source.passes.insert(pass);
    if (source.passes[0] != pass)
      return;
  }
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!isRead(op, *input) || isRowScalar(group, op, *input))
      continue;
    if (Operation *producer = input->get().getDefiningOp();
        group.contains(producer))
      addSources(cast<linalg::GenericOp>(producer), pass);
    else
      addSource(getRowKey(group, op, *input), input, input->get())
          .passes.insert(pass);
  }
}

void RowPasses::keepResults() {
  auto isKept = [](const RowSource &one) { return one.isKept(); };
  int64_t least = countBytes(isKept);
  for (linalg::GenericOp op : group.members) {
    if (group.isRowScalar(op) || getPass(op) != 0)
      continue;
    keptResults.insert(op);
    collectSources();
    int64_t bytes = countBytes(isKept);
    if (bytes >= least)
      keptResults.erase(op);
    least = std::min(bytes, least);
  }
  collectSources();
}

std::optional<size_t> RowPasses::findResult(linalg::GenericOp op) const {
  if (!keptResults.contains(op))
    return std::nullopt;
  return findSource(getResultKey(op));
}

size_t RowPasses::findSource(const RowKey &key) const {
  const RowSource *found = llvm::find_if(
      sources, [&](const RowSource &source) { return source.key == key; });
  return size_t(found - sources.begin());
}

SmallVector<linalg::GenericOp> RowPasses::getReductions(int pass) const {
  SmallVector<linalg::GenericOp> reductions;
  for (linalg::GenericOp op : group.members)
    if (op.getNumReductionLoops() && getPass(op) == pass)
      reductions.push_back(op);
  return reductions;
}

bool RowPasses::hasPassOfSeveralReductions() const {
  for (int pass = 0; pass < count; ++pass)
    if (getReductions(pass).size() > 1)
      return true;
  return false;
}

int64_t RowPasses::countBytes(
    llvm::function_ref<bool(const RowSource &)> condition) const {
  int64_t bytes = 0;
  for (const RowSource &source : sources)
    bytes += condition(source) ? source.bytes : 0;
  return bytes;
}

double RowPasses::countRepeatedBytes(int64_t capacity) const {
  double kept = 0, repeated = 0, rows = 1;
  for (const RowSource &source : sources)
    if (source.isKept()) {
      kept += double(source.bytes);
      repeated += double(source.bytes * int64_t(source.passes.size() - 1));
    }
  for (int64_t extent : group.rows)
    rows *= double(extent);
  double beyond = double(group.columns) * kept - double(capacity);
  return beyond > 0 ? rows * beyond / kept * repeated : 0;
}
