// SelectionTimes.cpp: the time of choosing distributions
//
//   selection-times MODEL.mlir...
//
// Per model one line: ops with tensors, how many of them are distinct, their
// sound signatures, CPU seconds of enumerating these alone, variables of the
// network, CPU seconds of the whole choice, gap.

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Solution/Selection.h"
#include "sbp/InitAll.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "sbp/Pipelines/Pipelines.h"
#include "sbp/Transforms/Alternatives.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/Support/Format.h"
#include <ctime>

using namespace mlir;
using namespace sbp;

static double now() { return double(std::clock()) / CLOCKS_PER_SEC; }

namespace {
struct Enumeration {
  size_t ops = 0, distinct = 0, signatures = 0;
};
} // namespace

/// All sound signatures of every op, of equal ops once; what selection does
/// first, from a context that has seen no rule.
static Enumeration enumerateAll(ModuleOp module) {
  Enumeration result;
  llvm::DenseMap<std::pair<const RuledOp *, Attribute>, std::vector<Signature>>
      known;
  module.walk([&](Operation *op) {
    FlatSymbolRefAttr symbol = sbp::getPlacementOf(op);
    if (!isa<SBPOpInterface>(op) || !symbol || !touchesTensors(op))
      return;
    auto ruled = getRuledOp(op);
    auto [it, isNew] = known.try_emplace({ruled.get(), symbol});
    if (isNew)
      it->second = enumerateSignatures(
          *ruled, lookupPlacement(op, symbol).getPlacement());
    result.ops += 1;
    result.distinct += isNew;
    result.signatures += it->second.size();
  });
  return result;
}

static LogicalResult measure(StringRef path, const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceFile<ModuleOp>(path, &context);
  PassManager manager(&context);
  buildImportPipeline(manager);
  if (!module || failed(manager.run(*module)) ||
      module->getOps<PlacementOp>().empty())
    return failure();
  // Placing asks for every rule: enumeration is to pay for that itself.
  auto placement = FlatSymbolRefAttr::get(
      (*module->getOps<PlacementOp>().begin()).getSymNameAttr());
  for (auto function : module->getOps<func::FuncOp>())
    for (Operation &op : function.front().without_terminator())
      op.setAttr(SBPDialect::kPlacementAttr, placement);
  double start = now();
  Enumeration enumeration = enumerateAll(*module);
  double enumerated = now();
  Decision decision;
  FailureOr<SelectionResult> result = selectDistributions(
      *module, insertAlternatives(*module), CostModel(), decision);
  double selected = now();
  if (failed(result))
    return failure();
  llvm::outs() << llvm::format(
      "%6zu %8zu %10zu %9.3f %9zu %9.3f %8.2g\n", enumeration.ops,
      enumeration.distinct, enumeration.signatures, enumerated - start,
      result->numVariables, selected - enumerated, result->gap);
  llvm::outs().flush();
  return success();
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  for (int i = 1; i < argc; ++i)
    if (failed(measure(argv[i], registry)))
      return 1;
  return 0;
}
