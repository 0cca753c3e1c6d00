// CostModel.cpp: derives prices from measured rates, and prints them

#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Calculus/Topology.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

void CostModel::print(raw_ostream &os) const {
  auto line = [&](const char *name, double value, const char *unit) {
    os << format("  %-22s %12.6g  %s\n", name, value, unit);
  };
  os << "cost model of the choice of distributions\n";
  line("flop", perFlop, "bytes moved, busiest rank");
  line("duplicate flop", perDuplicateFlop, "bytes moved");
  line("memory traffic", perTrafficByte, "bytes moved per byte, busiest rank");
  line("stored parameter", perStoredByte, "bytes moved per byte and copy");
  if (!topology)
    line("boxing", perBoxing, "bytes moved per boxing and rank");
  line("link", bytesPerSecond, "bytes moved per second and rank");
  for (LinkClass kind :
       {LinkClass::SameDevice, LinkClass::SameHost, LinkClass::Network})
    if (const Link *link = topology ? topology->findLink(kind) : nullptr)
      os << format("  %-22s %12.6g  bytes per second, %g s per message\n",
                   ("link, " + getLinkClassName(kind)).str().c_str(),
                   link->bytesPerSecond, link->latencySeconds);
  line("parameter share", parameterShare, "of the bytes of all arguments");
  line("unit", std::ldexp(1.0, -unitShift), "bytes");
}

LogicalResult CostModel::readRates(ModuleOp module, int64_t ranks) {
  auto text = module->getAttrOfType<StringAttr>(kRatesAttr);
  if (!text)
    return success();
  Expected<Rates> parsed = Rates::parse(text);
  if (!parsed)
    return module.emitError()
           << kRatesAttr << ": " << toString(parsed.takeError());
  setRates(std::make_shared<const Rates>(std::move(*parsed)), ranks);
  return success();
}

void CostModel::setRates(std::shared_ptr<const Rates> measured, int64_t ranks) {
  rates = std::move(measured);
  BoxingRate boxing = rates->getMeanBoxing(ranks);
  bytesPerSecond = boxing.bytesPerSecond;
  perBoxing = boxing.latencySeconds * bytesPerSecond;
  double shared = rates->getRanksPerCore(ranks);
  perFlop = shared * bytesPerSecond / rates->flopsPerSecond[0];
  for (auto [factor, rate] : zip_equal(flopFactors, rates->flopsPerSecond))
    factor = rates->flopsPerSecond[0] / rate;
  double before = perTrafficByte;
  // Cores together may exceed the bandwidth of their common memory.
  perTrafficByte =
      bytesPerSecond * std::max(shared / rates->streamBytesPerSecond,
                                ranks / rates->allCoresBytesPerSecond);
  perCachedByte = shared * bytesPerSecond / rates->cachedBytesPerSecond;
  // Filling is bound by the same bus: not faster together than a single core,
  // or than all cores stream.
  double fill = rates->fillBytesPerSecond;
  perFilledByte =
      bytesPerSecond *
      std::max(shared / fill,
               ranks / std::max(fill, rates->allCoresBytesPerSecond));
  // Ranks that share a core evict each other between their ops.
  cacheBytes = rates->cacheBytes / shared;
  perRow = shared * bytesPerSecond * rates->rowSeconds;
  perCall = shared * bytesPerSecond * rates->callSeconds;
  lanes = rates->lanes;
  gatherFactor = rates->streamBytesPerSecond / rates->gatherBytesPerSecond;
  rowFactor = rates->streamBytesPerSecond / rates->rowBytesPerSecond;
  perStoredByte *= before > 0 ? perTrafficByte / before : 1;
  perDuplicateFlop = 0; // every rank's work is counted, cores shared or not
}

double CostModel::getRowTraffic(double bytes, double visits, double table,
                                double factor) const {
  double beyond = table > cacheBytes ? 1 - cacheBytes / table : 0;
  return perCachedByte * bytes * (1 - beyond) +
         (perTrafficByte * factor * bytes + perRow * visits) * beyond;
}

double CostModel::getMaxCost(const OpWork::Part &part) const {
  double factor = part.kind ? flopFactors[static_cast<unsigned>(*part.kind)]
                            : *llvm::max_element(flopFactors);
  // The worst case for vectors is one useful element in each.
  double unfilled = part.lanes ? lanes : 1;
  return perFlop * factor * part.flops * unfilled + perCall +
         perTrafficByte * std::max({1.0, gatherFactor, rowFactor}) *
             (part.scratchBytes + part.rowBytes) +
         perRow * part.rowVisits;
}

double CostModel::getUnits(double bytes) const {
  return std::nearbyint(std::ldexp(bytes, unitShift));
}

double CostModel::toSeconds(double units, int64_t ranks) const {
  return std::ldexp(units, -unitShift) / (bytesPerSecond * ranks);
}

TensorSize getSize(RankedTensorType type) {
  return {SmallVector<int64_t, 4>(type.getShape()), getElementBytes(type)};
}

int64_t getNumBytes(RankedTensorType type) {
  return type.getNumElements() * getElementBytes(type);
}

} // namespace sbp
