//===- Program.h - PTX as the executor runs it ----------------------------===//
//
// A module is parsed once: registers are places in a warp's register file,
// every instruction knows its handler, and every branch where its lanes meet
// again. Nothing here is changed by running.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_TESTING_CUDA_PROGRAM_H
#define SBP_RUNTIME_TESTING_CUDA_PROGRAM_H

#include "Status.h"
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sbp::ptx {

/// Lanes of a warp, and the mask of all of them.
inline constexpr uint32_t kLanes = 32;
inline constexpr uint32_t kAllLanes = ~uint32_t(0);
/// No instruction: where lanes that part before the end of a kernel meet.
inline constexpr uint32_t kNowhere = ~uint32_t(0);

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
  F64
};

/// Bytes of a value in memory; a predicate has none.
unsigned getBytes(Type type);
bool isSigned(Type type);
bool isFloat(Type type);

enum class Space : uint8_t { Generic, Global, Shared, Param };

struct Warp;
struct Instruction;
using Handler = void (*)(Warp &warp, const Instruction &instruction,
                         uint32_t mask);

/// A register, constant or special register: where its lanes lie in the warp's
/// register file, and the bytes of each (0: predicate, one mask for all).
struct Place {
  uint32_t offset = 0;
  uint8_t bytes = 0;
  bool isUsed = false; ///< `_` and absent operands are not
  bool isNegated = false;
};

/// What the scheduler has to know of an instruction before it runs it.
enum class Flow : uint8_t { Next, Branch, Exit, Barrier };

struct Instruction {
  Handler handler = nullptr;
  Flow flow = Flow::Next;
  Type type = Type::None, from = Type::None;
  Space space = Space::Generic;
  uint8_t mode = 0;  ///< of the handler's own meaning: comparison, rounding
  uint8_t count = 1; ///< values of a vector access
  Place guard;       ///< lanes that run it; not used: all
  Place destination[4];
  Place source[5];            ///< the last one: the register of an address
  int64_t offset = 0;         ///< added to an address
  uint32_t target = kNowhere; ///< of a branch
  uint32_t meet = kNowhere;   ///< of a branch: its post-dominator
  uint32_t line = 0;          ///< of the text
  uint32_t number = 0;        ///< of the instruction in its kernel
};

struct Parameter {
  std::string name;
  uint32_t offset = 0, bytes = 0;
};

/// A value that every lane holds from the start.
struct Constant {
  Place place;
  uint64_t bits = 0;
};

enum class SpecialRegister : uint8_t {
  ThreadX,
  ThreadY,
  ThreadZ,
  BlockSizeX,
  BlockSizeY,
  BlockSizeZ,
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

struct Special {
  Place place;
  SpecialRegister what = SpecialRegister::ThreadX;
};

struct Kernel {
  std::string name;
  std::vector<Parameter> parameters;
  uint32_t parameterBytes = 0;
  std::vector<Instruction> code;
  std::vector<Constant> constants;
  std::vector<Special> specials;
  uint32_t registerBytes = 0; ///< of a warp's register file
  uint32_t sharedBytes = 0;  ///< static; dynamic shared memory lies behind them
  uint32_t maxThreads = 0;   ///< 0: not said
  uint32_t maxRegisters = 0; ///< of a thread; 0: not said
};

/// A module-scope `.global` or `.const` variable with its first value. Code
/// that names it holds `address`, from kVariableWindow upwards.
struct Variable {
  std::string name;
  uint64_t address = 0;
  std::vector<uint8_t> bytes;
};
inline constexpr uint64_t kVariableWindow = uint64_t(1) << 55;

struct Module {
  std::map<std::string, Kernel> kernels;
  std::vector<Variable> variables;
  uint32_t version = 0;     ///< 80 for 8.0
  std::string architecture; ///< "sm_90a"
};

/// Parses a whole module. Errors name the line of the text; nothing of a text,
/// however damaged, makes it read outside of it or allocate without bound.
Status parseModule(std::string_view text, Module &module);

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_PROGRAM_H
