// NcclApi.h: declarations of the NCCL functions in use
//
// The constants and function types of NCCL 2.18, the first version with
// ncclCommSplit. The runtime loads these functions from a shared library, and
// the stub library implements them for tests; NCCL's own header is not needed
// to build.
#ifndef SBP_RUNTIME_COLLECTIVE_NCCL_NCCLAPI_H
#define SBP_RUNTIME_COLLECTIVE_NCCL_NCCLAPI_H

#include "DriverApi.h"

namespace sbp::nccl {

/// A result code, one of the constants below.
using NcclResult = int;
/// A communicator of one member, which the library owns.
using Comm = struct CommRecord *;
using cuda::Stream;

inline constexpr NcclResult kSuccess = 0, kUnhandledCudaError = 1,
                            kSystemError = 2, kInternalError = 3,
                            kInvalidArgument = 4, kInvalidUsage = 5,
                            kRemoteError = 6, kInProgress = 7;
inline constexpr int kLeastVersion = 21801; ///< 2.18.1

/// The identifier with which all members of a new communicator connect.
struct UniqueId {
  char internal[128];
};

/// The values of ncclDataType_t.
enum DataType : int {
  kInt8 = 0,
  kUint8 = 1,
  kInt32 = 2,
  kUint32 = 3,
  kInt64 = 4,
  kUint64 = 5,
  kFloat16 = 6,
  kFloat32 = 7,
  kFloat64 = 8,
  kBfloat16 = 9
};
/// The values of ncclRedOp_t.
enum Operation : int { kSum = 0, kProd = 1, kMax = 2, kMin = 3 };

/// The color of a GPU that joins no child in a split, and the value of a Config
/// field without a choice.
inline constexpr int kNoColor = -1, kUndefined = -2147483647 - 1;

/// The configuration as of version 2.18. Later versions detect by `size` and
/// `version` that fields of theirs are missing.
struct Config {
  size_t size = sizeof(Config);
  unsigned magic = 0xcafebeef, version = kLeastVersion;
  int blocking = kUndefined, cgaClusterSize = kUndefined, minCtas = kUndefined,
      maxCtas = kUndefined;
  const char *netName = nullptr;
  int splitShare = kUndefined;
};

/// Lists the functions that return an NcclResult, as X(member, exported name,
/// parameters). Counts are in elements of `type`, a DataType; `op` is an
/// Operation; `peer`, `root` and `rank` are members of the communicator.
#define SBP_NCCL_FUNCTIONS(X)                                                  \
  X(getVersion, ncclGetVersion, (int *version))                                \
  X(getUniqueId, ncclGetUniqueId, (UniqueId * id))                             \
  X(commInit, ncclCommInitRankConfig,                                          \
    (Comm * comm, int ranks, UniqueId id, int rank, Config *config))           \
  X(commSplit, ncclCommSplit,                                                  \
    (Comm comm, int color, int key, Comm *child, Config *config))              \
  X(commGetAsyncError, ncclCommGetAsyncError,                                  \
    (Comm comm, NcclResult * result))                                          \
  X(commAbort, ncclCommAbort, (Comm comm))                                     \
  X(commFinalize, ncclCommFinalize, (Comm comm))                               \
  X(commDestroy, ncclCommDestroy, (Comm comm))                                 \
  X(groupStart, ncclGroupStart, ())                                            \
  X(groupEnd, ncclGroupEnd, ())                                                \
  X(send, ncclSend,                                                            \
    (const void *from, size_t count, int type, int peer, Comm comm,            \
     Stream stream))                                                           \
  X(recv, ncclRecv,                                                            \
    (void *to, size_t count, int type, int peer, Comm comm, Stream stream))    \
  X(allReduce, ncclAllReduce,                                                  \
    (const void *from, void *to, size_t count, int type, int op, Comm comm,    \
     Stream stream))                                                           \
  X(reduce, ncclReduce,                                                        \
    (const void *from, void *to, size_t count, int type, int op, int root,     \
     Comm comm, Stream stream))                                                \
  X(broadcast, ncclBroadcast,                                                  \
    (const void *from, void *to, size_t count, int type, int root, Comm comm,  \
     Stream stream))                                                           \
  X(allGather, ncclAllGather,                                                  \
    (const void *from, void *to, size_t count, int type, Comm comm,            \
     Stream stream))                                                           \
  X(reduceScatter, ncclReduceScatter,                                          \
    (const void *from, void *to, size_t count, int type, int op, Comm comm,    \
     Stream stream))

} // namespace sbp::nccl

#endif // SBP_RUNTIME_COLLECTIVE_NCCL_NCCLAPI_H
