// CountedBytes.h: the bytes that the choice of distributions counts for boxings
#ifndef SBP_ANALYSIS_SELECTION_COUNTEDBYTES_H
#define SBP_ANALYSIS_SELECTION_COUNTEDBYTES_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include <memory>
#include <optional>

namespace sbp {

/// Counts as selection does when it weighs an edge. What plans move where no
/// topology makes them prefer other links must be equal, in bytes.
class CountedBytes {
public:
  explicit CountedBytes(mlir::ModuleOp module);
  ~CountedBytes();
  /// The bytes of a boxing of the module, over all ranks; none where selection
  /// has no price for it (from windows to anything else).
  std::optional<int64_t> get(BoxingOp boxing);

private:
  struct Tensors;
  std::unique_ptr<Tensors> tensors;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_COUNTEDBYTES_H
