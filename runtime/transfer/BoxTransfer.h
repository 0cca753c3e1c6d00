//===- BoxTransfer.h - values of one box on their way, ready to go --------===//
#ifndef SBP_RUNTIME_TRANSFER_BOXTRANSFER_H
#define SBP_RUNTIME_TRANSFER_BOXTRANSFER_H

#include "Combine.h"
#include "PlanBox.h"

namespace sbp {

/// Where an operand of a transfer lives: a dense buffer that holds `box`.
struct BufferBox {
  uint32_t member; ///< index into the pointers given to `execute`
  PlanBox box;
};

/// A part of a transfer: runs [runBegin, runEnd), of each the elements
/// [elementBegin, elementEnd).
struct TransferPart {
  int64_t runBegin, runEnd, elementBegin, elementEnd;
};

/// Combines the sources' values of one box in the order given and writes the
/// result to all destinations. No source: the identity. The bits do not depend
/// on how the work is cut into parts. Executing allocates nothing.
class BoxTransfer {
public:
  BoxTransfer(plan::DType type, plan::Combiner combiner, const PlanBox &box,
              const std::vector<BufferBox> &sources,
              const std::vector<BufferBox> &destinations);

  int64_t bytes() const; ///< of the box
  TransferPart whole() const { return {0, runs, 0, runLength}; }
  /// Part `index` of about equal ones; may be empty.
  TransferPart part(int64_t parts, int64_t index) const;
  void execute(const TransferPart &part, const void *const *sourcePointers,
               void *const *destinationPointers) const;

  /// For those who execute it elsewhere: outer loops of these extents, within
  /// them a run of elements that lie one behind the other in every buffer.
  struct Operand {
    uint32_t member;
    int64_t offset;               ///< in elements, of the box's first element
    std::vector<int64_t> strides; ///< of the outer loops
  };
  const std::vector<Operand> &getSources() const { return sources; }
  const std::vector<Operand> &getDestinations() const { return destinations; }
  const std::vector<int64_t> &getExtents() const { return extents; }
  int64_t getRunLength() const { return runLength; }

private:
  Operand makeOperand(const PlanBox &box, const BufferBox &buffer) const;
  void mergeLoops(const Shape &shape);
  void executeRun(const int64_t *index, int64_t begin, int64_t end,
                  const void *const *sourcePointers,
                  void *const *destinationPointers) const;
  int64_t place(const Operand &operand, const int64_t *index) const;

  size_t width;
  CombineFunctions functions = {};
  std::vector<Operand> sources, destinations;
  std::vector<int64_t> extents; ///< of the outer loops
  int64_t runs = 1, runLength = 1;
};

/// Row-major strides of a dense buffer.
std::vector<int64_t> getStrides(const Shape &shape);

} // namespace sbp

#endif // SBP_RUNTIME_TRANSFER_BOXTRANSFER_H
