//===- SelectionProblem.h - the cost network of a module ------------------===//
#ifndef SBP_LIB_ANALYSIS_SELECTION_SELECTIONPROBLEM_H
#define SBP_LIB_ANALYSIS_SELECTION_SELECTIONPROBLEM_H

#include "SignatureSets.h"
#include "sbp/Analysis/CostNetwork/MemoryRows.h"
#include "sbp/Analysis/Selection/Selection.h"
#include "llvm/ADT/BitVector.h"

namespace sbp {

/// Distinct or repeated states under one number, so that tables over equal
/// lists are built once.
class Columns {
public:
  using Id = unsigned;
  Id intern(llvm::ArrayRef<StateTable::Id> states);
  const std::vector<StateTable::Id> &get(Id id) const { return *columns[id]; }

private:
  std::map<std::vector<StateTable::Id>, Id> numbers;
  std::vector<const std::vector<StateTable::Id> *> columns;
};

/// In a column: the op does not run, since an alternative of it does.
inline constexpr StateTable::Id offState = StateTable::Id(1) << 31;

/// One end of an edge: a state per state of `variable`, or one fixed state.
struct Port {
  std::optional<unsigned> variable;
  Columns::Id column = 0;
};

/// Builds the network of op, argument, result and value nodes
/// (selection.md section 1) and reads a decision out of its solution.
class SelectionProblem {
public:
  /// `countsMemory`: every argument has a choice of its own; without, what is
  /// held of those that are not priced counts as whole in `buildMemory`.
  SelectionProblem(mlir::ModuleOp module, CostModel model,
                   bool countsMemory = false);
  mlir::LogicalResult buildNodes();
  /// `triples`: a reader may take what was made beside what is shared also
  /// where producer and reader both have a choice. That joins three variables.
  void buildEdges(bool triples);
  /// What ranks hold, by the choices of the network, while ops run in program
  /// order: arguments and states throughout, values from their op to their last
  /// reader, what is boxed for a reader beside them. After `buildEdges` without
  /// triples.
  MemoryRows buildMemory();
  void readDecision(llvm::ArrayRef<unsigned> solution, Decision &decision);
  /// Remarks on every op: what was chosen, what would have been second.
  void explain(llvm::ArrayRef<unsigned> solution);

  CostNetwork &getNetwork() { return network; }
  const CostModel &getModel() const { return model; }
  size_t getNumSignatureSets() const { return numSets; }
  /// Of enumerating and pruning signatures, like `SelectionResult::work`.
  double getBuildWork() const { return sets.getWorkDone(); }
  int64_t getNumRanks() const;

private:
  friend class MemoryBuilder;
  struct OpNode {
    mlir::Operation *op;
    const SignatureSet *set;
    unsigned variable;
    bool isOptional;
  };
  /// An op and the decomposed forms of it that stand in front of it in the IR;
  /// one of them runs.
  struct Choice {
    mlir::Operation *op;
    /// Per alternative: its ops in order, and what replaces the results.
    std::vector<std::vector<mlir::Operation *>> ops;
    std::vector<llvm::SmallVector<mlir::Value>> replacements;
    unsigned selector = 0;
  };
  /// Costs of 0 or infinity over a few variables.
  struct Wish {
    llvm::SmallVector<unsigned, 2> variables;
    std::vector<Cost> costs;
  };
  struct OutputNode {
    mlir::func::FuncOp function;
    unsigned index;
    Port port;
    DistributionAttr fixed;
  };
  struct SharedNode {
    mlir::Value value;
    Port port;
  };
  /// The uses of one value by one consumer.
  struct Consumer {
    Port port; ///< of the first use
    llvm::SmallVector<Columns::Id, 2> columns;
  };

  double getDearestBoxing(double bytes) const;
  void chooseUnit();
  void allowAllOrders();
  void collectOrders();
  mlir::LogicalResult buildForms(llvm::ArrayRef<mlir::func::FuncOp> functions);
  mlir::LogicalResult addArguments(mlir::func::FuncOp function);
  mlir::LogicalResult addState(mlir::BlockArgument argument,
                               mlir::StringAttr name);
  Port makeArgument(mlir::BlockArgument argument, bool isParameter);
  void buildAlternatives(mlir::func::FuncOp function);
  void addSelectors();
  void keepUserSplits(const Choice &choice);
  llvm::BitVector getKeptAxes(const Choice &choice);
  std::optional<Wish> wishSplitsKept(mlir::OpOperand &use,
                                     const llvm::BitVector &axes);
  bool canBeTrue(llvm::ArrayRef<Wish> wishes, llvm::ArrayRef<unsigned> running);
  bool undoesSplit(StateTable::Id from, StateTable::Id to,
                   const llvm::BitVector &axes);
  void addOp(mlir::Operation *op);
  void addOutputs(mlir::func::ReturnOp op);
  Port makeOutput(mlir::func::ReturnOp op, unsigned index);
  std::vector<Cost> getReadingCosts(llvm::ArrayRef<StateTable::Id> column,
                                    mlir::Value value);
  llvm::SmallVector<StateTable::Id, 0> getWholeStates(Columns::Id column,
                                                      mlir::Value value);
  void addUses(mlir::Value value);
  void addReaders(mlir::Value value, llvm::ArrayRef<Port> producers,
                  llvm::ArrayRef<mlir::OpOperand *> uses);
  void addShared(mlir::Value value, llvm::ArrayRef<Port> producers,
                 llvm::ArrayRef<Consumer> consumers);
  std::optional<Port> getProducer(mlir::Value value);
  /// The producer and those of its alternatives; none for a source.
  llvm::SmallVector<Port, 1> getProducers(mlir::Value value);
  unsigned addValueNode(size_t domain);
  Port getConsumer(mlir::OpOperand &use);
  /// box(from, to) between two ports that may be fixed. `isProduced`: `from`
  /// is what an op or the user made, not a view of it.
  void addBoxing(const Port &from, const Port &to, int64_t bytes,
                 bool isProduced);
  void forbidMadePartials(const Port &reader);
  std::vector<std::vector<Cost>> getBoxings(Columns::Id from,
                                            llvm::ArrayRef<StateTable::Id> to,
                                            int64_t bytes, bool local);
  bool addReading(const Port &producer, const Port &shared,
                  const Consumer &consumer, int64_t bytes);
  std::vector<Cost> getReadingTable(Columns::Id produced, Columns::Id shared,
                                    const Consumer &consumer, int64_t bytes);
  void addPrivateBoxings(const Port &shared, const Consumer &consumer,
                         int64_t bytes);
  Cost getBoxing(StateTable::Id from, StateTable::Id to, int64_t bytes,
                 bool isProduced);

  BoxPrices &getPrices(int64_t bytes);
  Port getFixed(DistributionAttr distribution);
  unsigned getPlacementIndex(mlir::FlatSymbolRefAttr symbol);
  DistributionAttr getAttribute(StateTable::Id state);
  DistributionAttr read(const Port &port, llvm::ArrayRef<unsigned> solution);
  void takeAlternatives(llvm::ArrayRef<unsigned> solution);
  DistributionAttr chooseStorage(mlir::BlockArgument argument,
                                 const Decision &decision);

  mlir::ModuleOp module;
  CostModel model;
  StateTable states;
  Columns columns;
  TablePool pool;
  CostNetwork network;
  std::optional<CostNetwork> nodesOnly; ///< of `network`, without edges
  bool joinsTriples = false, countsMemory = false;
  SignatureSets sets;
  size_t numSets = 0;
  llvm::SmallVector<mlir::FlatSymbolRefAttr> placements;
  llvm::MapVector<mlir::Operation *, OpNode> opNodes;
  llvm::DenseMap<mlir::Value, Port> argumentNodes;
  llvm::DenseMap<mlir::StringAttr, std::pair<mlir::BlockArgument, Port>>
      stateNodes;
  std::vector<Choice> choices;
  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, unsigned>> optionOf;
  /// Per variable: whether it is the view of a value, not a choice of an op.
  std::vector<bool> isValueNode;
  std::vector<OutputNode> outputNodes;
  std::vector<SharedNode> sharedNodes;
  /// What the readers of a value see first: shared, or what the one wants.
  llvm::DenseMap<mlir::Value, Port> views;
  std::map<std::vector<int64_t>, TablePool::Id> tables;
  std::map<int64_t, BoxPrices> prices; ///< by the bytes of a tensor
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SELECTIONPROBLEM_H
