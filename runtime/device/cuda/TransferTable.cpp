// TransferTable.cpp: boxes of at most four dims
#include "TransferTable.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::cuda;

std::string cuda::getTransferName(plan::Combiner combiner, plan::DType type,
                                  size_t numSources) {
  if (numSources == 1)
    return textOf("sbp_transfer_copy_", artifact::getByteWidth(type));
  return textOf("sbp_transfer_", plan::EnumNameCombiner(combiner), "_",
                artifact::getName(type));
}

/// Adds the box of the inner loops at the position `index` of the outer ones.
void TransferTable::addBox(const BoxTransfer &transfer, size_t elementBytes,
                           const std::vector<Address> &buffers,
                           const std::vector<int64_t> &index) {
  const std::vector<int64_t> &extents = transfer.getExtents();
  size_t loops = extents.size() - index.size();
  TransferBox box = {};
  std::fill(box.extents, box.extents + kTransferDims, 1);
  box.extents[kTransferDims - 1] = transfer.getRunLength();
  size_t first = kTransferDims - 1 - loops; // of the box's dims
  for (size_t d = 0; d < loops; ++d)
    box.extents[first + d] = extents[index.size() + d];
  auto addPieces = [&](const std::vector<BoxTransfer::Operand> &operands) {
    for (const BoxTransfer::Operand &operand : operands) {
      TransferPiece piece = {};
      int64_t offset = operand.offset;
      for (size_t d = 0; d < index.size(); ++d)
        offset += index[d] * operand.strides[d];
      piece.address = buffers[operand.member] + offset * elementBytes;
      for (size_t d = 0; d < loops; ++d)
        piece.strides[first + d] = operand.strides[index.size() + d];
      piece.strides[kTransferDims - 1] = 1;
      pieces.push_back(piece);
    }
    return operands.size();
  };
  box.destinations = pieces.size();
  box.numDestinations = addPieces(transfer.getDestinations());
  box.sources = pieces.size();
  box.numSources = addPieces(transfer.getSources());
  uint64_t elements = 1;
  for (uint64_t extent : box.extents)
    elements *= extent;
  largest = std::max(largest, elements);
  boxes.push_back(box);
}

void TransferTable::add(const BoxTransfer &transfer, size_t elementBytes,
                        const std::vector<Address> &buffers) {
  const std::vector<int64_t> &extents = transfer.getExtents();
  constexpr size_t most = kTransferDims - 1;
  // Outer loops beyond the table's dims are unrolled into boxes of their own.
  size_t split = extents.size() > most ? extents.size() - most : 0;
  std::vector<int64_t> index(split);
  if (transfer.bytes() == 0)
    return;
  for (;;) {
    addBox(transfer, elementBytes, buffers, index);
    size_t d = split;
    while (d > 0 && ++index[d - 1] == extents[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

size_t TransferTable::getBytes() const {
  return boxes.size() * sizeof(TransferBox) +
         pieces.size() * sizeof(TransferPiece);
}

std::vector<char> TransferTable::getImage(Address base) const {
  Address first = base + boxes.size() * sizeof(TransferBox);
  std::vector<TransferBox> placed = boxes;
  for (TransferBox &box : placed) {
    box.destinations = first + box.destinations * sizeof(TransferPiece);
    box.sources = first + box.sources * sizeof(TransferPiece);
  }
  std::vector<char> image(getBytes());
  std::memcpy(image.data(), placed.data(), placed.size() * sizeof(TransferBox));
  std::memcpy(image.data() + placed.size() * sizeof(TransferBox), pieces.data(),
              pieces.size() * sizeof(TransferPiece));
  return image;
}
