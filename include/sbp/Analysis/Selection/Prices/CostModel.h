// CostModel.h: the prices that selection minimises
#ifndef SBP_ANALYSIS_SELECTION_PRICES_COSTMODEL_H
#define SBP_ANALYSIS_SELECTION_PRICES_COSTMODEL_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"
#include "sbp/Analysis/Selection/Prices/BoxedTensor.h"
#include "sbp/Analysis/Selection/Prices/Rates.h"
#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Interfaces/SBPOpInterface.h"

#include "mlir/IR/BuiltinOps.h"

namespace sbp {

/// The prices of a selection in bytes moved between ranks. A Cost is a whole
/// number of units of 2^-unitShift bytes (getUnits). References are borrowed
/// for the call. The fields have default prices; `setRates` replaces them by
/// measured ones. Every term is needed: with bytes alone everything is
/// replicated at no cost, without traffic elementwise work is not split,
/// without a storage price weights stay whole, and without a constant per
/// boxing statistics of a few bytes are communicated.
struct CostModel {
  /// Price of a floating-point operation of the busiest rank, times the ranks.
  double perFlop = 1.0 / 2200;
  /// Price of an operation that another rank performs as well. It is high:
  /// otherwise an uneven split that computes a projection twice may seem
  /// balanced, and ranks that share a machine lose that time.
  double perDuplicateFlop = 0.1;
  /// Price of a byte read or written in memory, times the ranks.
  double perTrafficByte = 0.094;
  /// Price of a stored byte of a parameter, for each of its copies.
  double perStoredByte = 0.05;
  /// Price of the latency of a boxing that moves anything, for each rank.
  /// Ignored where a topology describes the links.
  double perBoxing = kBytesPerRound;
  /// Bytes per second of a link, which converts costs to seconds.
  double bytesPerSecond = 1e10;
  /// An argument is a parameter if it is a state, or is fed whole (has no
  /// `sbp.microbatch`) and holds this share of the bytes of all arguments.
  double parameterShare = 0.001;
  /// Cost units per byte: 2^6 unless the model is so large that a total would
  /// not be exact.
  int unitShift = 6;
  /// If set, a boxing costs the time of its plan on these links.
  std::shared_ptr<const Topology> topology;
  /// The measured rates that `setRates` derived the prices from; null with the
  /// default prices.
  std::shared_ptr<const Rates> rates;
  /// Factors on `perFlop` per class of work, and on `perTrafficByte` for rows
  /// that are gathered, or multiplied and summed.
  std::array<double, numWorkClasses> flopFactors{1, 1, 1, 1, 1, 1, 1};
  double gatherFactor = 1, rowFactor = 1;
  /// The first `cacheBytes` of the traffic of an op on one rank, or of a table
  /// that it gathers rows from, cost `perCachedByte`; ranks that share a core
  /// evict each other's data. Filling with one value costs `perFilledByte`.
  double cacheBytes = 0, perCachedByte = 0.094, perFilledByte = 0.094;
  /// Price of a row of a table outside of the caches, in addition to its bytes.
  double perRow = 0;
  /// Price of an op that is not elementwise, in addition to its work.
  double perCall = 0;
  /// Elements of 4 bytes in a vector of a product kernel (SIMD lanes).
  double lanes = 1;

  /// Sets all prices from `measured` rates, which must not be null, for `ranks`
  /// ranks. Duplicate work has no extra price then; a stored byte keeps its
  /// price relative to traffic.
  void setRates(std::shared_ptr<const Rates> measured, int64_t ranks);
  /// Sets the prices from the rates of `module` (kRatesAttr), where it has
  /// some. Emits an error and fails where their text is wrong.
  llvm::LogicalResult readRates(mlir::ModuleOp module, int64_t ranks);
  /// Prints the main prices as a table; with a topology, the speeds of its
  /// links in place of the price of a boxing. Factors of classes of work and
  /// the prices of caches, fills, gathered rows and calls are left out.
  void print(llvm::raw_ostream &os) const;
  /// Returns the price of `bytes` that an op reads and writes on one rank, a
  /// convex function.
  double getTraffic(double bytes) const {
    double cached = std::min(bytes, cacheBytes);
    return perCachedByte * cached + perTrafficByte * (bytes - cached);
  }
  /// Returns the price of `bytes` in `visits` rows of a table with `table`
  /// bytes on one rank. The share outside of the caches costs `factor` times
  /// the price of streams, and `perRow` per visit.
  double getRowTraffic(double bytes, double visits, double table,
                       double factor) const;
  /// Returns an upper bound on the price of `part` on one rank under any
  /// signature, duplicate work excluded.
  double getMaxCost(const OpWork::Part &part) const;
  /// Converts bytes to cost units, rounded to an integer.
  double getUnits(double bytes) const;
  /// Converts the sum of all ranks' costs, in cost units, to the time of one
  /// rank in seconds.
  double toSeconds(double units, int64_t ranks) const;
  /// Returns the cost of boxing `tensor`: the bytes moved, the bytes that every
  /// rank writes, and the latency if anything moves. Terms are rounded up one
  /// by one, which keeps the triangle inequality exact. With a topology, it is
  /// the time of the plan and of the writes, and a detour through a third
  /// distribution may cost less. Infinite where `to` rejects the partial sums
  /// that the boxing would create (StateTable::isRefused) and where `from` has
  /// windows that differ from `to`; 0 for a tensor without bytes.
  Cost getBoxing(BoxedTensor &tensor, StateTable::Id from, StateTable::Id to,
                 bool isProduced = false) const;
  /// Returns the cost of storing a parameter of `bytes`, over all its copies.
  Cost getStoring(const StateTable &states, StateTable::Id state,
                  int64_t bytes) const;
  /// Returns the cost of collecting a result of `bytes` on one rank; 0 for a
  /// result that is not cut.
  Cost getCollecting(const StateTable &states, StateTable::Id state,
                     int64_t bytes) const;
  /// Returns the price of a message for each of `ranks`, `bytes` in all, over
  /// the slowest link between two of them; of bytes and latencies alone without
  /// a topology. 0 for fewer than two ranks.
  double getSlowestTransfer(llvm::ArrayRef<int64_t> ranks, double bytes) const;

private:
  /// Returns the time of the plan on the links of `topology`, which must be
  /// set, in cost units, rounded up.
  Cost getTime(BoxedTensor &tensor, StateTable::Id from,
               StateTable::Id to) const;
};

/// Returns the shape and element bytes of `type`, whose shape is static;
/// sub-byte elements take a byte.
TensorSize getSize(mlir::RankedTensorType type);
/// Returns the bytes of a whole tensor of `type`.
int64_t getNumBytes(mlir::RankedTensorType type);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_COSTMODEL_H
