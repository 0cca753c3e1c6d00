// BoxTransfer.h: a box transfer between host buffers, prepared for execution
#ifndef SBP_RUNTIME_TRANSFER_BOXTRANSFER_H
#define SBP_RUNTIME_TRANSFER_BOXTRANSFER_H

#include "Combine.h"
#include "PlanBox.h"

namespace sbp {

/// The location of an operand: a dense row-major buffer that holds `box`.
struct BufferBox {
  uint32_t member; ///< index into the pointers given to `execute`
  PlanBox box;
};

/// A part of a transfer: the elements [elementBegin, elementEnd) of each of the
/// runs [runBegin, runEnd).
struct TransferPart {
  int64_t runBegin, runEnd, elementBegin, elementEnd;
};

/// Combines the sources' values of one box in the order given and writes the
/// result to all destinations; without sources, it writes the combiner's
/// identity. The bits do not depend on how the work is cut into parts.
/// `execute` allocates nothing, and several threads may call it for different
/// parts. A destination may be the same elements as a source, but may not
/// overlap one otherwise.
class BoxTransfer {
public:
  /// Prepares the transfer of `box`, which every source and destination
  /// contains. The arguments are not kept. The combiner must be defined for the
  /// type unless there is one source.
  BoxTransfer(plan::DType type, plan::Combiner combiner, const PlanBox &box,
              const std::vector<BufferBox> &sources,
              const std::vector<BufferBox> &destinations);

  int64_t bytes() const; ///< size of the box in bytes
  /// Returns the part that is the whole transfer.
  TransferPart whole() const { return {0, runs, 0, runLength}; }
  /// Returns part `index`, from 0, of `parts` parts of about equal size, which
  /// together are the whole transfer. A part may be empty.
  TransferPart part(int64_t parts, int64_t index) const;
  /// Executes a part and returns when it is done. The pointers are addresses of
  /// host buffers, indexed by BufferBox::member.
  void execute(const TransferPart &part, const void *const *sourcePointers,
               void *const *destinationPointers) const;

  /// The loop nest, for executors on other devices: outer loops of the extents
  /// below around a run of elements that are contiguous in every buffer. An
  /// operand has the member of its BufferBox.
  struct Operand {
    uint32_t member;
    int64_t offset; ///< offset of the box's first element, in elements
    std::vector<int64_t> strides; ///< strides of the outer loops, in elements
  };
  /// The operands, in the order of the constructor's buffers. References to
  /// parts of the nest are valid as long as this object.
  const std::vector<Operand> &getSources() const { return sources; }
  const std::vector<Operand> &getDestinations() const { return destinations; }
  /// Returns the extents of the outer loops, outermost first. Empty where the
  /// box is one run.
  const std::vector<int64_t> &getExtents() const { return extents; }
  /// Returns the number of elements of a run.
  int64_t getRunLength() const { return runLength; }

private:
  /// Returns the operand of a buffer with one stride per dim, before loops are
  /// merged.
  Operand makeOperand(const PlanBox &box, const BufferBox &buffer) const;
  /// Merges adjacent dims and finds the contiguous run.
  void mergeLoops(const Shape &shape);
  /// Executes the elements [begin, end) of the run at the position `index` of
  /// the outer loops.
  void executeRun(const int64_t *index, int64_t begin, int64_t end,
                  const void *const *sourcePointers,
                  void *const *destinationPointers) const;
  /// Returns the byte offset of a run in an operand.
  int64_t byteOffset(const Operand &operand, const int64_t *index) const;

  size_t width; ///< size of an element, in bytes
  CombineFunctions functions = {};
  std::vector<Operand> sources, destinations;
  std::vector<int64_t> extents;    ///< extents of the outer loops
  int64_t runs = 1, runLength = 1; ///< number of runs, and their elements
};

/// Returns the row-major strides of a dense buffer, in elements. Empty for a
/// shape without dims.
std::vector<int64_t> getStrides(const Shape &shape);

} // namespace sbp

#endif // SBP_RUNTIME_TRANSFER_BOXTRANSFER_H
