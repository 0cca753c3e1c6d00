// Materialise.cpp: writes a decision into the IR
//
// For each group of readers (ReaderGroups), uses are grouped by the
// distribution that they read. A boxing
// that several readers share (Decision::shared) is created first; then each
// group that cannot read the produced or the shared value gets its own boxing,
// just before its first reader. Example: y produced as [P], read as [B] by two
// ops: one boxing [P] -> [B], "shared by 2 readers".

#include "sbp/Transforms/Materialise.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Graph/ReaderGroups.h"
#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Interfaces/OpNames.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

class Materialiser {
public:
  Materialiser(func::FuncOp function, const Decision &decision)
      : function(function), decision(decision) {}
  void run();

private:
  /// Creates boxings where a use reads `value` in another distribution.
  void box(Value value);
  void box(Value value, const ReaderGroup &group);
  Value createBoxing(Value value, DistributionAttr from, DistributionAttr to,
                     ArrayRef<OpOperand *> uses, StringRef reason);
  /// Returns true if every state of `from` is a state of `to`.
  bool areCompatible(Value value, DistributionAttr from, DistributionAttr to);
  /// Returns true if the boxing needs no transfer, only slices or fills.
  bool movesNothing(Value value, DistributionAttr from, DistributionAttr to);
  bool readsShared(Value value, DistributionAttr shared, OpOperand &use);
  const Placement &getPlacement(FlatSymbolRefAttr symbol);
  std::string explain(OpOperand &use);
  std::string getReason(ArrayRef<OpOperand *> readers, DistributionAttr to);

  func::FuncOp function;
  const Decision &decision;
  ReaderGroups groups;
  llvm::DenseMap<Attribute, Placement> placements;
  llvm::DenseMap<std::tuple<Attribute, Attribute, Type>, bool> compatible,
      local;
};

const Placement &Materialiser::getPlacement(FlatSymbolRefAttr symbol) {
  auto [it, isNew] = placements.try_emplace(symbol);
  if (isNew)
    it->second = lookupPlacement(function, symbol).getPlacement();
  return it->second;
}

bool Materialiser::areCompatible(Value value, DistributionAttr from,
                                 DistributionAttr to) {
  if (from == to)
    return true;
  auto [it, isNew] = compatible.try_emplace({from, to, value.getType()},
                                            /*isSubsumed=*/false);
  if (isNew) {
    Placement source = getPlacement(from.getPlacement());
    it->second =
        isSubsumed(source, from.getDistribution(),
                   getPlacement(to.getPlacement()), to.getDistribution(),
                   cast<RankedTensorType>(value.getType()).getShape());
  }
  return it->second;
}

bool Materialiser::movesNothing(Value value, DistributionAttr from,
                                DistributionAttr to) {
  auto [it, isNew] = local.try_emplace({from, to, value.getType()}, false);
  if (isNew && !from.getDistribution().hasWindows()) {
    auto shape = cast<RankedTensorType>(value.getType()).getShape();
    Layout source(getPlacement(from.getPlacement()), from.getDistribution(),
                  shape),
        target(getPlacement(to.getPlacement()), to.getDistribution(), shape);
    it->second = getBoxingBoundTotal(source, target) == 0;
  }
  return it->second;
}

/// Returns true if `use` reads the shared boxing: it can neither read the value
/// as produced nor get it from there without a transfer.
bool Materialiser::readsShared(Value value, DistributionAttr shared,
                               OpOperand &use) {
  DistributionAttr produced = decision.getProduced(value);
  DistributionAttr required = decision.getRequired(use);
  if (!shared || areCompatible(value, produced, required))
    return false;
  return areCompatible(value, shared, required) ||
         !movesNothing(value, produced, required);
}

/// Returns why `use` reads its value in another distribution.
std::string Materialiser::explain(OpOperand &use) {
  Operation *user = use.getOwner();
  std::string text;
  raw_string_ostream os(text);
  if (isa<ConstrainOp>(user)) {
    os << kConstrainReason;
  } else if (isa<func::ReturnOp>(user)) {
    unsigned index = use.getOperandNumber();
    os << "result #" << index;
    for (StringRef key : {SBPDialect::kNameAttr, SBPDialect::kStateAttr})
      if (auto name = function.getResultAttrOfType<StringAttr>(index, key)) {
        os << " '" << name.getValue() << "'";
        break;
      }
    os << " has this distribution";
  } else {
    os << "operand #" << use.getOperandNumber() << " of '"
       << getDisplayName(user) << "' requires this distribution";
  }
  return text;
}

/// Returns the reason of a boxing: an annotation if one of the readers is one.
std::string Materialiser::getReason(ArrayRef<OpOperand *> readers,
                                    DistributionAttr to) {
  const auto *asking = find_if(readers, [&](OpOperand *reader) {
    auto constrain = dyn_cast<ConstrainOp>(reader->getOwner());
    return constrain && constrain.getDistribution() == to;
  });
  return explain(asking == readers.end() ? *readers.front() : **asking);
}

Value Materialiser::createBoxing(Value value, DistributionAttr from,
                                 DistributionAttr to,
                                 ArrayRef<OpOperand *> uses, StringRef reason) {
  // Just before the first reader, so that moved data is held as short as
  // possible.
  Operation *first = uses.front()->getOwner();
  for (OpOperand *use : uses)
    if (use->getOwner()->isBeforeInBlock(first))
      first = use->getOwner();
  OpBuilder builder(first);
  auto boxing =
      BoxingOp::create(builder, value.getLoc(), value.getType(), value, from,
                       to, builder.getStringAttr(reason), IntegerAttr());
  return boxing.getResult();
}

void Materialiser::box(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return;
  for (const ReaderGroup &group : groups.get(value))
    box(value, group);
}

void Materialiser::box(Value value, const ReaderGroup &group) {
  DistributionAttr produced = decision.getProduced(value), shared;
  if (auto found =
          decision.shared.lookup({value, static_cast<int64_t>(group.phase)});
      found && !areCompatible(value, produced, found))
    shared = found;
  SmallVector<OpOperand *> sharing;
  MapVector<DistributionAttr, SmallVector<OpOperand *>> byWish;
  for (OpOperand *use : group.uses) {
    byWish[decision.getRequired(*use)].push_back(use);
    if (readsShared(value, shared, *use))
      sharing.push_back(use);
  }
  Value view = value;
  if (!sharing.empty()) {
    std::string reason = getReason(sharing, shared);
    if (sharing.size() > 1)
      reason += ", shared by " + std::to_string(sharing.size()) + " readers";
    view = createBoxing(value, produced, shared, sharing, reason);
  }
  for (auto &[required, readers] : byWish) {
    bool isShared = readsShared(value, shared, *readers.front());
    Value current = isShared ? view : value;
    DistributionAttr state = isShared ? shared : produced;
    Value seen = current;
    if (!areCompatible(value, state, required))
      seen = createBoxing(current, state, required, readers,
                          getReason(readers, required));
    for (OpOperand *reader : readers)
      reader->set(seen);
  }
}

void Materialiser::run() {
  SmallVector<Value> values(function.getArguments());
  SmallVector<Operation *> ops;
  for (Operation &op : function.front().without_terminator()) {
    ops.push_back(&op);
    append_range(values, op.getResults());
  }
  for (Value value : values)
    box(value);
  for (BlockArgument argument : function.getArguments())
    function.setArgAttr(argument.getArgNumber(), SBPDialect::kDistributionAttr,
                        decision.arguments.lookup(argument));
  for (auto [i, result] : enumerate(decision.results.lookup(function)))
    function.setResultAttr(i, SBPDialect::kDistributionAttr, result);
  for (Operation *op : ops) {
    if (auto constrain = dyn_cast<ConstrainOp>(op)) {
      constrain.getResult().replaceAllUsesWith(constrain.getInput());
      constrain.erase();
      continue;
    }
    op->removeAttr(SBPDialect::kPlacementAttr);
    if (SignatureAttr signature = decision.signatures.lookup(op))
      setSignatureAttr(op, signature);
  }
}

} // namespace

void materialise(func::FuncOp function, const Decision &decision) {
  Materialiser(function, decision).run();
}

} // namespace sbp
