//===- Faults.cpp
//-----------------------------------------------------------===//
#include "Faults.h"

using namespace sbp;
using namespace sbp::testing;

Status FaultyDevice::count(const char *call) {
  if (calls.fetch_add(1) == failingCall)
    return Status(ExitCode::UserError, textOf("injected fault in ", call));
  return {};
}

Status FaultyDevice::allocate(uint64_t bytes, void *&memory) {
  SBP_RETURN_IF_FAILED(count("allocate"));
  return inner->allocate(bytes, memory);
}

Status FaultyDevice::write(void *device, const void *host, uint64_t bytes) {
  SBP_RETURN_IF_FAILED(count("write"));
  return inner->write(device, host, bytes);
}

Status FaultyDevice::read(void *host, const void *device, uint64_t bytes) {
  SBP_RETURN_IF_FAILED(count("read"));
  return inner->read(host, device, bytes);
}

Status FaultyDevice::loadCode(uint32_t index, artifact::Bytes blob) {
  SBP_RETURN_IF_FAILED(count("loadCode"));
  return inner->loadCode(index, blob);
}

Status FaultyDevice::findKernel(uint32_t code, const std::string &symbol,
                                KernelHandle &kernel) {
  SBP_RETURN_IF_FAILED(count("findKernel"));
  return inner->findKernel(code, symbol, kernel);
}

Status FaultyDevice::launch(KernelHandle kernel, void *const *in,
                            void *const *out, void *scratch,
                            const int64_t *parameters) {
  SBP_RETURN_IF_FAILED(count("launch"));
  return inner->launch(kernel, in, out, scratch, parameters);
}

Status FaultyCommunicator::arrive(uint32_t channel, const void *in, void *out) {
  if (arrivals.fetch_add(1) != failingArrival)
    return inner->arrive(channel, in, out);
  if (fault == CommunicatorFault::Error)
    return Status(ExitCode::RankLost, "injected fault in a communication");
  lostChannel = channel;
  return {};
}

Status FaultyCommunicator::progress(uint32_t channel, bool &complete) {
  complete = false;
  if (lostChannel == int64_t(channel))
    return {};
  return inner->progress(channel, complete);
}
