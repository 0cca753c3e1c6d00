// BuildGate.cpp: checks the assembler's report and code of every kernel
#include "Assemble.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::cuda;

/// A warp's registers are allocated in units of 256.
static constexpr int64_t kWarp = 32, kRegisterUnit = 256;

/// Returns the number before `word` in `line`, or 0 if the line lacks it:
/// 24 for " registers" in "Used 24 registers, 384 bytes smem".
static unsigned getNumber(StringRef line, StringRef word) {
  size_t end = line.find(word);
  if (end == StringRef::npos)
    return 0;
  StringRef before = line.take_front(end).rtrim();
  unsigned value = 0;
  before.take_back(before.size() - before.find_last_not_of("0123456789") - 1)
      .getAsInteger(10, value);
  return value;
}

void cuda::parseReport(StringRef report, Assembly &assembly) {
  StringRef kernel;
  for (StringRef line : llvm::split(report, '\n')) {
    // "ptxas warning : ...", or "ptxas FILE, line N; warning : ...".
    if (line.starts_with("ptxas") && line.contains("warning :"))
      assembly.warnings.push_back(line.rtrim().str());
    if (line.contains("Compiling entry function"))
      kernel = line.split('\'').second.split('\'').first;
    if (kernel.empty())
      continue;
    KernelFigures &entry = assembly.figures[kernel];
    if (line.contains(" bytes stack frame")) {
      entry.stackBytes = getNumber(line, " bytes stack frame");
      entry.spillBytes = getNumber(line, " bytes spill stores") +
                         getNumber(line, " bytes spill loads");
    }
    if (!line.contains("Used "))
      continue;
    entry.registers = getNumber(line, " registers");
    entry.barriers = getNumber(line, " barriers");
    entry.sharedBytes = getNumber(line, " bytes smem");
  }
}

/// Returns the kernels that a PTX text declares as ".visible .entry NAME(".
static SmallVector<StringRef> findKernels(StringRef text) {
  SmallVector<StringRef> kernels;
  constexpr StringLiteral keyword = ".entry ";
  for (size_t at = text.find(keyword); at != StringRef::npos;
       at = text.find(keyword)) {
    text = text.drop_front(at + keyword.size());
    kernels.push_back(text.take_until(
        [](char c) { return c == '(' || c == ')' || isspace(c); }));
  }
  return kernels;
}

/// Returns the section names of an ELF file for GPUs. Reads the bounds of all
/// contents, so that a truncated file is an error.
static llvm::Expected<llvm::StringSet<>> readSections(StringRef cubin) {
  using namespace llvm::object;
  llvm::Expected<ELF64LEFile> file = ELF64LEFile::create(cubin);
  if (!file)
    return file.takeError();
  if (file->getHeader().e_machine != llvm::ELF::EM_CUDA)
    return llvm::createStringError("it is for another kind of machine");
  auto sections = file->sections();
  if (!sections)
    return sections.takeError();
  llvm::StringSet<> names;
  for (const auto &section : *sections) {
    llvm::Expected<StringRef> name = file->getSectionName(section);
    if (!name)
      return name.takeError();
    if (section.sh_type != llvm::ELF::SHT_NOBITS) {
      auto contents = file->getSectionContents(section);
      if (!contents)
        return contents.takeError();
    }
    names.insert(*name);
  }
  return names;
}

std::string cuda::findFault(const Assembly &assembly, StringRef text) {
  StringRef cubin(assembly.cubin.data(), assembly.cubin.size());
  if (!cubin.starts_with(llvm::ELF::ElfMagic))
    return "its machine code is not an ELF file";
  llvm::Expected<llvm::StringSet<>> sections = readSections(cubin);
  if (!sections)
    return "its machine code is a damaged ELF file: " +
           llvm::toString(sections.takeError());
  for (StringRef kernel : findKernels(text)) {
    // ptxas places each kernel in a section of its own.
    if (!sections->contains((".text." + kernel).str()))
      return ("its machine code lacks kernel '" + kernel + "'").str();
    auto figures = assembly.figures.find(kernel);
    if (figures == assembly.figures.end() || figures->second.registers == 0)
      return ("its report lacks kernel '" + kernel + "'").str();
  }
  return "";
}

/// Verifies that one block of the launch fits on a multiprocessor of the chip.
static LogicalResult checkBudget(const DeviceLaunch &launch, const Chip &chip,
                                 Location loc) {
  int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  int64_t warps = llvm::divideCeil(threads, kWarp);
  int64_t registers =
      warps *
      llvm::alignTo(int64_t(launch.figures.registers) * kWarp, kRegisterUnit);
  if (registers > chip.registers)
    return emitError(loc) << "kernel '" << launch.kernel << "' ("
                          << launch.generator << "): " << threads
                          << " threads with " << launch.figures.registers
                          << " registers each need " << registers
                          << " registers, but a block has at most "
                          << chip.registers;
  int64_t shared = launch.sharedBytes + launch.figures.sharedBytes;
  if (shared > chip.maxSharedBytes)
    return emitError(loc) << "kernel '" << launch.kernel << "' ("
                          << launch.generator << "): needs " << shared
                          << " bytes of shared memory, but a block has at most "
                          << chip.maxSharedBytes;
  return success();
}

LogicalResult cuda::checkMachineCode(const Assembly &assembly,
                                     const CodeBlob &blob, const Chip &chip,
                                     Location loc) {
  for (StringRef warning : assembly.warnings)
    emitWarning(loc) << warning;
  SmallVector<StringRef> kernels(assembly.figures.keys());
  // Sorted, because the order of a StringMap is not reproducible.
  llvm::sort(kernels);
  for (StringRef kernel : kernels) {
    const KernelFigures &figures = assembly.figures.find(kernel)->second;
    if (figures.stackBytes || figures.spillBytes)
      emitWarning(loc) << "kernel '" << kernel << "' uses "
                       << figures.stackBytes << " bytes of stack and spills "
                       << figures.spillBytes
                       << " bytes of registers: it is correct, but slow";
  }
  for (const auto &launches : blob.launches)
    for (const DeviceLaunch &launch : launches)
      if (failed(checkBudget(launch, chip, loc)))
        return failure();
  return success();
}
