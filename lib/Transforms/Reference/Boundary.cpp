// Boundary.cpp: values inside of a model that are compared with a reference

#include "Boundary.h"

using namespace mlir;
using namespace sbp;

// The value becomes a further result of the function with its name, location
// and distribution as result attributes.
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

// Numbers only serve to pair ops of two modules; kernels must not depend on
// them.
void sbp::removeNumbers(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (Operation &op : function.getOps())
      for (StringRef name : {kNumberAttr, kTimeDimsAttr})
        op.removeAttr(name);
}

DictionaryAttr Boundary::toAttribute() const {
  Builder builder(entry.getContext());
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("entry", entry),
       builder.getNamedAttr("location", loc),
       builder.getNamedAttr("name", name),
       builder.getNamedAttr("number", builder.getI64IntegerAttr(number)),
       builder.getNamedAttr("result", builder.getI64IntegerAttr(result))});
}

FailureOr<Boundary> Boundary::read(Attribute attribute) {
  auto fields = dyn_cast<DictionaryAttr>(attribute);
  if (!fields)
    return failure();
  auto entry = fields.getAs<StringAttr>("entry");
  auto loc = fields.getAs<LocationAttr>("location");
  auto name = fields.getAs<StringAttr>("name");
  auto number = fields.getAs<IntegerAttr>("number");
  auto result = fields.getAs<IntegerAttr>("result");
  if (!entry || !loc || !name || !number || !result)
    return failure();
  return Boundary{entry, number.getInt(), unsigned(result.getInt()), name, loc};
}
