// TransferTable.h: tables of boxes for the transfer functions of a GPU
//
// The compiler generates one transfer function per combiner and type. Its
// argument is the address of an array of TransferBox in GPU memory. Block (x,
// y) of the grid works on box y; all blocks of a y share its elements.
#ifndef SBP_RUNTIME_DEVICE_CUDA_TRANSFERTABLE_H
#define SBP_RUNTIME_DEVICE_CUDA_TRANSFERTABLE_H

#include "BoxTransfer.h"
#include "Device.h"
#include "DriverApi.h"

namespace sbp::cuda {

/// The dims of a box, the threads of a block, and the most boxes of a launch.
inline constexpr unsigned kTransferDims = 4, kTransferThreads = 256,
                          kMaxTransferBoxes = 65535;

/// A source or destination of a box: the address of its first element on the
/// GPU. Strides are in elements; the last dim is the innermost one. The
/// compiler's code reads the fields by offset.
struct TransferPiece {
  Address address;
  int64_t strides[kTransferDims];
};

/// One box. Its sources are combined in their order; without sources, the
/// result is the combiner's identity. Every destination receives the result.
struct TransferBox {
  Address destinations; ///< address of an array of TransferPiece
  uint64_t numDestinations;
  Address sources; ///< the same; unused without sources
  uint64_t numSources;
  uint64_t extents[kTransferDims]; ///< in elements, 1 for unused dims
};

/// Returns the name of the function for a transfer, for example
/// "sbp_transfer_sum_f32" or, with one source, "sbp_transfer_copy_4", which
/// ends in the bytes of an element.
std::string getTransferName(plan::Combiner combiner, plan::DType type,
                            size_t numSources);

/// The boxes and pieces of one launch, built on the host.
class TransferTable {
public:
  /// Adds a transfer between buffers at the given addresses, indexed by
  /// BufferBox::member. A transfer with more than kTransferDims dims becomes
  /// several boxes, an empty one none. `elementBytes` is the size of an
  /// element.
  void add(const BoxTransfer &transfer, size_t elementBytes,
           const std::vector<Address> &buffers);
  bool empty() const { return boxes.empty(); }
  /// Returns the size of the table in bytes.
  size_t getBytes() const;
  /// Returns the bytes of the table for the address `base` on the GPU, where
  /// the caller copies them: the boxes, then the pieces. There are getBytes()
  /// of them.
  std::vector<char> getImage(Address base) const;
  /// Returns the number of boxes; a launch takes at most kMaxTransferBoxes.
  size_t countBoxes() const { return boxes.size(); }
  /// Returns the number of elements of the largest box, 0 without boxes.
  uint64_t countLargest() const { return largest; }

private:
  /// Adds the box of the inner loops at the position `index` of the outer ones,
  /// which are unrolled.
  void addBox(const BoxTransfer &transfer, size_t elementBytes,
              const std::vector<Address> &buffers,
              const std::vector<int64_t> &index);

  std::vector<TransferBox> boxes; ///< their addresses are indices into `pieces`
  std::vector<TransferPiece> pieces;
  uint64_t largest = 0; ///< elements of the largest box
};

} // namespace sbp::cuda

#endif // SBP_RUNTIME_DEVICE_CUDA_TRANSFERTABLE_H
