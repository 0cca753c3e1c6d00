// Assemble.h: PTX to machine code by ptxas
//
// Used where the CUDA toolkit is. Without it the driver does the same when it
// loads the PTX.
#ifndef SBP_LIB_TARGET_CUDA_ASSEMBLE_H
#define SBP_LIB_TARGET_CUDA_ASSEMBLE_H

#include "mlir/Support/LLVM.h"
#include "sbp/Target/Target.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace sbp::cuda {

/// The assembler's output: the report of `-v`, and the machine code.
struct AssemblerOutput {
  std::string report, cubin;
};

/// Machine code, and the assembler's figures of each kernel.
struct Assembly {
  std::vector<char> cubin;
  llvm::StringMap<KernelFigures> figures;
  std::vector<std::string> warnings; ///< of the assembler, a line each
  unsigned driver = 0;               ///< least version that loads it
};

/// The ptxas of the variable SBP_PTXAS (empty: none), of PATH, of CUDA_HOME or
/// of /usr/local/cuda; empty if there is none.
std::string findAssembler();

/// Assembles `text` for `chip`, or takes the machine code that the same
/// assembler made of the same text with the same flags before. Either is
/// checked. Returns nothing, and sets `error`, where the assembler fails.
std::optional<Assembly> assemble(llvm::StringRef assembler,
                                 llvm::StringRef text, llvm::StringRef chip,
                                 std::string &error);

/// Adds figures by kernel, and warnings, from the report of `ptxas -v`.
void parseReport(llvm::StringRef report, Assembly &assembly);

/// Returns why `assembly` is not the machine code of the PTX `text`, or "":
/// code and figures of every kernel are there.
std::string findFault(const Assembly &assembly, llvm::StringRef text);

/// The build gate: what spills or takes stack, and what the assembler warns of,
/// is a warning; a launch of more registers or shared memory than a block may
/// have is an error.
mlir::LogicalResult checkMachineCode(const Assembly &assembly,
                                     const CodeBlob &blob, mlir::Location loc);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ASSEMBLE_H
