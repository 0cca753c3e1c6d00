// Roles.cpp: a warpgroup that loads and others that multiply
#include "Roles.h"

using namespace mlir;
using namespace sbp::cuda;

/// No thread has more registers.
static constexpr int64_t kMostRegisters = 255;

int64_t sbp::cuda::countThreads(int64_t consumers) {
  return (1 + consumers) * kWarpgroupThreads;
}

int64_t sbp::cuda::getMostRegisters(int64_t consumers) {
  return consumers > 1 ? RoleRegisters().consumer : kMostRegisters;
}

void sbp::cuda::emitRoles(KernelBuilder &kernel, FragmentBuilder &h,
                          Value thread, int64_t consumers,
                          llvm::function_ref<void()> produce,
                          llvm::function_ref<void(Value, Value)> consume,
                          const RoleRegisters &registers) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  // A warp has one role: with a number that is uniform they are one branch.
  Value role = kernel.readLane(h.div(thread, kWarpgroupThreads), h.constant(0));
  // A block of two warpgroups begins with all registers that a thread can have.
  bool sharesRegisters = consumers > 1;
  auto branch = scf::IfOp::create(builder, h.isEqual(role, 0),
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  if (sharesRegisters)
    h.setRegisters(registers.producer, /*isIncrease=*/false);
  kernel.ifThen(h.isEqual(thread, 0), produce);
  builder.setInsertionPointToStart(branch.elseBlock());
  if (sharesRegisters)
    h.setRegisters(registers.consumer, /*isIncrease=*/true);
  consume(h.sub(role, h.constant(1)), h.rem(thread, kWarpgroupThreads));
  builder.setInsertionPointAfter(branch);
}
