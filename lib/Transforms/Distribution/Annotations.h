// Annotations.h: the user's annotations of a module
#ifndef SBP_LIB_TRANSFORMS_DISTRIBUTION_ANNOTATIONS_H
#define SBP_LIB_TRANSFORMS_DISTRIBUTION_ANNOTATIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// A distribution that a user fixed.
struct Annotation {
  /// The place of the annotation: a port of an entry, or an `sbp.constrain`.
  enum class Kind { Argument, Result, Constrain };
  Kind kind;
  /// Index of the function, or of the constrain among all constrains, in module
  /// order.
  unsigned position;
  unsigned index; ///< index of the argument or result; 0 for a constrain
  DistributionAttr distribution; ///< never null
  mlir::RankedTensorType type;   ///< global type of the value
  mlir::Location loc;
  std::string name;  ///< text for diagnostics
  int64_t bytes = 0; ///< bytes per step moved by adjacent boxings
};

/// The annotations of a module, and changes of them in copies of it.
class Annotations {
public:
  /// `model` is a placed module before selection, `chosen` the same one at
  /// level 1. Both must outlive this object, which changes neither.
  Annotations(mlir::ModuleOp model, mlir::ModuleOp chosen)
      : model(model), chosen(chosen) {}
  /// Returns all annotations, those with the largest traffic first, then in
  /// module order. The next values of states have none of their own. Called
  /// once.
  std::vector<Annotation> collect();
  /// Returns the constrained value in a copy of `model`; null for annotations
  /// of arguments and results.
  static mlir::Value getWatched(mlir::ModuleOp copy,
                                const Annotation &annotation);
  /// Replaces an annotation by `distribution`, or removes it if that is null,
  /// in a copy of `model`; that of a state in all entries. Removing a constrain
  /// decrements later positions.
  static void change(mlir::ModuleOp copy, const Annotation &annotation,
                     DistributionAttr distribution);
  /// Returns the distribution of the argument or result in a copy that was
  /// selected without the annotation; null for constrains, and where the value
  /// has none.
  static DistributionAttr getChosen(mlir::ModuleOp copy,
                                    const Annotation &annotation);

private:
  /// Appends the annotations of the ports of function number `position`:
  /// `before` in the model, `after` in the chosen module.
  void collectPorts(unsigned position, mlir::func::FuncOp before,
                    mlir::func::FuncOp after);
  /// Appends constrain number `position` with the bytes of its boxings.
  void collectConstrain(unsigned position, ConstrainOp op);

  mlir::ModuleOp model, chosen;
  std::vector<Annotation> list; ///< empty after `collect`
};

/// Returns the lower bound of the bytes that all ranks receive in a boxing.
int64_t getMovedBytes(BoxingOp boxing);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DISTRIBUTION_ANNOTATIONS_H
