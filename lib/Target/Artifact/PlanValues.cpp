// PlanValues.cpp: types, placements and constants of a plan
//
// Each table is filled on first use and indexed by content: the distribution
// `@mesh, [S(0), B]` of ten values is stored once, and all ten refer to its
// index.

#include "PlanValues.h"
#include "sbp/Interfaces/ElementTypes.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace sbp;

plan::DType sbp::getDType(Type type) {
  if (type.isIndex())
    return plan::DType::i64;
  const ElementType *element = findElementType(type);
  assert(element && "targets refuse other types before");
  return element->dtype;
}

plan::DeviceKind sbp::getDeviceKind(StringRef device) {
  for (plan::DeviceKind kind : plan::EnumValuesDeviceKind())
    if (device == plan::EnumNameDeviceKind(kind))
      return kind;
  llvm_unreachable("the file format has no such kind of device");
}

plan::Combiner sbp::getPlanCombiner(Combiner combiner) {
  switch (combiner) {
  case Combiner::Sum:
    return plan::Combiner::sum;
  case Combiner::Prod:
    return plan::Combiner::prod;
  case Combiner::Max:
    return plan::Combiner::max;
  case Combiner::Min:
    return plan::Combiner::min;
  case Combiner::MaxNum:
    return plan::Combiner::maxnum;
  case Combiner::MinNum:
    return plan::Combiner::minnum;
  case Combiner::UMax:
    return plan::Combiner::umax;
  case Combiner::UMin:
    return plan::Combiner::umin;
  case Combiner::And:
    return plan::Combiner::logical_and;
  case Combiner::Or:
    return plan::Combiner::logical_or;
  }
  llvm_unreachable("unknown combiner");
}

plan::TransferKind sbp::getPlanTransferKind(TransferKind kind) {
  switch (kind) {
  case TransferKind::Combine:
    return plan::TransferKind::combine;
  case TransferKind::Scatter:
    return plan::TransferKind::scatter;
  case TransferKind::Route:
    return plan::TransferKind::route;
  }
  llvm_unreachable("unknown kind of transfer");
}

uint32_t PlanValues::getPlacement(Operation *from, FlatSymbolRefAttr symbol) {
  auto [it, isNew] = placements.try_emplace(symbol, plan.placements.size());
  if (!isNew)
    return it->second;
  PlacementOp op = lookupPlacement(from, symbol);
  Placement placement = op.getPlacement();
  auto entry = std::make_unique<plan::PlacementT>();
  entry->name = placement.name;
  entry->axis_names.assign(placement.axisNames.begin(),
                           placement.axisNames.end());
  entry->axis_sizes.assign(placement.axisSizes.begin(),
                           placement.axisSizes.end());
  entry->ranks.assign(placement.ranks.begin(), placement.ranks.end());
  entry->device = plan::DeviceKind::host;
  plan.placements.push_back(std::move(entry));
  return it->second;
}

int32_t PlanValues::getDistribution(Operation *from,
                                    DistributionAttr attribute) {
  if (!attribute)
    return -1;
  auto found = distributions.find(attribute);
  if (found != distributions.end())
    return found->second;
  auto entry = std::make_unique<plan::DistributionT>();
  entry->placement = getPlacement(from, attribute.getPlacement());
  for (const Component &component : attribute.getComponents())
    entry->components.emplace_back(
        static_cast<plan::ComponentKind>(component.kind),
        getPlanCombiner(component.combiner), component.dim);
  SmallVector<int64_t> windowed;
  for (const Component &component : attribute.getComponents())
    if (const Windows *windows = component.windows;
        windows && !llvm::is_contained(windowed, component.dim)) {
      windowed.push_back(component.dim);
      // A single window has no step; 1 is stored whatever its size.
      entry->windows.emplace_back(component.dim, windows->count, windows->size,
                                  windows->count > 1 ? windows->step : 1,
                                  windows->first);
    }
  entry->order.assign(attribute.getOrder().begin(), attribute.getOrder().end());
  entry->text = "@" + attribute.getPlacement().getValue().str() + ", " +
                toString(attribute.getDistribution());
  plan.distributions.push_back(std::move(entry));
  return distributions[attribute] = plan.distributions.size() - 1;
}

std::unique_ptr<plan::OffsetT> PlanValues::getOffset(Operation *from,
                                                     OffsetAttr attribute) {
  auto offset = std::make_unique<plan::OffsetT>();
  offset->dim = attribute.getDim();
  offset->shape = cast<RankedTensorType>(attribute.getType()).getShape().vec();
  offset->distribution = getDistribution(from, attribute.getDistribution());
  return offset;
}

/// Returns dense bytes, one per i1. Returns one element for a splat if
/// `allowSplat`.
static std::string getBytes(ElementsAttr value, bool allowSplat) {
  int64_t count = value.getNumElements();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob()) {
      ArrayRef<char> data = blob->getData();
      Type element = value.getElementType();
      if (!element.isInteger(1) &&
          uint64_t(count) * element.getIntOrFloatBitWidth() == 8 * data.size())
        return std::string(data.data(), data.size());
      // A resource may hold one element for all, or i1 as bits.
      value = DenseElementsAttr::getFromRawBuffer(value.getShapedType(), data);
    }
  auto dense = cast<DenseElementsAttr>(value);
  int64_t stored = dense.isSplat() ? 1 : count;
  std::string bytes;
  if (dense.getElementType().isInteger(1)) {
    for (bool element : dense.getValues<bool>())
      bytes.push_back(element);
    bytes.resize(stored);
  } else {
    bytes.assign(dense.getRawData().data(), dense.getRawData().size());
  }
  if (!dense.isSplat() || allowSplat)
    return bytes;
  std::string repeated;
  for (int64_t i = 0; i < count; ++i)
    repeated += bytes;
  return repeated;
}

int32_t PlanValues::getConstant(ElementsAttr value, bool allowSplat) {
  plan::DType type = getDType(value.getElementType());
  std::vector<int64_t> shape = value.getShapedType().getShape().vec();
  std::string bytes = getBytes(value, allowSplat);
  if (bytes.size() == artifact::getByteWidth(type) && allowSplat)
    shape.clear();
  auto [it, isNew] =
      constants.try_emplace({type, shape, bytes}, plan.constants.size());
  if (!isNew)
    return it->second;
  auto entry = std::make_unique<plan::ConstantT>();
  entry->dtype = type;
  entry->shape = shape;
  entry->bytes = bytes.size();
  plan.constants.push_back(std::move(entry));
  constantBytes.push_back(std::move(bytes));
  return it->second;
}

std::vector<artifact::Bytes> PlanValues::getConstantBytes() const {
  std::vector<artifact::Bytes> result;
  for (const std::string &bytes : constantBytes)
    result.push_back({bytes.data(), bytes.size()});
  return result;
}

int32_t PlanValues::getString(StringRef text) {
  auto [it, isNew] = strings.try_emplace(text, debug.strings.size());
  if (isNew)
    debug.strings.push_back(text.str());
  return it->second;
}

// Omits the file's folder, so that artifacts do not depend on where they are
// built.
int32_t PlanValues::getLocation(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return -1;
  std::string text =
      llvm::sys::path::filename(file.getFilename().getValue()).str();
  text += ":" + std::to_string(file.getLine()) + ":" +
          std::to_string(file.getColumn());
  return getString(text);
}
