// CudaTransfers.cpp: transfers of boxes within the memory of a GPU
#include "CudaQueue.h"
#include "TransferTable.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::cuda;

namespace {
/// Launches of transfer functions over tables of boxes in GPU memory. Registers
/// with copies have several addresses; there is one set of tables (a phase) per
/// distinct combination, created in advance.
class CudaTransfers final : public CudaKernel {
public:
  Status create(CudaDevice &device, const TransferOperands &operands);

  Status launch(const Driver &driver, Stream stream, uint32_t firing) override {
    for (Launch &launch : phases[phaseOf[firing]]) {
      void *argument = &launch.table;
      SBP_CUDA_RUN(driver, launchKernel, launch.function, launch.blocks,
                   launch.boxes, 1, kTransferThreads, 1, 1, 0, stream,
                   &argument, nullptr);
    }
    return {};
  }

private:
  struct Launch {
    Function function;
    unsigned blocks, boxes;
    Address table;
  };
  Status createPhase(CudaDevice &device, const TransferOperands &operands,
                     const std::vector<Address> &buffers,
                     std::vector<Launch> &launches);

  std::vector<std::vector<Launch>> phases;
  std::vector<uint32_t> phaseOf; ///< phase of each firing
};
} // namespace

/// Returns the number of blocks for a box: four elements per thread, at most
/// 512 blocks, which fill a GPU.
static unsigned countBlocks(uint64_t elements) {
  constexpr uint64_t perBlock = 4 * kTransferThreads, most = 512;
  return std::clamp<uint64_t>((elements + perBlock - 1) / perBlock, 1, most);
}

Status CudaTransfers::createPhase(CudaDevice &device,
                                  const TransferOperands &operands,
                                  const std::vector<Address> &buffers,
                                  std::vector<Launch> &launches) {
  std::map<std::string, std::vector<TransferTable>>
      tables; // tables by function name
  auto find = [&](const std::vector<uint32_t> &members) {
    std::vector<BufferBox> list;
    for (uint32_t member : members)
      list.push_back({member, operands.buffers[member].box});
    return list;
  };
  for (const TransferOperands::Transfer &transfer : operands.transfers) {
    auto &list = tables[getTransferName(transfer.combiner, operands.dtype,
                                        transfer.sources.size())];
    // The y extent of a grid is limited to 65535, one block row per box.
    if (list.empty() || list.back().countBoxes() >= kMaxTransferBoxes / 2)
      list.emplace_back();
    list.back().add(BoxTransfer(operands.dtype, transfer.combiner, transfer.box,
                                find(transfer.sources),
                                find(transfer.destinations)),
                    artifact::getByteWidth(operands.dtype), buffers);
  }
  for (const auto &[name, list] : tables)
    for (const TransferTable &table : list) {
      if (table.empty())
        continue;
      if (table.countBoxes() > kMaxTransferBoxes)
        return userError("a transfer of ", table.countBoxes(),
                         " boxes is more than ", kMaxTransferBoxes);
      Launch launch = {};
      SBP_ASSIGN_OR_RETURN(launch.function, device.findTransfer(name));
      SBP_ASSIGN_OR_RETURN(void *memory, device.allocate(table.getBytes()));
      launch.table = reinterpret_cast<Address>(memory);
      std::vector<char> image = table.getImage(launch.table);
      SBP_RETURN_IF_FAILED(device.write(memory, image.data(), image.size()));
      launch.boxes = table.countBoxes();
      launch.blocks = countBlocks(table.countLargest());
      launches.push_back(launch);
    }
  return {};
}

Status CudaTransfers::create(CudaDevice &device,
                             const TransferOperands &operands) {
  uint32_t firings = 1;
  for (const TransferOperands::Buffer &buffer : operands.buffers)
    firings = std::max(firings, buffer.pointer.firings);
  std::map<std::vector<Address>, uint32_t> known;
  for (uint32_t firing = 0; firing < firings; ++firing) {
    std::vector<Address> buffers;
    for (const TransferOperands::Buffer &buffer : operands.buffers)
      buffers.push_back(reinterpret_cast<Address>(buffer.pointer.at(firing)));
    auto [found, isNew] = known.try_emplace(buffers, phases.size());
    phaseOf.push_back(found->second);
    if (!isNew)
      continue;
    phases.emplace_back();
    SBP_RETURN_IF_FAILED(createPhase(device, operands, buffers, phases.back()));
  }
  return {};
}

Result<std::unique_ptr<BoundKernel>>
CudaDevice::bindTransfers(const TransferOperands &operands) {
  auto made = std::make_unique<CudaTransfers>();
  SBP_RETURN_IF_FAILED(made->create(*this, operands));
  return made;
}
