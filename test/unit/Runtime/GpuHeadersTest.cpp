// GpuHeadersTest.cpp: declarations of CUDA and NCCL against NVIDIA's headers,
// where a machine has them
#include "NcclApi.h"
#include <cstddef>
#include <gtest/gtest.h>
#include <type_traits>

#if __has_include(<cuda.h>)
#include <cuda.h>
#define SBP_HAS_CUDA_HEADER
#endif
#if __has_include(<nccl.h>)
#include <nccl.h>
#define SBP_HAS_NCCL_HEADER
#endif

namespace {
/// True for types with the same calling convention: pointers, structures of
/// equal size, numbers of equal size.
template <typename A, typename B>
inline constexpr bool isPassedAlike =
    sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
    std::is_class_v<A> == std::is_class_v<B>;

template <typename Theirs, typename Ours> struct IsCalledAlike {
  static constexpr bool value = false;
};
template <typename Result, typename... A, typename... B>
  requires(sizeof...(A) == sizeof...(B))
struct IsCalledAlike<Result(A...), int(B...)> {
  static constexpr bool value =
      sizeof(Result) == sizeof(int) && (isPassedAlike<A, B> && ...);
};
} // namespace

#ifdef SBP_HAS_CUDA_HEADER
namespace sbp::cuda {
#define SBP_HOLD(member, name, parameters)                                     \
  static_assert(IsCalledAlike<decltype(::name), int parameters>::value, #name);
SBP_CUDA_DRIVER_FUNCTIONS(SBP_HOLD)
#undef SBP_HOLD
static_assert(sizeof(DeviceNumber) == sizeof(CUdevice) &&
              sizeof(Address) == sizeof(CUdeviceptr) && sizeof(CUuuid) == 16);
} // namespace sbp::cuda

TEST(GpuHeaders, NumbersOfTheDriver) {
  using namespace sbp::cuda;
  EXPECT_EQ(kSuccess, CUDA_SUCCESS);
  EXPECT_EQ(kInvalidValue, CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(kNotInitialized, CUDA_ERROR_NOT_INITIALIZED);
  EXPECT_EQ(kNoDevice, CUDA_ERROR_NO_DEVICE);
  EXPECT_EQ(kInvalidDevice, CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(kInvalidImage, CUDA_ERROR_INVALID_IMAGE);
  EXPECT_EQ(kNoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_EQ(kInvalidPtx, CUDA_ERROR_INVALID_PTX);
  EXPECT_EQ(kUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  EXPECT_EQ(kInvalidHandle, CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(kNotFound, CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(kNotReady, CUDA_ERROR_NOT_READY);
  EXPECT_EQ(kIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(kLaunchFailed, CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_EQ(kCaptureUnsupported, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(kCaptureUnjoined, CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
  EXPECT_EQ(kCaptureIsolation, CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
  EXPECT_EQ(kCapturedEvent, CUDA_ERROR_CAPTURED_EVENT);
  EXPECT_EQ(kComputeCapabilityMajor,
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  EXPECT_EQ(kComputeCapabilityMinor,
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  EXPECT_EQ(kMaxDynamicSharedBytes,
            CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  EXPECT_EQ(kStreamNonBlocking, unsigned(CU_STREAM_NON_BLOCKING));
  EXPECT_EQ(kEventDisableTiming, unsigned(CU_EVENT_DISABLE_TIMING));
  EXPECT_EQ(kCaptureRelaxed, CU_STREAM_CAPTURE_MODE_RELAXED);
}
#endif

#ifdef SBP_HAS_NCCL_HEADER
namespace sbp::nccl {
#define SBP_HOLD(member, name, parameters)                                     \
  static_assert(IsCalledAlike<decltype(::name), int parameters>::value, #name);
SBP_NCCL_FUNCTIONS(SBP_HOLD)
#undef SBP_HOLD
static_assert(sizeof(UniqueId) == sizeof(ncclUniqueId));
#define SBP_HOLD(ours, theirs)                                                 \
  static_assert(offsetof(Config, ours) == offsetof(ncclConfig_t, theirs) &&    \
                sizeof(Config::ours) == sizeof(ncclConfig_t::theirs));
SBP_HOLD(size, size)
SBP_HOLD(magic, magic)
SBP_HOLD(version, version)
SBP_HOLD(blocking, blocking)
SBP_HOLD(cgaClusterSize, cgaClusterSize)
SBP_HOLD(minCtas, minCTAs)
SBP_HOLD(maxCtas, maxCTAs)
SBP_HOLD(netName, netName)
SBP_HOLD(splitShare, splitShare)
#undef SBP_HOLD
} // namespace sbp::nccl

TEST(GpuHeaders, NumbersOfNccl) {
  using namespace sbp::nccl;
  EXPECT_EQ(kSuccess, ncclSuccess);
  EXPECT_EQ(kUnhandledCudaError, ncclUnhandledCudaError);
  EXPECT_EQ(kSystemError, ncclSystemError);
  EXPECT_EQ(kInternalError, ncclInternalError);
  EXPECT_EQ(kInvalidArgument, ncclInvalidArgument);
  EXPECT_EQ(kInvalidUsage, ncclInvalidUsage);
  EXPECT_EQ(kRemoteError, ncclRemoteError);
  EXPECT_EQ(kInProgress, ncclInProgress);
  EXPECT_EQ(int(kInt8), ncclInt8);
  EXPECT_EQ(int(kUint8), ncclUint8);
  EXPECT_EQ(int(kInt32), ncclInt32);
  EXPECT_EQ(int(kUint32), ncclUint32);
  EXPECT_EQ(int(kInt64), ncclInt64);
  EXPECT_EQ(int(kUint64), ncclUint64);
  EXPECT_EQ(int(kFloat16), ncclFloat16);
  EXPECT_EQ(int(kFloat32), ncclFloat32);
  EXPECT_EQ(int(kFloat64), ncclFloat64);
  EXPECT_EQ(int(kBfloat16), ncclBfloat16);
  EXPECT_EQ(int(kSum), ncclSum);
  EXPECT_EQ(int(kProd), ncclProd);
  EXPECT_EQ(int(kMax), ncclMax);
  EXPECT_EQ(int(kMin), ncclMin);
  EXPECT_EQ(kNoColor, NCCL_SPLIT_NOCOLOR);
  EXPECT_EQ(kUndefined, NCCL_CONFIG_UNDEF_INT);
  ncclConfig_t theirs = NCCL_CONFIG_INITIALIZER;
  EXPECT_EQ(Config().magic, theirs.magic);
}
#endif

// Skipped explicitly, so that a run reports what it did not check.
TEST(GpuHeaders, AreHere) {
#if !defined(SBP_HAS_CUDA_HEADER) || !defined(SBP_HAS_NCCL_HEADER)
  GTEST_SKIP() << "no cuda.h or nccl.h on this machine";
#endif
}
