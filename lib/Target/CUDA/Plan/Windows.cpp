// Windows.cpp: the ops that share kernels, as generators offer them
#include "Windows.h"
#include "LaunchPlan.h"

using namespace mlir;
using namespace sbp::cuda;

bool sbp::cuda::isComputedWhole(const Generator &generator, Window ops,
                                const LaunchPlan &plan) {
  bool isInPlace = llvm::any_of(ops, [&](Operation *op) {
    std::optional<BufferRef> place =
        plan.buffers.getDestination(op->getResult(0));
    return place && place->kind == BufferRef::Kind::Input;
  });
  if (isInPlace)
    return false;
  SmallVector<Candidate> candidates;
  generator.match(ops, plan.chip, candidates);
  return llvm::any_of(candidates, [&](const Candidate &candidate) {
    return candidate.numOps == ops.size();
  });
}

const Generator *Windows::offer(Operation *op, const LaunchPlan &plan,
                                Ops &ops) {
  const Generator *first = nullptr;
  for (const auto &generator : getGenerators()) {
    ops.assign(1, op);
    if (!generator->extend(ops, plan))
      continue;
    if (ops.size() > 1)
      return generator.get();
    first = first ? first : generator.get();
  }
  ops.assign(1, op);
  return first;
}

Windows::Ops Windows::close() {
  generator = nullptr;
  return std::exchange(open, {});
}

bool Windows::isDueBefore(Operation *op) const {
  return generator && !generator->staysOpen(open, op);
}

bool Windows::mayAdd(Operation *op, const LaunchPlan &plan) const {
  Ops extended = open;
  extended.push_back(op);
  return generator && generator->extend(extended, plan);
}

SmallVector<Windows::Ops, 2> Windows::add(Operation *op,
                                          const LaunchPlan &plan) {
  SmallVector<Ops, 2> due;
  auto closeOpen = [&] {
    if (generator)
      due.push_back(close());
  };
  if (covered.contains(op))
    return due;
  if (auto ending = complete.find(op); ending != complete.end()) {
    closeOpen();
    due.push_back(std::move(ending->second));
    return due;
  }
  Ops ops;
  const Generator *offering = offer(op, plan, ops);
  if (ops.size() > 1) {
    if (isDueBefore(op))
      closeOpen();
    covered.insert(ops.begin(), std::prev(ops.end()));
    Operation *last = ops.back();
    complete[last] = std::move(ops);
    return due;
  }
  if (generator) {
    Ops extended = open;
    extended.push_back(op);
    if (generator->extend(extended, plan)) {
      open = std::move(extended);
      return due;
    }
  }
  closeOpen();
  if (offering) {
    generator = offering;
    open = std::move(ops);
  } else {
    due.push_back(std::move(ops));
  }
  return due;
}
