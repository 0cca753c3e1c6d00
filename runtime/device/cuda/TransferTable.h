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

inline constexpr unsigned kTransferDims = 4, kTransferThreads = 256,
                          kMaxTransferBoxes = 65535;

/// A source or destination of a box. Strides are in elements; the last dim is
/// the innermost one. The compiler's code reads the fields by offset.
struct TransferPiece {
  Address address;
  int64_t strides[kTransferDims];
};

/// One box. Its sources are combined in their order; without sources, the
/// result is the combiner's identity. Every destination receives the result.
struct TransferBox {
  Address destinations; ///< address of an array of TransferPiece
  uint64_t numDestinations;
  Address sources;
  uint64_t numSources;
  uint64_t extents[kTransferDims];
};

/// Returns the name of the function for a transfer, for example
/// "sbp_transfer_sum_f32" or, with one source, "sbp_transfer_copy_4".
std::string getTransferName(plan::Combiner combiner, plan::DType type,
                            size_t numSources);

/// The boxes and pieces of one launch, built on the host.
class TransferTable {
public:
  /// Adds a transfer between buffers at the given addresses. A transfer with
  /// more than kTransferDims dims becomes several boxes.
  void add(const BoxTransfer &transfer, size_t elementBytes,
           const std::vector<Address> &buffers);
  bool empty() const { return boxes.empty(); }
  size_t getBytes() const;
  /// Returns the bytes of the table for the address `base`: the boxes, then the
  /// pieces.
  std::vector<char> getImage(Address base) const;
  size_t countBoxes() const { return boxes.size(); }
  uint64_t countLargest() const {
    return largest;
  } ///< elements of the largest box

private:
  void addBox(const BoxTransfer &transfer, size_t elementBytes,
              const std::vector<Address> &buffers,
              const std::vector<int64_t> &index);

  std::vector<TransferBox> boxes; ///< their addresses are indices into `pieces`
  std::vector<TransferPiece> pieces;
  uint64_t largest = 0;
};

} // namespace sbp::cuda

#endif // SBP_RUNTIME_DEVICE_CUDA_TRANSFERTABLE_H
