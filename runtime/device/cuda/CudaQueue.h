// CudaQueue.h: what a stream of a GPU is given
#ifndef SBP_RUNTIME_DEVICE_CUDA_CUDAQUEUE_H
#define SBP_RUNTIME_DEVICE_CUDA_CUDAQUEUE_H

#include "CudaDevice.h"

namespace sbp::cuda {

/// Functions with their arguments; the GPU is the calling thread's.
class CudaKernel : public BoundKernel {
public:
  virtual Status launch(const Driver &driver, Stream stream,
                        uint32_t firing) = 0;
};

/// The stream of a GPU's queue, for libraries that issue work themselves.
Stream getStream(const Queue &queue);

} // namespace sbp::cuda

#endif // SBP_RUNTIME_DEVICE_CUDA_CUDAQUEUE_H
