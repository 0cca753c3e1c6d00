// MachineFiles.cpp: reads topology, rates and tuning files

#include "Machine/MachineFiles.h"

#include "sbp/Analysis/Selection/Prices/Rates.h"
#include "sbp/Calculus/Topology.h"
#include "sbp/Dialect/SBP/IR/ModuleTopology.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Support/InputFile.h"

using namespace mlir;
using namespace sbp;

bool sbp::checkDevices(ModuleOp module) {
  llvm::DenseMap<int64_t, PlacementOp> known;
  for (auto placement : module.getOps<PlacementOp>()) {
    StringRef device = placement.getDevice().value_or("");
    if (device.empty())
      continue;
    for (int64_t rank : placement.getRanks()) {
      PlacementOp other = known.try_emplace(rank, placement).first->second;
      if (*other.getDevice() == device)
        continue;
      InFlightDiagnostic error = placement.emitError()
                                 << "rank " << rank << " is on \"" << device
                                 << "\" here but on \"" << *other.getDevice()
                                 << "\" in @" << other.getSymName()
                                 << "; a rank is on one kind of device";
      error.attachNote(other.getLoc()) << "@" << other.getSymName();
      return false;
    }
  }
  return true;
}

llvm::Error sbp::attachTopology(ModuleOp module, const std::string &path) {
  if (path.empty())
    return llvm::Error::success();
  auto buffer = readInputFile(path);
  if (!buffer)
    return buffer.takeError();
  StringRef text = (*buffer)->getBuffer();
  llvm::Expected<Topology> topology = Topology::parse(text);
  if (!topology)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(topology.takeError()));
  for (auto placement : module.getOps<PlacementOp>())
    for (int64_t rank : placement.getRanks())
      if (!topology->hasRank(rank))
        return llvm::createStringError(
            path + ": hosts: rank " + Twine(rank) + " of placement @" +
            placement.getSymName() + " is on no device; add it to a host");
  module->setAttr(kTopologyAttr, StringAttr::get(module.getContext(), text));
  return llvm::Error::success();
}

/// Reads the file of a `kind` of installed files that `nameOrPath` names.
static llvm::Expected<NamedFile> readNamed(StringRef kind,
                                           const std::string &nameOrPath,
                                           const InstalledFiles &installed) {
  std::string file = installed.find(kind, nameOrPath);
  if (file.empty())
    return llvm::createStringError(
        "--" + kind + "=" + nameOrPath + ": no such file, and no built-in " +
        kind + " of that name; built in are " + installed.list(kind));
  auto buffer = readInputFile(file);
  if (!buffer)
    return buffer.takeError();
  return NamedFile{file, (*buffer)->getBuffer().str()};
}

llvm::Error sbp::attachRates(ModuleOp module, const std::string &nameOrPath,
                             const InstalledFiles &installed) {
  if (nameOrPath.empty())
    return llvm::Error::success();
  auto file = readNamed("rates", nameOrPath, installed);
  if (!file)
    return file.takeError();
  if (llvm::Expected<Rates> rates = Rates::parse(file->text); !rates)
    return llvm::createStringError(file->path + ": " +
                                   llvm::toString(rates.takeError()));
  module->setAttr(kRatesAttr, StringAttr::get(module.getContext(), file->text));
  return llvm::Error::success();
}

llvm::Expected<NamedFile> sbp::readTuning(const std::string &nameOrPath,
                                          const InstalledFiles &installed) {
  if (nameOrPath.empty())
    return NamedFile();
  return readNamed("tuning", nameOrPath, installed);
}
