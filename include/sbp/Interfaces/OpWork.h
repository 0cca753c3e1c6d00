// OpWork.h: what one execution of an op costs, asked of the op itself
#ifndef SBP_INTERFACES_OPWORK_H
#define SBP_INTERFACES_OPWORK_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace sbp {

/// How a part of an op computes, by what bounds it.
enum class WorkClass : uint8_t {
  Contraction,       ///< many operations per element
  NarrowContraction, ///< few: a thin matrix, a small one
  Elementwise,       ///< arithmetic without reduction
  Rows,              ///< reductions that do little per element
  Attention,         ///< products of blocks, with a softmax between them
  Order,             ///< elements put in their places, one after the other
  Functions          ///< exponentials, roots and their like
};
inline constexpr unsigned numWorkClasses = 7;

/// What an op does in one execution on whole tensors. Prices scale it to the
/// shares of a signature: each part by the factors of the op's rule that it is
/// divided by, each tensor by its largest local piece.
struct OpWork {
  /// How much of an operand goes through memory.
  enum class Traffic : uint8_t {
    None,     ///< a view, or handed over inside of fused code
    Whole,    ///< every element
    InRows,   ///< every element, soon after it was made or read before
    AsResult, ///< as many bytes as result #0 has: the rows that a gather takes
  };
  struct Part {
    double flops = 0;
    /// Written to memory and read again inside of the op (scores, runs of a
    /// sort).
    double scratchBytes = 0;
    /// Read or written of rows of operand #`table`, in no order: a large table
    /// lies beyond caches, however few rows are taken.
    double rowBytes = 0;
    /// How many rows these bytes are of: each has to be found in memory.
    double rowVisits = 0;
    unsigned table = 0;
    /// Factors of the rule (indices) whose split does not divide this part.
    llvm::SmallVector<unsigned, 2> undividedBy;
    /// Where the op knows; else the factors of the rule and the operations per
    /// element tell.
    std::optional<WorkClass> kind;
    /// The factor along which work grows evenly from piece to piece (a causal
    /// mask), and how far its end lies above the mean.
    std::optional<unsigned> skewedBy;
    double skew = 1;
    /// The factor along which vectors run: a piece of it that does not fill
    /// them takes as long as one that does.
    std::optional<unsigned> lanes;
  };
  /// What the code of an op holds while it runs, beside operands and results;
  /// prices do not count it.
  struct Held {
    double bytes = 0;
    /// Factors of the rule (indices) whose split does not divide it.
    llvm::SmallVector<unsigned, 2> undividedBy;
  };
  llvm::SmallVector<Part, 1> parts;
  llvm::SmallVector<Held, 1> held;
  llvm::SmallVector<Traffic, 4> reads; ///< per operand
  llvm::SmallVector<bool, 2> writes;   ///< per result
  /// Per result: all readers take it `InRows`.
  llvm::SmallVector<bool, 2> staysInRows;
  /// Ops that share rows, of so many leading dims, run on one row after the
  /// other: what is in rows does not go through memory. Where another dim is
  /// split they wait for each other, and it does.
  unsigned rowDims = 0;
  /// Per result: the op begins with a fresh tensor of one value, which somebody
  /// has to fill.
  llvm::SmallVector<bool, 2> fills;
  /// Per result: it has memory of its own, though writing it costs nothing.
  llvm::SmallVector<bool, 2> keeps;

  double getFlops() const {
    double flops = 0;
    for (const Part &part : parts)
      flops += part.flops;
    return flops;
  }
};

/// Nothing is computed; `reads` of every operand, every result written or not.
OpWork makeWork(mlir::Operation *op, OpWork::Traffic reads, bool writes);

/// `init` is made from scalars alone.
bool isFreshInit(mlir::Value init);

/// All operands are read and all results written once; `flops` for each element
/// of operand #`counted`.
OpWork makeStreamingWork(mlir::Operation *op, unsigned counted, double flops);

} // namespace sbp

#endif // SBP_INTERFACES_OPWORK_H
