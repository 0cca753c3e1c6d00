// NarrowingInterface.td: products that can be computed of narrower factors
#ifndef SBP_NARROWING_INTERFACE
#define SBP_NARROWING_INTERFACE

include "mlir/IR/OpBase.td"

def NarrowingOpInterface : OpInterface<"NarrowingOpInterface"> {
  let cppNamespace = "::sbp";
  let description = [{
    An op that multiplies matrices. Its float operands have one type; where that is narrower than f32, sums are f32 and results are rounded
    once.
  }];
  let methods = [
    InterfaceMethod<[{
      Returns whether result `number` is f32 where the operands are narrower; other float results have the type of the operands.
    }], "bool", "keepsWide", (ins "unsigned":$number), [{}], [{ return false; }]>,
  ];
}

#endif // SBP_NARROWING_INTERFACE
