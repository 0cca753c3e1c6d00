// BoxTransfer.h: a box transfer between host buffers, prepared for execution
#ifndef SBP_RUNTIME_TRANSFER_BOXTRANSFER_H
#define SBP_RUNTIME_TRANSFER_BOXTRANSFER_H

#include "Combine.h"
#include "PlanBox.h"

namespace sbp {

/// The location of an operand: a dense buffer that holds `box`.
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
/// parts.
class BoxTransfer {
public:
  /// Prepares the transfer of `box`, which every source and destination
  /// contains.
  BoxTransfer(plan::DType type, plan::Combiner combiner, const PlanBox &box,
              const std::vector<BufferBox> &sources,
              const std::vector<BufferBox> &destinations);

  int64_t bytes() const; ///< size of the box in bytes
  /// Returns the part that is the whole transfer.
  TransferPart whole() const { return {0, runs, 0, runLength}; }
  /// Returns part `index` of `parts` parts of about equal size. A part may be
  /// empty.
  TransferPart part(int64_t parts, int64_t index) const;
  /// Executes a part. The pointers are indexed by BufferBox::member.
  void execute(const TransferPart &part, const void *const *sourcePointers,
               void *const *destinationPointers) const;

  /// The loop nest, for executors on other devices: outer loops of the extents
  /// below around a run of elements that are contiguous in every buffer.
  struct Operand {
    uint32_t member;
    int64_t offset; ///< offset of the box's first element, in elements
    std::vector<int64_t> strides; ///< strides of the outer loops, in elements
  };
  const std::vector<Operand> &getSources() const { return sources; }
  const std::vector<Operand> &getDestinations() const { return destinations; }
  const std::vector<int64_t> &getExtents() const { return extents; }
  int64_t getRunLength() const { return runLength; }

private:
  Operand makeOperand(const PlanBox &box, const BufferBox &buffer) const;
  /// Merges adjacent dims and finds the contiguous run.
  void mergeLoops(const Shape &shape);
  void executeRun(const int64_t *index, int64_t begin, int64_t end,
                  const void *const *sourcePointers,
                  void *const *destinationPointers) const;
  /// Returns the byte offset of a run in an operand.
  int64_t byteOffset(const Operand &operand, const int64_t *index) const;

  size_t width;
  CombineFunctions functions = {};
  std::vector<Operand> sources, destinations;
  std::vector<int64_t> extents; ///< extents of the outer loops
  int64_t runs = 1, runLength = 1;
};

/// Returns the row-major strides of a dense buffer, in elements.
std::vector<int64_t> getStrides(const Shape &shape);

} // namespace sbp

#endif // SBP_RUNTIME_TRANSFER_BOXTRANSFER_H
