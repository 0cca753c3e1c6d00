// OpWork.h: the cost of one execution of an op
#ifndef SBP_INTERFACES_OPWORK_H
#define SBP_INTERFACES_OPWORK_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace sbp {

/// Classes of work by the resource that bounds them.
enum class WorkClass : uint8_t {
  Contraction,       ///< many operations per element
  NarrowContraction, ///< few operations per element: a thin or small matrix
  Elementwise,       ///< arithmetic without reduction
  Rows,              ///< reductions with few operations per element
  Attention,         ///< products of blocks with a softmax between them
  Order,             ///< sequential placement of elements (sort, scatter)
  Functions          ///< exponentials, roots and similar functions
};
inline constexpr unsigned numWorkClasses = 7;

/// The work of one execution of an op on whole tensors. Prices scale it to the
/// pieces of a signature: each part by the factors of the op's rule that divide
/// it, each tensor by its largest local piece.
struct OpWork {
  /// The part of an operand that goes through memory.
  enum class Traffic : uint8_t {
    None,     ///< a view, or passed on inside of fused code
    Whole,    ///< every element
    InRows,   ///< every element, shortly after it was written or read
    AsResult, ///< as many bytes as result #0: the rows that a gather reads
  };
  /// A part of the work with one class and one way of dividing.
  struct Part {
    /// Operations on numbers in one execution, for the whole op.
    double flops = 0;
    /// Bytes written to memory and read again inside of the op (scores, runs of
    /// a sort).
    double scratchBytes = 0;
    /// Bytes of rows of operand #`table` that are read or written in random
    /// order: a large table exceeds caches, however few rows are accessed.
    double rowBytes = 0;
    /// Number of these rows; each costs a random access.
    double rowVisits = 0;
    /// Number of the operand whose rows `rowBytes` and `rowVisits` count.
    unsigned table = 0;
    /// Factors of the rule (indices) whose split does not divide this part.
    llvm::SmallVector<unsigned, 2> undividedBy;
    /// The class; if absent, derived from the factors of the rule and the
    /// operations per element.
    std::optional<WorkClass> kind;
    /// The factor along which work grows linearly from piece to piece (a causal
    /// mask), and the work of its last position relative to the mean.
    std::optional<unsigned> skewedBy;
    double skew = 1;
    /// The factor that vectors run along: a piece that does not fill a vector
    /// takes as long as one that does.
    std::optional<unsigned> lanes;
  };
  /// Memory that the op's code holds while it runs, in addition to operands and
  /// results. Not part of prices.
  struct Held {
    /// Bytes for whole tensors.
    double bytes = 0;
    /// Factors of the rule whose split does not divide it.
    llvm::SmallVector<unsigned, 2> undividedBy;
  };
  llvm::SmallVector<Part, 1> parts;
  llvm::SmallVector<Held, 1> held;
  llvm::SmallVector<Traffic, 4> reads; ///< one per operand
  llvm::SmallVector<bool, 2> writes;   ///< per result
  /// Per result: all readers read it `InRows`.
  llvm::SmallVector<bool, 2> staysInRows;
  /// Number of leading dimensions of the rows that this op shares with its
  /// neighbours, so that they run on one row after the other and values in rows
  /// stay in caches. If another dimension is split, ranks wait for each other
  /// and the values go through memory.
  unsigned rowDims = 0;
  /// Per result: the op starts from a tensor of one value, which must be
  /// filled.
  llvm::SmallVector<bool, 2> fills;
  /// Per result: it has memory of its own, although writing it costs nothing.
  llvm::SmallVector<bool, 2> keeps;

  /// Returns the sum of the operations of all parts.
  double getFlops() const {
    double flops = 0;
    for (const Part &part : parts)
      flops += part.flops;
    return flops;
  }
};

/// Returns work without computation: every operand is read as `reads`, every
/// result is written if `writes`, and all other lists are false for each
/// result.
OpWork makeWork(mlir::Operation *op, OpWork::Traffic reads, bool writes);

/// Returns true if `init` is the result of a destination-style op without
/// shaped inputs, such as a fill: it is built from scalars only. False for
/// block arguments, constants and `tensor.empty`.
bool isFreshInit(mlir::Value init);

/// Returns the work of reading all operands and writing all results once, with
/// `flops` operations per element of operand #`counted`, a tensor of static
/// shape.
OpWork makeStreamingWork(mlir::Operation *op, unsigned counted, double flops);

} // namespace sbp

#endif // SBP_INTERFACES_OPWORK_H
