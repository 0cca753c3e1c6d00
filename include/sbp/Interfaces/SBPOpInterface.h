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

/// A loop dimension of an op, or a group of tensor dims that are split
/// together, and what a split of it does.
struct Factor {
  enum class Kind : uint8_t {
    Parallel,  ///< S where it occurs, B elsewhere
    Reduction, ///< S where it occurs, B elsewhere; results are P(combiner)
    Blocked    ///< cannot be split; `reason` says why
  };
  Kind kind = Kind::Parallel;
  int64_t extent = 1;
  /// Reduction: the combiner of each result (nothing: the result is B).
  llvm::SmallVector<std::optional<Combiner>, 1> combiners;
  /// Reduction: the combiner of each live init (it counts once, so it is P like
  /// its result); nothing or empty for all other operands.
  llvm::SmallVector<std::optional<Combiner>, 4> operandCombiners;
  /// Per operand / result: the tensor dim that is this factor, or nothing.
  llvm::SmallVector<std::optional<int64_t>, 4> operandDims;
  llvm::SmallVector<std::optional<int64_t>, 1> resultDims;
  /// Per operand / result: the windows of that dim that the factor counts,
  /// where it is not the dim itself (convolution, pooling); empty where none
  /// has any.
  llvm::SmallVector<std::optional<Windows>, 1> operandWindows;
  llvm::SmallVector<std::optional<Windows>, 1> resultWindows;
  /// Merged dims (reshape): the factor is the leading part of a flattened dim
  /// of extent `extent * trailing`; a split over p is a split of the factor iff
  /// p divides the (local) leading extent or trailing is 1. calculus.md B.4.
  int64_t trailing = 1;
  /// Factors in front of this one in a flattened dim: it can be split only
  /// where they have a local extent of 1. Indices into `Rule::factors`.
  llvm::SmallVector<unsigned, 1> leading;
  /// Factors of the same dim that cut it elsewhere: none of them may have been
  /// cut outside of this one. Indices into `Rule::factors`.
  llvm::SmallVector<unsigned, 1> before;
  /// buildLocal adds the shard's offset (linalg.index, masked gather, ...).
  bool needsOffset = false;
  /// Shards of extent 0 are not legal for this op.
  bool needsNonEmpty = false;
  /// Not 0: the factor is a dim of that many pieces of another dim, of
  /// `extent`, each cut as a split over so many ranks cuts it. It is split into
  /// exactly so many parts or not at all.
  int64_t blocks = 0;
  std::string reason;
};

/// A set of operands that may be P(combiner) while the others are B.
struct AdditiveSet {
  Combiner combiner = Combiner::Sum;
  llvm::SmallVector<bool, 4> operands;
  /// Per result: P of this combiner, or nothing where the result is B.
  llvm::SmallVector<std::optional<Combiner>, 1> results;
};

/// All that an op says about its distribution. Operands that are not tensors
/// are B everywhere; operands in `shapeOnly` are dead inits without constraint.
struct Rule {
  std::vector<Factor> factors;
  std::vector<AdditiveSet> additive;
  /// Per operand. A dead init follows the splits of its factor map and is B
  /// elsewhere; its value does not matter.
  llvm::SmallVector<bool, 4> shapeOnly;
  /// Not empty: no signature but all-B, and why.
  std::string refusal;
  /// Not empty: no signature at all (captured tensors, side effects), and why.
  std::string error;
  /// The factors depend on who reads the results: equal ops may differ.
  bool asksReaders = false;
};

/// Distributions of operands -> results, on one placement. Operands that are
/// not tensors hold an all-B entry.
struct Signature {
  llvm::SmallVector<Distribution, 0> operands;
  llvm::SmallVector<Distribution, 0> results;
  bool operator==(const Signature &other) const = default;
};
llvm::hash_code hash_value(const Signature &signature);
/// "[[S(0), B], [B, S(1)]] -> [[S(0), S(1)]]".
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const Signature &signature);

/// What `buildLocal` may know about the shard it builds for. Offsets may be
/// constants (interpreter, checker) or parameters of a class (partition).
class ShardContext {
public:
  virtual ~ShardContext() = default;
  virtual const Placement &getPlacement() const = 0;
  /// Local type of a global tensor type under `distribution` on this shard.
  virtual mlir::RankedTensorType
  getLocalType(mlir::RankedTensorType global,
               const Distribution &distribution) = 0;
  /// Index of the first element of this shard's box in `dim`: an `index` value.
  virtual mlir::Value getOffset(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::RankedTensorType global,
                                const Distribution &distribution,
                                int64_t dim) = 0;
};

/// A decomposed form of an op.
struct Alternative {
  std::string name;
  std::function<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &)> build;
  /// Not zero where it joins many choices: how many, beside other such forms.
  /// They are offered where that of all of them is small and the best choice
  /// with them is still found quickly.
  unsigned weight = 0;
};

} // namespace sbp

#include "sbp/Interfaces/SBPOpInterface.h.inc"

#endif // SBP_INTERFACES_SBPOPINTERFACE_H
