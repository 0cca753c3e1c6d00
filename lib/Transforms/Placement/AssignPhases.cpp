// AssignPhases.cpp: forward, backward and update
//
// Two modes. A function with derived gradients has notes on its adjoints, which
// are completed forwards. One that came differentiated is divided by what
// depends on what; an optimizer that was added to it keeps its notes. Example:
// for
//   %h = f(%w);  %l = g(%h);  %dw = f'(g'(%h), %w);  %n = %w - %dw
// with results %l and the state %n, f and g are forward, g' and f' backward,
// and the subtraction is the update.

#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Transforms/Passes.h"
#include "sbp/Transforms/Phases.h"

namespace sbp {
#define GEN_PASS_DEF_ASSIGNPHASESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

class PhaseFinder {
public:
  explicit PhaseFinder(func::FuncOp function) : function(function) {}
  llvm::DenseMap<Operation *, StepPhase> run();

private:
  auto getOps() { return function.front().without_terminator(); }
  bool isNextState(OpOperand &use);
  bool updatesState();
  bool isDerived();
  void completeNotes();
  void placeLayouts();
  void divideImported();
  void markForward();
  bool isUpdate(Operation *op);
  void placeConstrains();

  func::FuncOp function;
  llvm::DenseMap<Operation *, StepPhase> phases;
};

struct AssignPhases : sbp::impl::AssignPhasesPassBase<AssignPhases> {
  void runOnOperation() override;
};

} // namespace

/// Returns true if `use` returns the next value of a state.
bool PhaseFinder::isNextState(OpOperand &use) {
  return isa<func::ReturnOp>(use.getOwner()) &&
         function.getResultAttr(use.getOperandNumber(), SBPDialect::kStateAttr);
}

bool PhaseFinder::updatesState() {
  return llvm::any_of(function.front().getTerminator()->getOpOperands(),
                      [&](OpOperand &use) { return isNextState(use); });
}

bool PhaseFinder::isDerived() {
  return llvm::any_of(getOps(), [](Operation &op) {
    return getPhaseOf(&op) == StepPhase::Backward;
  });
}

void PhaseFinder::completeNotes() {
  for (Operation &op : getOps()) {
    StepPhase &phase = phases[&op];
    phase = getPhaseOf(&op);
    if (op.hasAttr(kPhaseAttr))
      continue;
    bool dependsOnGradient = false;
    forEachOperand(&op, [&](Value value) {
      Operation *producer = value.getDefiningOp();
      dependsOnGradient |=
          producer && phases.lookup(producer) != StepPhase::Forward;
    });
    if (dependsOnGradient)
      phases[&op] = StepPhase::Update;
  }
}

/// Rewrites of adjoints leave ops without a note among them, layouts of values
/// of forward above all. What only backward reads, behind where it begins, is
/// backward: forward would end there.
void PhaseFinder::placeLayouts() {
  auto isBackward = [&](Operation *op) {
    return phases.lookup(op) == StepPhase::Backward;
  };
  auto ops = getOps();
  auto begin = llvm::find_if(ops, [](Operation &op) {
    return getPhaseOf(&op) == StepPhase::Backward;
  });
  for (Operation &op : llvm::reverse(llvm::make_range(begin, ops.end()))) {
    if (op.hasAttr(kPhaseAttr) || phases.lookup(&op) != StepPhase::Forward ||
        isa<ConstrainOp>(op) || isSource(&op) || op.use_empty())
      continue;
    if (llvm::all_of(op.getUsers(), [&](Operation *user) {
          return isBackward(function.front().findAncestorOpInBlock(*user));
        }))
      phases[&op] = StepPhase::Backward;
  }
}

/// Everything is backward but what a result that is no state depends on.
void PhaseFinder::markForward() {
  for (Operation &op : getOps())
    phases[&op] =
        op.hasAttr(kPhaseAttr) ? getPhaseOf(&op) : StepPhase::Backward;
  SmallVector<Value> open;
  for (OpOperand &use : function.front().getTerminator()->getOpOperands())
    if (!isNextState(use))
      open.push_back(use.get());
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || phases.lookup(op) == StepPhase::Forward)
      continue;
    phases[op] = StepPhase::Forward;
    forEachOperand(op, [&](Value value) { open.push_back(value); });
  }
}

/// Returns true if every result is read by next states and other ops of the
/// update alone, and each element is computed by itself.
bool PhaseFinder::isUpdate(Operation *op) {
  if (op->use_empty())
    return false;
  for (OpOperand &use : op->getUses()) {
    Operation *reader = function.front().findAncestorOpInBlock(*use.getOwner());
    if (!isNextState(use) && phases.lookup(reader) != StepPhase::Update)
      return false;
  }
  if (isa<ConstrainOp>(op) || !touchesTensors(op))
    return true;
  return isa<SBPOpInterface>(op) &&
         llvm::all_of(getRuledOp(op)->rule.factors, [](const Factor &factor) {
           return factor.kind == Factor::Kind::Parallel;
         });
}

void PhaseFinder::divideImported() {
  markForward();
  for (Operation &op : llvm::reverse(getOps()))
    if (phases.lookup(&op) == StepPhase::Backward && isUpdate(&op))
      phases[&op] = StepPhase::Update;
}

void PhaseFinder::placeConstrains() {
  for (Operation &op : llvm::reverse(getOps())) {
    if (!isa<ConstrainOp>(op) || op.hasAttr(kPhaseAttr) || op.use_empty())
      continue;
    StepPhase first = StepPhase::Update;
    for (Operation *user : op.getUsers())
      if (Operation *reader = function.front().findAncestorOpInBlock(*user);
          !isa<func::ReturnOp>(reader))
        first = std::min(first, phases.lookup(reader));
    phases[&op] = first;
  }
}

llvm::DenseMap<Operation *, StepPhase> PhaseFinder::run() {
  if (isDerived()) {
    completeNotes();
    placeLayouts();
  } else if (updatesState()) {
    divideImported();
  }
  placeConstrains();
  return std::move(phases);
}

llvm::DenseMap<Operation *, StepPhase> sbp::findPhases(func::FuncOp function) {
  return PhaseFinder(function).run();
}

void AssignPhases::runOnOperation() {
  for (auto [op, phase] : findPhases(getOperation()))
    setPhase(op, phase);
}
