//===- PlanValues.h - types, placements, constants in a plan --------------===//
#ifndef SBP_LIB_TARGET_ARTIFACT_PLANVALUES_H
#define SBP_LIB_TARGET_ARTIFACT_PLANVALUES_H

#include "Artifact.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <list>
#include <map>

namespace sbp {

plan::DType getDType(mlir::Type elementType);
/// Of the target of this name.
plan::DeviceKind getDeviceKind(llvm::StringRef device);
plan::Combiner getPlanCombiner(Combiner combiner);
plan::TransferKind getPlanTransferKind(TransferKind kind);

/// What the tables of a plan share: each placement, distribution, constant and
/// string once.
class PlanValues {
public:
  PlanValues(plan::PlanT &plan, plan::DebugT &debug)
      : plan(plan), debug(debug) {}

  /// Attributes of another module mean other placements.
  void startModule() { distributions.clear(), placements.clear(); }
  /// -1 for null.
  int32_t getDistribution(mlir::Operation *from, DistributionAttr attribute);
  std::unique_ptr<plan::OffsetT> getOffset(mlir::Operation *from,
                                           OffsetAttr attribute);
  /// Index of a constant of these values; one element for a splat if
  /// `allowSplat`.
  int32_t getConstant(mlir::ElementsAttr value, bool allowSplat);
  /// "model.mlir:7:8" in the debug segment, -1 where unknown.
  int32_t getLocation(mlir::Location loc);
  int32_t getString(llvm::StringRef text);
  std::vector<artifact::Bytes> getConstantBytes() const;

private:
  uint32_t getPlacement(mlir::Operation *from, mlir::FlatSymbolRefAttr symbol);

  plan::PlanT &plan;
  plan::DebugT &debug;
  llvm::DenseMap<mlir::Attribute, int32_t> distributions, placements;
  llvm::StringMap<int32_t> strings;
  std::map<std::tuple<plan::DType, std::vector<int64_t>, std::string>, int32_t>
      constants;
  std::list<std::string> constantBytes; ///< in the order of plan.constants
};

} // namespace sbp

#endif // SBP_LIB_TARGET_ARTIFACT_PLANVALUES_H
