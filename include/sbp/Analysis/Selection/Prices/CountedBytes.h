// CountedBytes.h: the bytes that selection assumes for the boxings of a module
#ifndef SBP_ANALYSIS_SELECTION_PRICES_COUNTEDBYTES_H
#define SBP_ANALYSIS_SELECTION_PRICES_COUNTEDBYTES_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include <memory>
#include <optional>

namespace sbp {

/// Counts bytes exactly as selection prices an edge. Without a topology the
/// plans of the boxings must move as many; an assertion compares the two.
class CountedBytes {
public:
  /// Reads the placements of `module`, which must not change afterwards.
  explicit CountedBytes(mlir::ModuleOp module);
  ~CountedBytes();
  /// Returns the bytes of a boxing of the module, summed over all ranks;
  /// nullopt where selection has no price for it (windows as a source). Results
  /// are memoised; not thread-safe.
  std::optional<int64_t> get(BoxingOp boxing);

private:
  struct Tensors;
  std::unique_ptr<Tensors> tensors;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_COUNTEDBYTES_H
