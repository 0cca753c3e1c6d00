// BufferLifetimes.cpp: the interval in which each value of a module has a
// buffer
//
// Linear scan over the ops in program order. An op without a buffer for its
// result (a view, or elementwise work that its reader fuses) passes the reads
// of that result on to its own operands, so one backward walk finds every last
// read. Example, with the points (boxing, op) after each op:
//
//   a = matmul x, w   (0, 1)   buffer of a: [1, 5], since b is a view
//   b = reshape a     (2, 3)
//   c = softmax b     (4, 5)

#include "BufferLifetimes.h"
#include "sbp/Analysis/Scheduling/RegionReads.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

BufferLifetimes::Span BufferLifetimes::getRegion(Operation *op) const {
  auto known = regions.find(op);
  return known != regions.end() ? known->second
                                : Span{getBoxingTime(op), getTime(op)};
}

unsigned BufferLifetimes::getEnd(Operation *op, const Span &region) const {
  unsigned end = ends.lookup(op);
  return end <= region.last ? end : regionEnds.lookup(op);
}

/// A fresh tensor that is filled first counts as written: no other node holds
/// it, since sources are not nodes. What a form makes for readers of its choice
/// too has no sole reader that could fuse it.
bool BufferLifetimes::isWritten(OpResult value) const {
  if (isa<ConstrainOp>(value.getOwner()))
    return false;
  if (alternatives.isHolder(value.getOwner()))
    return true;
  if (Value repeated = alternatives.getRepeated(value);
      repeated && !value.use_empty() && !repeated.use_empty())
    return true;
  OpWork work = getWork(value.getOwner());
  unsigned number = value.getResultNumber();
  return work.writes[number] || work.fills[number] || work.keeps[number] ||
         leavesRegion(value);
}

/// A value that another region reads is stored, even a view.
bool BufferLifetimes::leavesRegion(OpResult value) const {
  auto own = regions.find(value.getOwner());
  return own != regions.end() && any_of(value.getUsers(), [&](Operation *user) {
           auto other = regions.find(user);
           return other != regions.end() &&
                  other->second.first != own->second.first;
         });
}

void BufferLifetimes::cutIntoRegions(ArrayRef<Operation *> ops,
                                     ArrayRef<StateUpdate> updates) {
  SmallVector<unsigned> cuts = getRegionCuts(ops, updates);
  cuts.push_back(ops.size());
  unsigned begin = 0;
  for (unsigned end : cuts) {
    if (begin == end)
      continue;
    Span region{getBoxingTime(ops[begin]), getTime(ops[end - 1])};
    for (Operation *op : ops.slice(begin, end - begin))
      regions[op] = region;
    begin = end;
  }
}

/// Finds the regions of each placement as if nothing were communicated. An op
/// with several forms counts as itself.
void BufferLifetimes::findRegions(func::FuncOp function) {
  llvm::MapVector<Attribute, SmallVector<Operation *>> ops;
  for (Operation &op : function.front().without_terminator())
    if (!isa<ConstrainOp>(op) && !isRematerialised(op) &&
        alternatives.isOriginal(&op) && !alternatives.isHolder(&op))
      ops[getPlacementOf(&op)].push_back(&op);
  SmallVector<StateUpdate> updates;
  for (OpOperand &next : function.front().getTerminator()->getOpOperands())
    for (BlockArgument old : function.getArguments()) {
      auto name = function.getArgAttrOfType<StringAttr>(old.getArgNumber(),
                                                        SBPDialect::kStateAttr);
      if (name && name == function.getResultAttrOfType<StringAttr>(
                              next.getOperandNumber(), SBPDialect::kStateAttr))
        updates.push_back({next.get(), old});
    }
  for (auto &[placement, placed] : ops)
    cutIntoRegions(placed, updates);
  addRepeats(function);
  for (const auto &choice : alternatives.getChoices())
    if (auto region = regions.find(choice.op);
        region != regions.end() && choice.kind == ChoiceKind::Decomposed) {
      Span span = region->second;
      for (const auto &form : choice.forms)
        for (Operation *op : form.ops)
          regions[op] = span;
    }
}

/// Forms that make values again belong to the region of the op that they stand
/// in front of.
void BufferLifetimes::addRepeats(func::FuncOp function) {
  std::optional<Span> next;
  for (Operation &op : reverse(function.front())) {
    if (auto known = regions.find(&op); known != regions.end())
      next = known->second;
    else if (std::optional<ChoiceKind> kind = alternatives.getKind(&op);
             kind && *kind != ChoiceKind::Decomposed && next &&
             !alternatives.isHolder(&op))
      regions[&op] = *next;
  }
}

SmallVector<Operation *> BufferLifetimes::getReaders(OpResult value) const {
  SmallVector<Operation *> readers(value.getUsers());
  if (Value repeated = alternatives.getRepeated(value))
    append_range(readers, repeated.getUsers());
  return readers;
}

unsigned BufferLifetimes::addFunction(func::FuncOp function, unsigned first) {
  for (Operation &op : function.front())
    positions[&op] = first++;
  findRegions(function);
  for (Operation &op : reverse(function.front())) {
    if (alternatives.isHolder(&op))
      continue; // it holds what others have made
    unsigned end = getTime(&op), regionEnd = getRegion(&op).last;
    for (OpResult result : op.getResults())
      if (isa<RankedTensorType>(result.getType()) && !isWritten(result))
        for (Operation *user : getReaders(result)) {
          end = std::max(end, ends.lookup(user));
          regionEnd = std::max(regionEnd, regionEnds.lookup(user));
        }
    ends[&op] = end;
    regionEnds[&op] = regionEnd;
  }
  return first;
}

} // namespace sbp
