// CUDATarget.h: the CUDA target, PTX through LLVM
#ifndef SBP_TARGET_CUDA_CUDATARGET_H
#define SBP_TARGET_CUDA_CUDATARGET_H

#include "sbp/Target/Target.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace sbp {

/// Options that change the generated code.
struct CUDATargetOptions {
  /// Names of chips, separated by commas, that checkCUDAChips accepts. Empty:
  /// the default ones.
  std::string chips = {};
  /// Whether code also runs on later GPUs, for which there is none of their
  /// own: it uses no more shared memory than they have. False: on GPUs of its
  /// chip alone.
  bool servesLaterGpus = true;
  /// The arithmetic of products of f32, which checkCUDAFloat32 accepts. Empty:
  /// exact.
  std::string float32 = {};
  /// Whether a launch of a region may start before the one before it has
  /// ended, where the chip can do so and the code provably waits: "on" or
  /// "off", which checkCUDAOverlap accepts. Empty: on.
  std::string overlap = {};
  /// Whether machine code is added to the PTX, if ptxas is installed.
  bool assemble = false;
  /// Text of a tuning file (lib/Target/CUDA/Choice/Tuning.h), which
  /// checkCUDATuning accepts, and the file's name. Empty: all choices are
  /// static.
  std::string tuning = {}, tuningFile = {};
  /// Receives the kernels of each region before they are lowered. May be null;
  /// otherwise it must outlive the target.
  llvm::raw_ostream *printKernels = nullptr;
};

/// The CUDA target: a region becomes a list of launches of generated kernels.
class CUDATarget : public Target {
public:
  /// Returns the launches of the prepared region with this id for the first
  /// chip, in order. The array is valid until the next call of `prepare`. An id
  /// that `prepare` did not return is undefined behaviour.
  virtual llvm::ArrayRef<DeviceLaunch> getLaunches(unsigned region) const = 0;
};

/// Returns an error that quotes `chips` if it is no list of names of chips,
/// each once, else success. An unknown name is listed with the known ones. An
/// empty text is valid: it stands for the default chips.
llvm::Error checkCUDAChips(llvm::StringRef chips);

/// Returns an error that lists the known names if `float32` is no arithmetic of
/// products of f32, else success. An empty name stands for exact. Each chip has
/// all of them.
llvm::Error checkCUDAFloat32(llvm::StringRef float32);

/// Returns an error that lists the possible values if `overlap` is none of
/// them, else success. An empty text stands for on.
llvm::Error checkCUDAOverlap(llvm::StringRef overlap);

/// Returns an error that begins with `file` if the text `tuning` is no tuning
/// file, else success. An empty text is valid. Chips and generators in it are
/// not checked: the target warns of unknown ones.
llvm::Error checkCUDATuning(llvm::StringRef tuning, llvm::StringRef file);

/// Creates the target; never null. It compiles in an MLIR context of its own,
/// like the host target. The options must be valid, as checkCUDAChips,
/// checkCUDAFloat32, checkCUDAOverlap and checkCUDATuning test.
std::unique_ptr<CUDATarget> createCUDATarget(CUDATargetOptions options = {});

/// Registers the kind "cuda" (TargetRegistry.h).
void registerCUDATarget();

} // namespace sbp

#endif // SBP_TARGET_CUDA_CUDATARGET_H
