// AddTraining.cpp: a training step beside an entry that returns a loss
//
// The step is written as a user would write it: the ops of the entry, one
// nn.gradient by all parameters, clipping, and one optimizer op per parameter,
// whose states are new arguments. Example: for an entry `main` of x, y and the
// parameter w that returns "loss", `loss=loss data=x,y optimizer=adamw` adds
//   @train(x, y, state w, state w.mean, state w.square, state step,
//   learning_rate)
//       -> (loss, w, w.mean, w.square, step)

#include "TrainWriter.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace sbp {
#define GEN_PASS_DEF_ADDTRAININGPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct AddTraining : sbp::impl::AddTrainingPassBase<AddTraining> {
  using Base = sbp::impl::AddTrainingPassBase<AddTraining>;
  using Base::Base;

  void runOnOperation() override;

  FailureOr<func::FuncOp> findEntry();
  FailureOr<unsigned> findLoss(func::FuncOp entry);
  LogicalResult findParameters(func::FuncOp entry);
  FailureOr<ZeroStage> parseZero();
  /// Begins an error at the entry, without a note that prints the function.
  InFlightDiagnostic refuse(func::FuncOp entry) {
    return emitError(entry.getLoc()) << "sbp-add-training: ";
  }
  /// Begins an error about the options or the module, at its first function,
  /// since the location of a module has no line.
  InFlightDiagnostic refuse() {
    auto functions = getOperation().getOps<func::FuncOp>();
    return functions.empty()
               ? emitError(getOperation().getLoc()) << "sbp-add-training: "
               : refuse(*functions.begin());
  }

  SmallVector<unsigned> parameters; ///< numbers of arguments of the entry
};

} // namespace

//===----------------------------------------------------------------------===//
// What is trained
//===----------------------------------------------------------------------===//

FailureOr<func::FuncOp> AddTraining::findEntry() {
  func::FuncOp found;
  unsigned count = 0;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (!function.isPublic())
      continue;
    ++count;
    if (entry.empty() || function.getSymName() == entry)
      found = function;
  }
  if (found && (count == 1 || !entry.empty())) {
    if (!SymbolTable::lookupSymbolIn(getOperation(), "train"))
      return found;
    return refuse() << "the module has a function 'train' already; "
                       "rename it";
  }
  return refuse() << (entry.empty()
                          ? "the module has " + std::to_string(count) +
                                " entries; name one with entry="
                          : "there is no entry '" + entry + "'");
}

FailureOr<unsigned> AddTraining::findLoss(func::FuncOp entry) {
  for (unsigned i = 0; i < entry.getNumResults(); ++i) {
    auto name = entry.getResultAttrOfType<StringAttr>(i, SBPDialect::kNameAttr);
    if (!name || name.getValue() != loss)
      continue;
    auto type = cast<RankedTensorType>(entry.getResultTypes()[i]);
    if (type.getRank() == 0 && isa<FloatType>(type.getElementType()))
      return i;
    return refuse(entry) << "loss=" << loss << " is " << type
                         << ", expected a float without dimensions";
  }
  return refuse(entry) << "loss=" << loss << " names no result of @"
                       << entry.getSymName();
}

/// Every float argument that is no data is a parameter, and a state of all
/// entries.
LogicalResult AddTraining::findParameters(func::FuncOp entry) {
  llvm::StringSet<> names;
  for (const std::string &name : data)
    names.insert(name);
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    auto state = entry.getArgAttrOfType<StringAttr>(i, SBPDialect::kStateAttr);
    auto name = entry.getArgAttrOfType<StringAttr>(i, SBPDialect::kNameAttr);
    std::string text = state  ? state.str()
                       : name ? name.str()
                              : std::to_string(i);
    if (names.erase(text) ||
        !isa<FloatType>(getElementTypeOrSelf(entry.getArgument(i).getType())))
      continue;
    if (!state) {
      entry.removeArgAttr(i, SBPDialect::kNameAttr);
      entry.setArgAttr(i, SBPDialect::kStateAttr,
                       StringAttr::get(&getContext(), text));
    }
    parameters.push_back(i);
  }
  if (!names.empty())
    return refuse(entry) << "data=" << names.begin()->getKey().str()
                         << " names no argument of @" << entry.getSymName();
  if (parameters.empty())
    return refuse(entry) << "no float argument is left to train; data= names "
                            "all of them";
  return success();
}

FailureOr<ZeroStage> AddTraining::parseZero() {
  if (zero.empty())
    return ZeroStage();
  auto [stage, axis] = StringRef(zero).split(':');
  ZeroStage result;
  result.axis = axis.str();
  auto fail = [&] { return refuse() << "zero=" << zero; };
  if (stage.getAsInteger(10, result.stage) || result.stage < 1 ||
      result.stage > 3)
    return fail()
           << ": expected a stage from 1 to 3 with an axis, such as zero=1:dp";
  for (auto placement : getOperation().getOps<PlacementOp>())
    for (Attribute name : placement.getAxisNames())
      if (cast<StringAttr>(name).getValue() == result.axis)
        return result;
  return fail() << " names axis '" << axis << "', which no placement has";
}

void AddTraining::runOnOperation() {
  if (optimizer != "sgd" && optimizer != "adam" && optimizer != "adamw") {
    refuse() << "optimizer=" << optimizer
             << " is unknown; known: adam, adamw, sgd";
    return signalPassFailure();
  }
  if (microBatches < 1) {
    refuse() << "micro-batches=" << microBatches.getValue()
             << ": expected at least 1";
    return signalPassFailure();
  }
  FailureOr<ZeroStage> stage = parseZero();
  FailureOr<func::FuncOp> found = findEntry();
  if (failed(stage) || failed(found))
    return signalPassFailure();
  FailureOr<unsigned> lossNumber = findLoss(*found);
  if (failed(lossNumber) || failed(findParameters(*found)))
    return signalPassFailure();
  Settings settings = {optimizer, rate,   weightDecay,  momentum,
                       clip,      *stage, microBatches, schedule};
  TrainWriter(*found, *lossNumber, parameters, settings).write();
}
