// RowBuilder.h: sums over rows and elementwise work on them, for adjoints
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ROWBUILDER_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ROWBUILDER_H

#include "ScalarBuilder.h"
#include "sbp/Interfaces/StructuredBuilding.h"

namespace sbp {

/// Builds generics over all dimensions of one tensor type. Operands have all of
/// its dimensions, or some, which `dims` names. Elements are computed in f32 or
/// wider.
class RowBuilder : public StructuredBuilder {
public:
  /// Builds a scalar, in the compute type, from one element of each operand;
  /// floats among them are already in that type.
  using Term = llvm::function_ref<mlir::Value(ScalarBuilder &,
                                              mlir::ValueRange elements)>;
  /// An operand, and the dimensions of the rows that it has.
  struct Operand {
    mlir::Value value;
    llvm::SmallVector<int64_t> dims;
  };

  /// `builder` must outlive this object; `type` is a tensor of floats of static
  /// shape.
  RowBuilder(mlir::OpBuilder &builder, mlir::Location loc,
             mlir::RankedTensorType type)
      : StructuredBuilder(builder, loc), builder(builder), loc(loc), type(type),
        compute(sbp::getComputeType(type)) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      all.push_back(dim);
  }

  mlir::FloatType getComputeType() const { return compute; }
  /// Returns an operand with all dimensions.
  Operand whole(mlir::Value value) const { return {value, all}; }
  /// Returns all dimensions but the last `count`.
  llvm::SmallVector<int64_t> getLeading(int64_t count) const {
    return llvm::SmallVector<int64_t>(
        llvm::ArrayRef<int64_t>(all).drop_back(count));
  }
  /// Returns the last `count` dimensions.
  llvm::SmallVector<int64_t> getTrailing(int64_t count) const {
    return llvm::SmallVector<int64_t>(
        llvm::ArrayRef<int64_t>(all).take_back(count));
  }
  /// Returns all dimensions but `dim`.
  llvm::SmallVector<int64_t> getOthers(int64_t dim) const {
    llvm::SmallVector<int64_t> dims(all);
    dims.erase(dims.begin() + dim);
    return dims;
  }

  /// Builds the sum of `term` over the dimensions that `kept` lacks, with
  /// elements of the float type `element`, or of the compute type if that is
  /// null. The result has the dimensions `kept`, in that order.
  mlir::Value sum(llvm::ArrayRef<int64_t> kept,
                  llvm::ArrayRef<Operand> operands, Term term,
                  mlir::Type element = {}) {
    llvm::SmallVector<int64_t> shape;
    for (int64_t dim : kept)
      shape.push_back(type.getDimSize(dim));
    mlir::Type stored = element ? element : mlir::Type(compute);
    return reduce(mlir::RankedTensorType::get(shape, stored),
                  select(type.getRank(), kept), builder.getZeroAttr(stored),
                  getValues(operands), getMaps(operands),
                  [&](mlir::OpBuilder &builder, mlir::ValueRange arguments) {
                    ScalarBuilder s(builder, loc);
                    mlir::Value value =
                        term(s, widen(s, arguments.drop_back()));
                    mlir::Value total = s.widen(arguments.back(), compute);
                    return s.narrow(s.add(total, value), stored);
                  });
  }
  /// Builds a tensor of the type of the rows whose elements are `term`, rounded
  /// to its element type.
  mlir::Value map(llvm::ArrayRef<Operand> operands, Term term) {
    return StructuredBuilder::map(
        type, getValues(operands), getMaps(operands),
        [&](mlir::OpBuilder &builder, mlir::ValueRange arguments) {
          ScalarBuilder s(builder, loc);
          return s.narrow(term(s, widen(s, arguments)), type.getElementType());
        });
  }

private:
  /// Returns `arguments` with all floats in the compute type.
  llvm::SmallVector<mlir::Value> widen(ScalarBuilder &s,
                                       mlir::ValueRange arguments) {
    llvm::SmallVector<mlir::Value> wide;
    for (mlir::Value argument : arguments)
      wide.push_back(mlir::isa<mlir::FloatType>(argument.getType())
                         ? s.widen(argument, compute)
                         : argument);
    return wide;
  }
  static llvm::SmallVector<mlir::Value>
  getValues(llvm::ArrayRef<Operand> operands) {
    llvm::SmallVector<mlir::Value> values;
    for (const Operand &operand : operands)
      values.push_back(operand.value);
    return values;
  }
  llvm::SmallVector<mlir::AffineMap> getMaps(llvm::ArrayRef<Operand> operands) {
    llvm::SmallVector<mlir::AffineMap> maps;
    for (const Operand &operand : operands)
      maps.push_back(select(type.getRank(), operand.dims));
    return maps;
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::RankedTensorType type;
  mlir::FloatType compute;
  llvm::SmallVector<int64_t> all;
};

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ROWBUILDER_H
