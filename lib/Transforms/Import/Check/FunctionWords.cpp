// FunctionWords.cpp: the attributes of functions and calls in a model

#include "FunctionWords.h"

#include "sbp/Analysis/Scheduling/PipelineAttribute.h"
#include "sbp/Analysis/Scheduling/PipelineKinds.h"
#include "sbp/Analysis/Scheduling/WorkOrders.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/Checkpoints.h"
#include "sbp/Dialect/SBP/IR/LocalProgram.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Dialect/SBP/IR/NarrowProducts.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/SpelledAttention.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"

using namespace mlir;
using namespace sbp;

/// Returns the words that users write on an entry alone.
static SmallVector<StringRef> getEntryWords() {
  return {SBPDialect::kMicrobatchesAttr, kScheduleAttr, kRecomputeAttr,
          kNarrowProductsAttr};
}

static bool isOurs(NamedAttribute attribute) {
  return isa_and_nonnull<SBPDialect, nn::NNDialect>(attribute.getNameDialect());
}

static LogicalResult checkRecompute(func::FuncOp function) {
  Attribute value = function->getAttr(kRecomputeAttr);
  auto text = dyn_cast_if_present<StringAttr>(value);
  if (!value || (text && (text == "layers" || text == "contractions")))
    return success();
  return function.emitError() << kRecomputeAttr << " is " << value
                              << R"(; expected "layers" or "contractions")";
}

/// The words of a call are those that it shares with private functions.
static LogicalResult checkCall(func::CallOp call) {
  for (NamedAttribute attribute : call->getDiscardableAttrs())
    if (isOurs(attribute) && attribute.getName() != kCheckpointAttr)
      return call.emitError()
             << "unknown attribute " << attribute.getName().getValue()
             << " of a call; expected " << kCheckpointAttr;
  return success();
}

/// Attributes of SBPDialect on arguments are checked by its verifier.
static LogicalResult checkArguments(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    DictionaryAttr attributes = function.getArgAttrDict(number);
    for (NamedAttribute attribute :
         attributes ? attributes : DictionaryAttr::get(function.getContext()))
      if (isa_and_nonnull<nn::NNDialect>(attribute.getNameDialect()))
        return emitError(argument.getLoc())
               << "unknown attribute " << attribute.getName().getValue()
               << " of argument #" << number;
  }
  return success();
}

LogicalResult sbp::checkFunctionWords(func::FuncOp function) {
  SmallVector<StringRef> ofEntries = getEntryWords();
  // The compiler writes all but the first two, and reads its own texts again.
  const StringRef ofAll[] = {
      kCheckpointAttr, kSpelledAttentionAttr, kCreditsAttr,  kWorkOrderAttr,
      kTimeAttr,       kSavedBoundAttr,       kPipelineAttr, kPredictionAttr};
  for (NamedAttribute attribute : function->getDiscardableAttrs()) {
    StringRef name = attribute.getName();
    if (!isOurs(attribute) || llvm::is_contained(ofAll, name))
      continue;
    if (!llvm::is_contained(ofEntries, name))
      return function.emitError()
             << "unknown attribute " << name << " of @" << function.getSymName()
             << "; expected " << llvm::join(ofEntries, ", ") << ", "
             << kSpelledAttentionAttr << " or " << kCheckpointAttr;
    if (!function.isPublic())
      return function.emitError() << name << " on @" << function.getSymName()
                                  << ", which is private; it belongs on an "
                                     "entry";
  }
  auto result = function.walk(
      [](func::CallOp call) { return WalkResult(checkCall(call)); });
  return failure(result.wasInterrupted() || failed(checkArguments(function)) ||
                 failed(checkRecompute(function)));
}
