// PlanValues.h: types, placements and constants of a plan
#ifndef SBP_LIB_TARGET_ARTIFACT_PLANVALUES_H
#define SBP_LIB_TARGET_ARTIFACT_PLANVALUES_H

#include "Artifact.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <list>
#include <map>

namespace sbp {

/// Returns the file format's name of an element type that a plan can hold; an
/// index is an i64. Another type fails an assertion.
plan::DType getDType(mlir::Type elementType);
/// Returns the kind that the target of this name has in the file format. The
/// format must have one; otherwise the behaviour is undefined.
plan::DeviceKind getDeviceKind(llvm::StringRef device);
/// Translate enumerators of the IR to those of the file format, one to one.
plan::Combiner getPlanCombiner(Combiner combiner);
plan::TransferKind getPlanTransferKind(TransferKind kind);

/// The tables that all entries of a plan share: each placement, distribution,
/// constant and string is stored once. A `get` function adds its value if it is
/// new. `from` is an op in the module that defines the placements.
class PlanValues {
public:
  /// Fills the tables of `plan` and `debug`, which must outlive this object.
  PlanValues(plan::PlanT &plan, plan::DebugT &debug)
      : plan(plan), debug(debug) {}

  /// Forgets attributes of the previous module: equal symbols may denote other
  /// placements in the next one.
  void startModule() { distributions.clear(), placements.clear(); }
  /// Returns the index of a distribution, or -1 for a null attribute.
  int32_t getDistribution(mlir::Operation *from, DistributionAttr attribute);
  /// Returns a new description of an offset, never null; only its distribution
  /// is part of the tables.
  std::unique_ptr<plan::OffsetT> getOffset(mlir::Operation *from,
                                           OffsetAttr attribute);
  /// Returns the index of a constant, which has data and is copied, with one
  /// byte per i1. With `allowSplat`, a splat is one element without dimensions.
  int32_t getConstant(mlir::ElementsAttr value, bool allowSplat);
  /// Returns the index of a string like "model.mlir:7:8" in the debug segment,
  /// or -1 for a location without a file. Folders are left out.
  int32_t getLocation(mlir::Location loc);
  /// Returns the index of `text` in the debug segment, which copies it.
  int32_t getString(llvm::StringRef text);
  /// Returns the bytes of each constant, in the plan's order. They belong to
  /// this object and are valid until its end.
  std::vector<artifact::Bytes> getConstantBytes() const;

private:
  /// Returns the index of the placement `symbol`.
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
