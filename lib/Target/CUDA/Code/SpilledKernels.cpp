// SpilledKernels.cpp: more registers for kernels that the assembler spills
//
// Where the number of registers that a kernel needs is little above one that
// lets another block run on a multiprocessor, ptxas spills the difference. A
// kernel of 128 threads with 32 registers, for example, that spills 8 bytes is
// assembled again with
//
//   .maxntid 128
//   .maxnreg 48
//
// Kernels that spill nothing keep their text, and so their code.
#include "SpilledKernels.h"

using namespace llvm;
using namespace sbp;
using namespace sbp::cuda;

/// Registers that are added in each attempt.
static constexpr unsigned kAdded[] = {16, 32};
/// Limits on the registers of a thread, and of all threads of a block.
static constexpr unsigned kMaxRegisters = 255, kBlockRegisters = 65536;
static constexpr StringLiteral kThreads = "\n.maxntid ";

/// Returns the position after ".maxntid N" of a kernel in `text`, and N. The
/// position is npos if the kernel states no number, or more than one.
static std::pair<size_t, unsigned> findThreads(StringRef text,
                                               StringRef kernel) {
  size_t entry = text.find((".entry " + kernel + "(").str());
  size_t body = text.find("\n{", entry), begin = text.find(kThreads, entry);
  if (begin == StringRef::npos || begin > body)
    return {StringRef::npos, 0};
  size_t end = text.find('\n', begin + kThreads.size());
  unsigned threads = 0;
  if (text.slice(begin + kThreads.size(), end).getAsInteger(10, threads) ||
      !threads)
    return {StringRef::npos, 0};
  return {end, threads};
}

/// Returns `text` with `added` more registers for each kernel that spills, or
/// with the most that a thread may have. Returns an empty text if no kernel may
/// have more.
static std::string addRegisters(StringRef text, const Assembly &assembly,
                                unsigned added) {
  std::string changed = text.str();
  bool isChanged = false;
  for (const auto &[kernel, figures] : assembly.figures) {
    if (!figures.stackBytes && !figures.spillBytes)
      continue;
    auto [position, threads] = findThreads(changed, kernel);
    if (position == StringRef::npos)
      continue;
    unsigned registers =
        std::min({unsigned(figures.registers) + added, kMaxRegisters,
                  kBlockRegisters / threads / 8 * 8});
    if (registers <= figures.registers)
      continue;
    changed.insert(position, "\n.maxnreg " + std::to_string(registers));
    isChanged = true;
  }
  return isChanged ? changed : "";
}

/// Returns the bytes that all kernels keep in memory in place of registers.
static int64_t countSpilledBytes(const Assembly &assembly) {
  int64_t bytes = 0;
  for (const auto &entry : assembly.figures)
    bytes += entry.second.stackBytes + entry.second.spillBytes;
  return bytes;
}

Expected<Assembly> cuda::assembleWithoutSpills(
    StringRef text, function_ref<Expected<Assembly>(StringRef)> assemble) {
  Expected<Assembly> first = assemble(text);
  if (!first)
    return first;
  Assembly best = *first;
  for (unsigned added : kAdded) {
    std::string changed = countSpilledBytes(best)
                              ? addRegisters(text, *first, added)
                              : std::string();
    if (changed.empty())
      break;
    Expected<Assembly> again = assemble(changed);
    if (!again)
      return again;
    if (countSpilledBytes(*again) < countSpilledBytes(best))
      best = std::move(*again);
  }
  return best;
}
