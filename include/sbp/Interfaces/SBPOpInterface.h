// SBPOpInterface.h: rules, signatures, shard contexts
#ifndef SBP_INTERFACES_SBPOPINTERFACE_H
#define SBP_INTERFACES_SBPOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "sbp/Calculus/Distribution.h"
#include "sbp/Interfaces/OpWork.h"
#include <functional>
#include <vector>

namespace sbp {

/// A loop dimension of an op, or a group of tensor dimensions that are split
/// together, and the effect of a split.
struct Factor {
  enum class Kind : uint8_t {
    Parallel,  ///< S where it occurs, B elsewhere
    Reduction, ///< S where it occurs, B elsewhere; results are P(combiner)
    Blocked    ///< cannot be split, for the reason in `reason`
  };
  Kind kind = Kind::Parallel;
  /// Number of elements of the loop or dimension in the whole op.
  int64_t extent = 1;
  /// For reductions, the combiner of each result; nullopt for a B result.
  llvm::SmallVector<std::optional<Combiner>, 1> combiners;
  /// For reductions, the combiner of each live init (it counts once, so it is P
  /// like its result); nullopt, or no entry, for all other operands.
  llvm::SmallVector<std::optional<Combiner>, 4> operandCombiners;
  /// Per operand and result, the tensor dimension of this factor, or nullopt.
  llvm::SmallVector<std::optional<int64_t>, 4> operandDims;
  llvm::SmallVector<std::optional<int64_t>, 1> resultDims;
  /// Per operand and result, the windows of that dimension that the factor
  /// counts (for example of a convolution, slice or pad); nullopt, or no entry,
  /// if it counts elements.
  llvm::SmallVector<std::optional<Windows>, 1> operandWindows;
  llvm::SmallVector<std::optional<Windows>, 1> resultWindows;
  /// For merged dimensions (reshape): the factor is the leading part of a
  /// flattened dimension of extent `extent * trailing`. A split over p ranks is
  /// a split of the factor iff p divides the local leading extent or trailing
  /// is 1.
  int64_t trailing = 1;
  /// Factors before this one in a flattened dimension: it can be split
  /// only if they have a local extent of 1. Indices into `Rule::factors`.
  llvm::SmallVector<unsigned, 1> leading;
  /// Factors of the same dimension that cut it at other positions: none of them
  /// may be split outside of this one. Indices into `Rule::factors`.
  llvm::SmallVector<unsigned, 1> before;
  /// buildLocal uses the shard's offset (linalg.index, masked gather, ...).
  bool needsOffset = false;
  /// Shards of extent 0 are illegal for this op.
  bool needsNonEmpty = false;
  /// If not 0, the factor is split into exactly that many parts or not at all.
  /// A dimension of it may also count these parts, or some elements for each,
  /// in place of the elements.
  int64_t blocks = 0;
  /// For a blocked factor, why it cannot be split; the text of a message.
  std::string reason;
};

/// A set of operands that may be P(combiner) while the others are B.
struct AdditiveSet {
  Combiner combiner = Combiner::Sum;
  llvm::SmallVector<bool, 4> operands;
  /// Per result, P with this combiner, or nullopt for a B result.
  llvm::SmallVector<std::optional<Combiner>, 1> results;
};

/// The distribution rule of an op. Operands that are not tensors are B
/// everywhere; operands in `shapeOnly` are dead inits without constraint.
struct Rule {
  std::vector<Factor> factors;
  std::vector<AdditiveSet> additive;
  /// Per operand: true for a dead init. It follows the splits of its factor map
  /// and is B elsewhere; its value does not matter.
  llvm::SmallVector<bool, 4> shapeOnly;
  /// If not empty, only the all-B signature exists, for this reason.
  std::string refusal;
  /// If not empty, no signature exists (captured tensors, side effects), for
  /// this reason.
  std::string error;
  /// The factors depend on the readers of the results: equal ops may differ.
  bool dependsOnReaders = false;
};

/// Distributions of operands and results on one placement: one entry each, in
/// order. Entries of operands and results that are not tensors are all B.
struct Signature {
  llvm::SmallVector<Distribution, 0> operands;
  llvm::SmallVector<Distribution, 0> results;
  bool operator==(const Signature &other) const = default;
};
llvm::hash_code hash_value(const Signature &signature);
/// Prints "[[S(0), B], [B, S(1)]] -> [[S(0), S(1)]]".
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const Signature &signature);

/// The shard that `buildLocal` builds for. Offsets may be constants
/// (interpreter, soundness checker) or parameters of a class of ranks
/// (partition).
class ShardContext {
public:
  virtual ~ShardContext() = default;
  /// Returns the placement of the signature. The reference is valid while this
  /// object lives.
  virtual const Placement &getPlacement() const = 0;
  /// Returns the local type of a global tensor of static shape under
  /// `distribution`.
  virtual mlir::RankedTensorType
  getLocalType(mlir::RankedTensorType global,
               const Distribution &distribution) = 0;
  /// Returns the global index of the first element of this shard in dimension
  /// `dim`, as an `index` value that is built at the insertion point of
  /// `builder` or exists there.
  virtual mlir::Value getOffset(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::RankedTensorType global,
                                const Distribution &distribution,
                                int64_t dim) = 0;
};

/// A decomposed form of an op. It may refer to the op, which must outlive it.
struct Alternative {
  /// Identifies the form: two forms of an op with one name are equal.
  std::string name;
  /// Builds the form at the insertion point and returns one value per result of
  /// the op, of the same type. Does not change the op.
  std::function<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &)> build;
  /// If not zero, the form connects many choices; the weight is the number of
  /// other such forms it interacts with. Weighted forms are offered only if the
  /// sum of all weights is small and the optimum is still found quickly.
  unsigned weight = 0;
};

} // namespace sbp

#include "sbp/Interfaces/SBPOpInterface.h.inc"

#endif // SBP_INTERFACES_SBPOPINTERFACE_H
