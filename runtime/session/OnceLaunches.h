// OnceLaunches.h: launches that run once, and again after their inputs changed
//
// A kernel may pack a weight for all steps (plan.fbs, KernelLaunch.once). Such
// a launch is due before the first step of its entry, and before the next step
// once an input or a state that it reads has got another value. It is issued on
// the queue whose work reads the result, so that no wait is needed.
#ifndef SBP_RUNTIME_SESSION_ONCELAUNCHES_H
#define SBP_RUNTIME_SESSION_ONCELAUNCHES_H

#include "Device.h"
#include "PlanVerifier.h"
#include <functional>
#include <set>

namespace sbp {

/// The launches of one entry that run once, on the ranks of this process.
/// Called by the thread that runs steps, between steps.
class OnceLaunches {
public:
  /// The program must outlive this object.
  explicit OnceLaunches(const Program &program) : program(program) {}
  /// Binds the launches of a compute task of a template that run once, all of
  /// which are due. `signature` is that of the kernel in the code that the
  /// device has loaded, `operands` are those of the task; `device` outlives
  /// this object. Fails as the device does.
  Status add(uint32_t rank, uint32_t templateIndex, uint32_t task,
             Device &device, KernelHandle kernel,
             const plan::KernelSignatureT &signature,
             const KernelOperands &operands);
  /// Makes the launches due that read an input of the entry, or a state.
  void noteInput(uint32_t port) { note({plan::Space::input, port}); }
  void noteState(uint32_t state) { note({plan::Space::state, state}); }
  /// Returns the queue on which the launches of a task are issued.
  using QueueOf = std::function<Queue &(uint32_t rank, uint32_t task)>;
  /// Issues the launches that are due. Fails where the device does, with rank
  /// and task before the message.
  Status issue(const QueueOf &queueOf);

private:
  /// A space of registers and an index in it.
  using Source = std::pair<plan::Space, uint32_t>;
  struct Launch {
    uint32_t rank, templateIndex, task;
    std::set<Source> sources; ///< inputs and states that it reads
    std::unique_ptr<BoundKernel> kernel;
    bool isDue = true;
  };
  void note(const Source &source);

  const Program &program;
  std::vector<Launch> launches;
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_ONCELAUNCHES_H
