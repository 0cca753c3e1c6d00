//===- Boundaries.cpp - values inside the model that --compare looks at ---===//

#include "Boundaries.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

// Of no dialect: it is gone before a pass could meet it.
static constexpr llvm::StringLiteral numberAttr = "number";

void Boundaries::number(ModuleOp model) {
  int64_t next = 0;
  Builder builder(model.getContext());
  for (auto function : model.getOps<func::FuncOp>())
    for (Operation &op : function.front().without_terminator())
      op.setAttr(numberAttr, builder.getI64IntegerAttr(next++));
}

void Boundaries::removeNumbers(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (Operation &op : function.front())
      op.removeAttr(numberAttr);
}

unsigned sbp::addBoundary(func::FuncOp function, Value value, StringAttr name,
                          LocationAttr loc, DistributionAttr distribution) {
  NamedAttrList attributes;
  attributes.set(SBPDialect::kBoundaryAttr, name);
  attributes.set(SBPDialect::kBoundaryLocationAttr, loc);
  if (distribution)
    attributes.set(SBPDialect::kDistributionAttr, distribution);
  Operation *terminator = function.front().getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), value);
  LogicalResult inserted =
      function.insertResult(function.getNumResults(), value.getType(),
                            attributes.getDictionary(function.getContext()));
  assert(succeeded(inserted) && "a function takes any result");
  (void)inserted;
  return function.getNumResults() - 1;
}

/// Its only reader is the return: it is a result anyway.
static bool isResult(BoxingOp boxing) {
  return llvm::all_of(boxing->getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
}

void Boundaries::addToDistributed(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (auto boxing : llvm::to_vector(function.front().getOps<BoxingOp>())) {
      Value value = boxing.getInput();
      while (auto before = value.getDefiningOp<BoxingOp>())
        value = before.getInput();
      auto made = dyn_cast<OpResult>(value);
      auto number =
          made ? made.getOwner()->getAttrOfType<IntegerAttr>(numberAttr)
               : IntegerAttr();
      if (!number || isResult(boxing))
        continue;
      auto name = StringAttr::get(
          module.getContext(), function.getSymName() + "/" +
                                   made.getOwner()->getName().getStringRef() +
                                   "#" + Twine(made.getResultNumber()));
      boundaries.push_back({function.getSymNameAttr(), number.getInt(),
                            made.getResultNumber(), name, made.getLoc()});
      // Pieces with halos are nobody's result: what they were made of is.
      bool hasWindows = boxing.getTo().getDistribution().hasWindows();
      addBoundary(function, hasWindows ? boxing.getInput() : boxing.getResult(),
                  name, made.getLoc(),
                  hasWindows ? boxing.getFrom() : boxing.getTo());
    }
  removeNumbers(module);
}

void Boundaries::addToModel(ModuleOp model) const {
  llvm::DenseMap<int64_t, Operation *> numbered;
  for (auto function : model.getOps<func::FuncOp>())
    for (Operation &op : function.front())
      if (auto number = op.getAttrOfType<IntegerAttr>(numberAttr))
        numbered[number.getInt()] = &op;
  for (const Boundary &boundary : boundaries)
    addBoundary(model.lookupSymbol<func::FuncOp>(boundary.entry),
                numbered.lookup(boundary.number)->getResult(boundary.result),
                boundary.name, boundary.loc, {});
  removeNumbers(model);
}
