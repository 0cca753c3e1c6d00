// Program.h: the executable form of a PTX module
//
// A module is parsed once. Registers are slots in a warp's register file, every
// instruction holds the pointer of its handler, and every branch its
// reconvergence point. Execution changes nothing of it, so threads share it.
#ifndef SBP_RUNTIME_TESTING_CUDA_PROGRAM_H
#define SBP_RUNTIME_TESTING_CUDA_PROGRAM_H

#include "Status.h"
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sbp::ptx {

/// The number of lanes of a warp, and the mask of all of them.
inline constexpr uint32_t kLanes = 32;
inline constexpr uint32_t kAllLanes = ~uint32_t(0);
/// The most blocks of a cluster that every GPU with clusters takes.
inline constexpr uint32_t kMaxClusterSize = 8;
/// The number of no instruction: the reconvergence point of branches that
/// reconverge only at the end of the kernel.
inline constexpr uint32_t kNoInstruction = ~uint32_t(0);

/// The types of PTX; None stands for an absent type.
enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  U16x2,
  S16x2,
  F16,
  BF16,
  F16x2,
  BF16x2,
  F32,
  F64,
  TF32
};

/// Returns the size of a value in memory, in bytes; 0 for None and for a
/// predicate.
unsigned getBytes(Type type);
/// Returns true for the scalar integers S8 to S64; S16x2 is not among them.
bool isSigned(Type type);
/// Returns true for the floating-point types, pairs of them included.
bool isFloat(Type type);

/// The state space of an access; Generic stands for an address of any space.
enum class Space : uint8_t { Generic, Global, Shared, Param };

struct Warp;
struct Instruction;
/// Executes an instruction in the lanes of `mask`, at least one. Throws Failure
/// where a check of the executor fails.
using Handler = void (*)(Warp &warp, const Instruction &instruction,
                         uint32_t mask);

/// The slot of a register, constant or special register: the offset of its
/// lanes in the warp's register file and the bytes of each lane (0 for a
/// predicate, which is one mask for all lanes).
struct RegisterSlot {
  uint32_t offset = 0;
  uint8_t bytes = 0;
  bool isUsed = false; ///< false for `_` and absent operands
  bool isNegated = false;
};

/// The effect of an instruction on control flow, which the scheduler handles.
/// The handler of a Wait may block its warp, which then repeats it later.
enum class Flow : uint8_t { Next, Branch, Exit, Barrier, Wait };

/// An operand of a listed instruction: the bits of a register plus an offset.
/// An address without a register, and an absent operand, have no slot.
struct Operand {
  RegisterSlot slot;
  int64_t offset = 0;
};

/// An instruction with its operands resolved. Unused slots have isUsed = false.
struct Instruction {
  Handler handler = nullptr;
  Flow flow = Flow::Next;
  Type type = Type::None, from = Type::None;
  Space space = Space::Generic;
  uint8_t mode = 0;   ///< meaning defined by the handler: comparison, rounding
  uint8_t count = 1;  ///< number of values of a vector access
  RegisterSlot guard; ///< predicate of the active lanes; unused for all lanes
  RegisterSlot destination[4];
  RegisterSlot source[5]; ///< the last one is the register of an address
  int64_t offset = 0;     ///< constant added to an address
  uint32_t firstOperand = 0, numOperands = 0; ///< of a listed instruction, in
                                              ///< Kernel::operands
  uint8_t numDestinations = 0; ///< of a listed instruction, set by its selector
  uint32_t target = kNoInstruction;        ///< target of a branch
  uint32_t reconvergence = kNoInstruction; ///< reconvergence point of a branch:
                                           ///< its immediate post-dominator
  uint32_t line = 0;                       ///< line of the text
  uint32_t number = 0; ///< index of the instruction in its kernel
};

/// A parameter of a kernel and its position, in bytes.
struct Parameter {
  std::string name;
  uint32_t offset = 0, bytes = 0;
};

/// A constant that every lane holds from the start.
struct Constant {
  RegisterSlot slot;
  uint64_t bits = 0;
};

/// The special registers of PTX that kernels may read.
enum class SpecialRegister : uint8_t {
  ThreadX,
  ThreadY,
  ThreadZ,
  BlockSizeX,
  BlockSizeY,
  BlockSizeZ,
  ClusterRank,
  ClusterSize,
  ClusterX,
  ClustersX,
  BlockX,
  BlockY,
  BlockZ,
  GridX,
  GridY,
  GridZ,
  Lane,
  Warp,
  LaneMaskLess,
  LaneMaskEqual,
  Clock
};

/// A special register in use.
struct Special {
  RegisterSlot slot;
  SpecialRegister kind = SpecialRegister::ThreadX;
};

/// A kernel in executable form.
struct Kernel {
  std::string name;
  std::vector<Parameter> parameters;
  uint32_t parameterBytes = 0; ///< size of all parameters
  std::vector<Instruction> code;
  std::vector<Operand> operands; ///< of the listed instructions
  std::vector<Constant> constants;
  std::vector<Special> specials;
  uint32_t registerBytes = 0; ///< bytes of a warp's register file
  uint32_t sharedBytes = 0; ///< static shared memory; dynamic memory follows it
  uint32_t maxThreads =
      0; ///< bound on the threads of a block, 0 if not declared
  uint32_t maxRegisters = 0; ///< registers of a thread, 0 if not declared
  uint32_t clusterSize = 1;  ///< blocks of a cluster, along x
};

/// A `.global` or `.const` variable of the module with its initial value. Code
/// that names it holds `address`, from kVariableWindow upwards.
struct Variable {
  std::string name;
  uint64_t address = 0;
  std::vector<uint8_t> bytes;
};
/// The generic addresses from here on denote variables of the module.
inline constexpr uint64_t kVariableWindow = uint64_t(1) << 55;

/// A parsed module.
struct Module {
  std::map<std::string, Kernel> kernels;
  std::vector<Variable> variables;
  uint32_t version = 0;     ///< PTX version, 80 for 8.0
  std::string architecture; ///< "sm_90a"
};

/// Parses a module into `module`, which is empty before; the text is not kept.
/// A failure names the line of the text, and `module` is incomplete then. A
/// damaged text never causes reads outside of it or unbounded allocations.
Status parseModule(std::string_view text, Module &module);

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_PROGRAM_H
