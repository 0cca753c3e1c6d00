// Annotations.h: where users say how values are distributed
#ifndef SBP_LIB_TRANSFORMS_DISTRIBUTION_ANNOTATIONS_H
#define SBP_LIB_TRANSFORMS_DISTRIBUTION_ANNOTATIONS_H

#include "sbp/Analysis/Selection/Decision.h"

namespace sbp {

/// Where a user says how a value is distributed.
struct Annotation {
  enum class Kind { Argument, Result, Constrain };
  Kind kind;
  /// In the order of the module: of functions, or of all constrains.
  unsigned position;
  unsigned index; ///< of the argument or result
  DistributionAttr distribution;
  mlir::RankedTensorType type;
  mlir::Location loc;
  std::string name;
  int64_t bytes = 0; ///< what boxings beside it move
};

/// The annotations of one module, and the same module without one of them.
class Annotations {
public:
  Annotations(mlir::ModuleOp model, mlir::ModuleOp chosen)
      : model(model), chosen(chosen) {}
  std::vector<Annotation> collect();
  /// What is constrained in a copy; null for other annotations.
  static mlir::Value getWatched(mlir::ModuleOp copy,
                                const Annotation &annotation);
  /// Says nothing, or `distribution`, in `copy`, a copy of `model`. Where a
  /// constrain goes the positions behind it move up.
  static void change(mlir::ModuleOp copy, const Annotation &annotation,
                     DistributionAttr distribution);
  /// How the value is distributed in a copy that was chosen for without it.
  static DistributionAttr getChosen(mlir::ModuleOp copy,
                                    const Annotation &annotation);

private:
  void collectPorts(unsigned position, mlir::func::FuncOp before,
                    mlir::func::FuncOp after);
  void collectConstrain(unsigned position, ConstrainOp op);

  mlir::ModuleOp model, chosen;
  std::vector<Annotation> list;
};

/// What one boxing moves at least, in bytes.
int64_t getMovedBytes(BoxingOp boxing);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DISTRIBUTION_ANNOTATIONS_H
