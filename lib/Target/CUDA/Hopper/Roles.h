// Roles.h: a warpgroup that loads and others that multiply
#ifndef SBP_LIB_TARGET_CUDA_ROLES_H
#define SBP_LIB_TARGET_CUDA_ROLES_H

#include "FragmentBuilder.h"
#include "Kernel/KernelBuilder.h"

namespace sbp::cuda {

/// Threads of a warpgroup.
constexpr int64_t kWarpgroupThreads = 128;

/// Returns the threads of a block with `consumers` warpgroups that multiply.
int64_t countThreads(int64_t consumers);
/// Returns the most registers that a thread of these warpgroups may have.
int64_t getMostRegisters(int64_t consumers);

/// The registers of a thread of the first warpgroup and of the others: 384 x
/// 168 at launch are 128 x 24 + 256 x 240 later.
struct RoleRegisters {
  int64_t producer = 24, consumer = 240;
};

/// Emits `produce` for thread 0 of the block, and `consume` for the threads of
/// the last `consumers` warpgroups, with the number of the consumer and that of
/// the thread in it. `thread` is the number of the thread in the block. With
/// more than one consumer, their threads get registers of the first warpgroup,
/// as `registers` states.
void emitRoles(KernelBuilder &kernel, FragmentBuilder &h, mlir::Value thread,
               int64_t consumers, llvm::function_ref<void()> produce,
               llvm::function_ref<void(mlir::Value, mlir::Value)> consume,
               const RoleRegisters &registers = {});

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROLES_H
