// Annotations.h: the user's annotations of a module
#ifndef SBP_LIB_TRANSFORMS_DISTRIBUTION_ANNOTATIONS_H
#define SBP_LIB_TRANSFORMS_DISTRIBUTION_ANNOTATIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// A distribution that a user fixed.
struct Annotation {
  enum class Kind { Argument, Result, Constrain };
  Kind kind;
  /// Index of the function, or of the constrain, in module order.
  unsigned position;
  unsigned index; ///< index of the argument or result
  DistributionAttr distribution;
  mlir::RankedTensorType type;
  mlir::Location loc;
  std::string name;
  int64_t bytes = 0; ///< bytes moved by adjacent boxings
};

/// The annotations of a module, and changes of them in copies of it.
class Annotations {
public:
  Annotations(mlir::ModuleOp model, mlir::ModuleOp chosen)
      : model(model), chosen(chosen) {}
  /// Returns all annotations, those with the largest traffic first.
  std::vector<Annotation> collect();
  /// Returns the constrained value in a copy; null for other annotations.
  static mlir::Value getWatched(mlir::ModuleOp copy,
                                const Annotation &annotation);
  /// Replaces an annotation by `distribution`, or removes it if that is null,
  /// in a copy of `model`. Removing a constrain decrements later positions.
  static void change(mlir::ModuleOp copy, const Annotation &annotation,
                     DistributionAttr distribution);
  /// Returns the distribution of the value in a copy that was selected without
  /// the annotation; null for constrains.
  static DistributionAttr getChosen(mlir::ModuleOp copy,
                                    const Annotation &annotation);

private:
  void collectPorts(unsigned position, mlir::func::FuncOp before,
                    mlir::func::FuncOp after);
  void collectConstrain(unsigned position, ConstrainOp op);

  mlir::ModuleOp model, chosen;
  std::vector<Annotation> list;
};

/// Returns the least bytes that a boxing moves.
int64_t getMovedBytes(BoxingOp boxing);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DISTRIBUTION_ANNOTATIONS_H
