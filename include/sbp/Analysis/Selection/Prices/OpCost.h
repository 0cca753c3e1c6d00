// OpCost.h: the cost of an op under a signature, by the work that it states
//
// A roofline without overlap: compute and memory traffic of the rank with the
// most work are added (Williams et al., "Roofline", CACM 2009).
#ifndef SBP_ANALYSIS_SELECTION_PRICES_OPCOST_H
#define SBP_ANALYSIS_SELECTION_PRICES_OPCOST_H

#include "sbp/Analysis/Selection/Prices/CostModel.h"

namespace sbp {

/// Returns the work that `op` states (SBPOpInterface); an op without the
/// interface writes its results and computes nothing.
OpWork getWork(mlir::Operation *op);

/// Returns the bytes of the largest piece of a tensor, windows not included; 0
/// if `type` is no ranked tensor.
double getLargestBytes(const Placement &placement,
                       const Distribution &distribution, mlir::Type type);

/// Returns the scratch bytes of an op on the rank that needs most; 0 for an op
/// that holds none.
double getHeldBytes(const OpWork &work, const Rule &rule,
                    const Placement &placement, const Signature &signature);

/// Returns the class of `part`: the one that the op states, else one derived
/// from the kinds of factors and the operations per element.
WorkClass classify(const OpWork::Part &part, const Rule &rule,
                   mlir::TypeRange operandTypes, mlir::TypeRange resultTypes);

/// Selects the rank whose work is priced: the one with the most, or the mean.
enum class RankLoad : uint8_t { Busiest, Mean };

/// Prices of one op in bytes moved, not cost units: one rank's times the ranks.
struct ComputeCost {
  double compute = 0, traffic = 0;
};
/// Returns the price of compute and memory traffic of an op under `signature`,
/// which has one distribution per type. `work` and `rule` are those of the op.
ComputeCost getComputeParts(const CostModel &model, const OpWork &work,
                            const Rule &rule, mlir::TypeRange operandTypes,
                            mlir::TypeRange resultTypes,
                            const Placement &placement,
                            const Signature &signature,
                            RankLoad load = RankLoad::Busiest);

/// Returns the cost in units of `model` of compute and memory traffic under
/// `signature`: that of the busiest rank times the number of ranks.
Cost getComputeCost(const CostModel &model, const OpWork &work,
                    const Rule &rule, mlir::TypeRange operandTypes,
                    mlir::TypeRange resultTypes, const Placement &placement,
                    const Signature &signature);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_OPCOST_H
