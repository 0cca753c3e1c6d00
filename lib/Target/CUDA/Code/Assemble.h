// Assemble.h: PTX to machine code by ptxas
//
// Runs ahead of time where a CUDA toolkit is installed. Without one, the driver
// compiles the PTX when it loads the artifact.
#ifndef SBP_LIB_TARGET_CUDA_ASSEMBLE_H
#define SBP_LIB_TARGET_CUDA_ASSEMBLE_H

#include "Choice/Chip.h"
#include "mlir/Support/LLVM.h"
#include "sbp/Target/Target.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace sbp::cuda {

/// The assembler's output: the text that `-v` prints, and the bytes of the
/// machine code.
struct AssemblerOutput {
  std::string report, cubin;
};

/// Machine code, and the assembler's figures of each kernel.
struct Assembly {
  std::vector<char> cubin;
  llvm::StringMap<KernelFigures> figures;
  std::vector<std::string>
      warnings;        ///< the assembler's warnings, one line each
  unsigned driver = 0; ///< lowest driver version that loads the code
};

/// Returns the path of ptxas: the value of SBP_PTXAS (an empty value disables
/// the assembler), else the one in PATH, else the one in CUDA_HOME/bin, or in
/// /usr/local/cuda/bin if CUDA_HOME is not set. Returns an empty string if
/// there is none. A value of SBP_PTXAS is not checked.
std::string findAssembler();

/// Assembles the PTX `text` for `chip` with the program at path `assembler`, or
/// reuses the cached output for the same version, text and flags. Both are
/// verified. Fails if the assembler cannot run, fails, takes longer than 600
/// seconds, or its output is invalid. An invalid entry of the cache is no
/// error: the text is assembled anew.
llvm::Expected<Assembly> assemble(llvm::StringRef assembler,
                                  llvm::StringRef text, llvm::StringRef chip);

/// Adds the figures of each kernel, and the warnings, from the report of `ptxas
/// -v`. Lines of another form are ignored, and figures that are missing stay 0.
void parseReport(llvm::StringRef report, Assembly &assembly);

/// Returns the reason why `assembly` cannot be the machine code of the PTX
/// `text`, for example a missing kernel. Returns an empty string if it is
/// valid.
std::string findFault(const Assembly &assembly, llvm::StringRef text);

/// Applies the build gate to the launches of `blob`, code for `chip`, which
/// have the figures of `assembly`. Spilled registers, stack frames and
/// assembler warnings become warnings at `loc`. Fails with an error there if a
/// launch exceeds the registers or shared memory that a block of the chip has.
mlir::LogicalResult checkMachineCode(const Assembly &assembly,
                                     const CodeBlob &blob, const Chip &chip,
                                     mlir::Location loc);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ASSEMBLE_H
