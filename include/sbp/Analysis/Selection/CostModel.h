// CostModel.h: the rates that selection minimises by
#ifndef SBP_ANALYSIS_SELECTION_COSTMODEL_H
#define SBP_ANALYSIS_SELECTION_COSTMODEL_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"
#include "sbp/Analysis/Selection/BoxedTensor.h"
#include "sbp/Analysis/Selection/Rates.h"
#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp {

/// All rates, in bytes moved between ranks. Every term is needed: with bytes
/// alone everything is replicated for nothing, without traffic elementwise work
/// is not split, without a price weights are stored whole, without a constant
/// per boxing statistics of a few bytes travel (selection.md section 5).
struct CostModel {
  /// One floating-point operation of the busiest rank, times the ranks.
  double perFlop = 1.0 / 2200;
  /// One operation that another rank performs as well. The price is high:
  /// otherwise an uneven split that leaves a projection to be done twice may
  /// look balanced, and where ranks share a machine it is time lost outright.
  double perDuplicateFlop = 0.1;
  /// One byte read or written in memory, times the ranks.
  double perTrafficByte = 0.094;
  /// One stored byte of a parameter, over all its copies.
  double perStoredByte = 0.05;
  /// Latency of one boxing that moves anything, for each rank. Without effect
  /// where a topology describes the links.
  double perBoxing = kBytesPerRound;
  /// Bytes per second of a link, which converts costs to seconds.
  double bytesPerSecond = 1e10;
  /// An argument is a parameter if it is a state, or is fed whole (has no
  /// `sbp.microbatch`) and holds this share of the bytes of all arguments.
  double parameterShare = 0.001;
  /// Cost units per byte: 2^6 unless the model is so large that a total would
  /// not be exact.
  int unitShift = 6;
  /// Not null: a boxing costs what its plan takes on these links.
  std::shared_ptr<const Topology> topology;
  /// Not null: measured rates, which the numbers above were taken from.
  std::shared_ptr<const Rates> rates;
  /// Per class of work: what a flop costs beside `perFlop`; bytes of rows that
  /// are gathered, or multiplied and summed, beside `perTrafficByte`.
  std::array<double, numWorkClasses> flopFactors{1, 1, 1, 1, 1, 1, 1};
  double gatherFactor = 1, rowFactor = 1;
  /// Of what one op moves on one rank, or of a table that it takes rows of, so
  /// many bytes stay in caches and cost `perCachedByte`: ranks that share a
  /// core drive out what others took. Filling with one value has its own price.
  double cacheBytes = 0, perCachedByte = 0.094, perFilledByte = 0.094;
  /// A row of a table that caches do not hold, beyond its bytes.
  double perRow = 0;
  /// An op that is no elementwise one, beyond its work.
  double perCall = 0;
  /// Elements of 4 bytes that a vector of products holds.
  double lanes = 1;

  /// Takes the prices of `measured` for so many ranks. What is done twice costs
  /// what it takes; a stored byte keeps its price relative to traffic.
  void setRates(std::shared_ptr<const Rates> measured, int64_t ranks);
  void print(llvm::raw_ostream &os) const;
  /// `bytes` that an op reads and writes on one rank; a convex function.
  double getTraffic(double bytes) const {
    double cached = std::min(bytes, cacheBytes);
    return perCachedByte * cached + perTrafficByte * (bytes - cached);
  }
  /// `bytes` of `visits` rows of a table that is `table` bytes large on one
  /// rank: what caches do not hold of it costs `factor` times what streams do,
  /// and finding each row.
  double getRowTraffic(double bytes, double visits, double table,
                       double factor) const;
  /// No signature makes the work of `part` dearer on one rank.
  double getDearest(const OpWork::Part &part) const;
  double getUnits(double bytes) const;
  /// Converts the sum of all ranks' costs to the time of one rank.
  double toSeconds(double units, int64_t ranks) const;
  /// Boxing `tensor`: what moves, what every rank writes, and the latency if
  /// anything moves. Rounded up term by term, which keeps the
  /// triangle inequality exact. With a topology: the seconds of the plan and
  /// what every rank writes; a way through a third distribution may be cheaper.
  /// Infinite where `to` refuses the partials that boxing would make
  /// (StateTable::isRefused).
  Cost getBoxing(BoxedTensor &tensor, StateTable::Id from, StateTable::Id to,
                 bool isProduced = false) const;
  /// A parameter of `bytes` stored so, over all its copies.
  Cost getStoring(const StateTable &states, StateTable::Id state,
                  int64_t bytes) const;
  /// A result left so: what one rank lacks is collected from the others.
  Cost getCollecting(const StateTable &states, StateTable::Id state,
                     int64_t bytes) const;
  /// Each of `ranks` gets a message of `bytes` over the slowest link between
  /// any two of them: all other ways to box take less. In bytes.
  double getSlowest(llvm::ArrayRef<int64_t> ranks, double bytes) const;

private:
  Cost getTime(BoxedTensor &tensor, StateTable::Id from,
               StateTable::Id to) const;
};

/// Prices of the boxings of one tensor: one per pattern of states that cut it
/// evenly, else one per pair of states, each worked out once.
class BoxPrices {
public:
  BoxPrices(const CostModel &model, StateTable &states, TensorSize size)
      : model(model), tensor(states, std::move(size)) {}
  BoxedTensor &getTensor() { return tensor; }
  /// CostModel::getBoxing. `areEven`: both are known to cut the tensor evenly.
  Cost get(StateTable::Id from, StateTable::Id to, bool isProduced = false,
           bool areEven = false) {
    StateTable &states = tensor.getStates();
    if (from == to || tensor.getNumBytes() == 0)
      return 0;
    if (states.isRefused(from, to, isProduced))
      return infiniteCost;
    if (model.topology) // axes do not change places
      return model.getBoxing(tensor, from, to, isProduced);
    if (!areEven && (!tensor.isEven(from) || !tensor.isEven(to)))
      return getUneven(from, to);
    uint32_t pattern = states.getPattern(from, to);
    if (pattern < prices.size() && prices[pattern] >= 0)
      return prices[pattern];
    return add(pattern, from, to);
  }
  /// No boxing from another state to `to` costs less.
  Cost getLeast(StateTable::Id to) const;

private:
  Cost add(uint32_t pattern, StateTable::Id from, StateTable::Id to);
  Cost getUneven(StateTable::Id from, StateTable::Id to);

  const CostModel &model;
  BoxedTensor tensor;
  Costs prices; ///< by pattern; below 0: not asked for yet
  /// Indexed by `from` and `to`; below 0: not asked for yet.
  std::vector<Costs> unevenPrices;
};

/// Returns the work that `op` states; by default an op writes its results.
OpWork getWork(mlir::Operation *op);

/// Sub-byte elements take a byte.
TensorSize getSize(mlir::RankedTensorType type);
/// Bytes of one tensor.
int64_t getNumBytes(mlir::RankedTensorType type);

/// Bytes of the largest piece of a tensor; nothing of what is no tensor.
double getLargestBytes(const Placement &placement,
                       const Distribution &distribution, mlir::Type type);

/// Returns the scratch bytes of an op on the rank that needs most.
double getHeldBytes(const OpWork &work, const Rule &rule,
                    const Placement &placement, const Signature &signature);

WorkClass classify(const OpWork::Part &part, const Rule &rule,
                   mlir::TypeRange operandTypes, mlir::TypeRange resultTypes);

/// Whose work is priced: that of the rank that has most to do, or the mean.
enum class Worker : uint8_t { Busiest, Mean };

/// In bytes moved, over all ranks.
struct ComputeCost {
  double compute = 0, traffic = 0;
};
ComputeCost getComputeParts(const CostModel &model, const OpWork &work,
                            const Rule &rule, mlir::TypeRange operandTypes,
                            mlir::TypeRange resultTypes,
                            const Placement &placement,
                            const Signature &signature,
                            Worker worker = Worker::Busiest);

/// Compute and memory traffic of `op` under `signature`: the busiest rank's,
/// times the ranks. In units of `model`.
Cost getComputeCost(const CostModel &model, const OpWork &work,
                    const Rule &rule, mlir::TypeRange operandTypes,
                    mlir::TypeRange resultTypes, const Placement &placement,
                    const Signature &signature);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_COSTMODEL_H
