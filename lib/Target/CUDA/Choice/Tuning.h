// Tuning.h: kernels that were chosen by measuring on a GPU
//
// A tuning file replaces the static choice between candidates for classes of
// shapes. scripts/gpu-tune writes it, share/tuning holds the files that are
// installed:
//
//   {"chip": "sm_90",
//    "choices": [{"shape": "memory_layer.bag 65536x256xf32 ...",
//                 "generator": "bag",
//                 "schedule": "32 lanes x 4 elements, 16 rows in flight"}]}
#ifndef SBP_LIB_TARGET_CUDA_TUNING_H
#define SBP_LIB_TARGET_CUDA_TUNING_H

#include "Chip.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace sbp::cuda {

/// Returns the class of shapes of an op: its name, and the types of its
/// operands and results with extents rounded up to powers of two. Of a generic:
/// its loops, and the maps and element types of its operands, as in
/// "generic p4096 r1024: f32(0,1) f32(0)".
std::string getShapeClass(mlir::Operation *op);

/// Measured choices by class of shapes. Empty as constructed.
class Tuning {
public:
  /// A generator and its schedule. An empty schedule stands for the generator's
  /// candidate of least predicted time.
  struct Choice {
    std::string generator, schedule;
  };
  /// Parses the text of a tuning file. Fails if it is no JSON, with an error
  /// that names the line, or if a field is missing or has another type, with
  /// one that names the field and the type. The last choice of a class counts.
  static llvm::Expected<Tuning> parse(llvm::StringRef text);
  /// Drops all choices if they are for none of `chips`, and those that name a
  /// generator that does not exist. Returns a message for each reason, none if
  /// nothing was dropped.
  std::vector<std::string> restrictTo(llvm::ArrayRef<const Chip *> chips);
  /// Returns the choices for this chip: all, or none.
  Tuning getChoicesFor(const Chip &chip) const {
    return this->chip == chip.name ? *this : Tuning();
  }
  /// Returns the choice for a class of shapes, which this object owns, or null.
  const Choice *find(llvm::StringRef shapeClass) const;

private:
  std::string chip;
  llvm::StringMap<Choice> choices;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TUNING_H
