// Materialise.cpp: write a decision into the IR

#include "sbp/Transforms/Materialise.h"
#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/Normalise.h"

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
  /// Boxes `value` wherever a use reads it differently from how it is made.
  void box(Value value);
  Value createBoxing(Value value, DistributionAttr from, DistributionAttr to,
                     ArrayRef<OpOperand *> uses, StringRef reason);
  /// Every state of `from` is one of `to`: nothing has to move.
  bool agree(Value value, DistributionAttr from, DistributionAttr to);
  /// Every rank has what it needs, or fills it in.
  bool movesNothing(Value value, DistributionAttr from, DistributionAttr to);
  bool readsShared(Value value, DistributionAttr shared, OpOperand &use);
  const Placement &getPlacement(FlatSymbolRefAttr symbol);
  std::string explain(OpOperand &use);
  std::string getReason(ArrayRef<OpOperand *> readers, DistributionAttr to);

  func::FuncOp function;
  const Decision &decision;
  llvm::DenseMap<Attribute, Placement> placements;
  llvm::DenseMap<std::tuple<Attribute, Attribute, Type>, bool> agreed, local;
};

const Placement &Materialiser::getPlacement(FlatSymbolRefAttr symbol) {
  auto [it, isNew] = placements.try_emplace(symbol);
  if (isNew)
    it->second = lookupPlacement(function, symbol).getPlacement();
  return it->second;
}

bool Materialiser::agree(Value value, DistributionAttr from,
                         DistributionAttr to) {
  if (from == to)
    return true;
  auto [it, isNew] = agreed.try_emplace({from, to, value.getType()}, false);
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

/// Whether `use` takes what is shared: not where it can have the value as it is
/// made, or gets it from there without any transfer.
bool Materialiser::readsShared(Value value, DistributionAttr shared,
                               OpOperand &use) {
  DistributionAttr made = decision.getProduced(value);
  DistributionAttr wanted = decision.getWanted(use);
  if (!shared || agree(value, made, wanted))
    return false;
  return agree(value, shared, wanted) || !movesNothing(value, made, wanted);
}

/// Why `use` wants its value in another distribution.
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
    os << " is left so";
  } else {
    os << "operand #" << use.getOperandNumber() << " of '" << user->getName()
       << "' is read so";
  }
  return text;
}

/// What a user asks for is the reason, whoever else reads it so.
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
  // Just before the first reader: what is moved is held no longer than needed.
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
  if (!isa<RankedTensorType>(value.getType()) || value.use_empty())
    return;
  DistributionAttr made = decision.getProduced(value), shared;
  if (auto found = decision.shared.lookup(value);
      found && !agree(value, made, found))
    shared = found;
  SmallVector<OpOperand *> sharing;
  MapVector<DistributionAttr, SmallVector<OpOperand *>> byWish;
  for (OpOperand *use : getOrderedUses(value)) {
    byWish[decision.getWanted(*use)].push_back(use);
    if (readsShared(value, shared, *use))
      sharing.push_back(use);
  }
  Value view = value;
  if (!sharing.empty()) {
    std::string reason = getReason(sharing, shared);
    if (sharing.size() > 1)
      reason += ", shared by " + std::to_string(sharing.size()) + " readers";
    view = createBoxing(value, made, shared, sharing, reason);
  }
  for (auto &[wanted, readers] : byWish) {
    bool isShared = readsShared(value, shared, *readers.front());
    Value current = isShared ? view : value;
    DistributionAttr state = isShared ? shared : made;
    Value seen = current;
    if (!agree(value, state, wanted))
      seen = createBoxing(current, state, wanted, readers,
                          getReason(readers, wanted));
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
    op->removeAttr(kPlacementAttr);
    if (SignatureAttr signature = decision.signatures.lookup(op))
      setSignatureAttr(op, signature);
  }
}

} // namespace

void materialise(func::FuncOp function, const Decision &decision) {
  Materialiser(function, decision).run();
}

} // namespace sbp
