// CudaQueue.h: the interface between CUDA queues and the kernels that they
// launch
#ifndef SBP_RUNTIME_DEVICE_CUDA_CUDAQUEUE_H
#define SBP_RUNTIME_DEVICE_CUDA_CUDAQUEUE_H

#include "CudaDevice.h"

namespace sbp::cuda {

/// A kernel or graph that a CUDA queue can launch.
class CudaKernel : public BoundKernel {
public:
  /// Launches the kernel for a firing on `stream`, which belongs to the same
  /// GPU, and does not wait for it. The caller has made the GPU's context
  /// current. Failures lose the rank.
  virtual Status launch(const Driver &driver, Stream stream,
                        uint32_t firing) = 0;
};

/// Returns the stream of a queue, for libraries that issue work themselves.
/// `queue` must be a queue of a CudaDevice; it owns the stream.
Stream getStream(const Queue &queue);

} // namespace sbp::cuda

#endif // SBP_RUNTIME_DEVICE_CUDA_CUDAQUEUE_H
