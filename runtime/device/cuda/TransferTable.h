// TransferTable.h: boxes as the functions of a GPU that move them see them
//
// The compiler writes one function per combiner and type. Each takes the
// address of an array of boxes in the GPU's memory; block (x, y) works on box
// y, and all blocks of a y share its elements.
#ifndef SBP_RUNTIME_DEVICE_CUDA_TRANSFERTABLE_H
#define SBP_RUNTIME_DEVICE_CUDA_TRANSFERTABLE_H

#include "BoxTransfer.h"
#include "Device.h"
#include "DriverApi.h"

namespace sbp::cuda {

inline constexpr unsigned kTransferDims = 4, kTransferThreads = 256,
                          kMaxTransferBoxes = 65535;

/// Strides count elements; the last dim is the innermost.
struct TransferPiece {
  Address address;
  int64_t strides[kTransferDims];
};

/// `numSources` values are combined in their order, none: the combiner's
/// identity. Every destination gets the result.
struct TransferBox {
  Address destinations; ///< of TransferPieces
  uint64_t numDestinations;
  Address sources;
  uint64_t numSources;
  uint64_t extents[kTransferDims];
};

/// The function for a transfer: "sbp_transfer_sum_f32", "sbp_transfer_copy_4".
std::string getTransferName(plan::Combiner combiner, plan::DType type,
                            size_t numSources);

/// Boxes and their pieces, to be written to `base`.
class TransferTable {
public:
  /// Adds a transfer between these buffers; one of many dims is several boxes.
  void add(const BoxTransfer &transfer, size_t elementBytes,
           const std::vector<Address> &buffers);
  bool empty() const { return boxes.empty(); }
  size_t getBytes() const;
  /// Boxes first.
  std::vector<char> getImage(Address base) const;
  size_t countBoxes() const { return boxes.size(); }
  uint64_t countLargest() const { return largest; } ///< elements of a box

private:
  void addBox(const BoxTransfer &transfer, size_t elementBytes,
              const std::vector<Address> &buffers,
              const std::vector<int64_t> &index);

  std::vector<TransferBox> boxes; ///< addresses: numbers of pieces
  std::vector<TransferPiece> pieces;
  uint64_t largest = 0;
};

} // namespace sbp::cuda

#endif // SBP_RUNTIME_DEVICE_CUDA_TRANSFERTABLE_H
