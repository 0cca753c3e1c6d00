// TestPlan.h: construction of small plans for tests
#ifndef SBP_RUNTIME_TESTING_TESTPLAN_H
#define SBP_RUNTIME_TESTING_TESTPLAN_H

#include "HostDevice.h"
#include "Result.h"
#include "Session.h"
#include <array>
#include <map>

namespace sbp::test {

/// The bytes of an artifact, owned and aligned to 64 bytes.
struct Bytes {
  std::vector<std::array<char, 64>> memory;
  size_t size = 0;
  /// Copies an artifact.
  explicit Bytes(const std::string &text);
  /// Returns a view of the bytes, which is valid as long as this object.
  artifact::Bytes view() const { return {memory.data(), size}; }
};

/// A host device whose kernels are functions of the test, found by symbol. A
/// symbol that is not in `functions` throws std::out_of_range.
class FunctionDevice final : public HostDevice {
public:
  std::map<std::string, sbp_host_kernel> functions;

  Result<uint32_t> loadCode(const CodeModule &) override { return 0u; }
  Result<KernelHandle> findKernel(uint32_t,
                                  const std::string &symbol) override {
    return KernelHandle{reinterpret_cast<void *>(functions.at(symbol))};
  }
};

/// A builder of f32 plans over one placement @p ["d" = ranks] with one entry
/// "main" and one class of ranks. Registers follow each other in the arena, so
/// nothing overlaps unless a test changes it. Functions return indices into the
/// tables of the plan and require indices that they returned.
class TestPlan {
public:
  /// Makes a plan of `ranks` ranks without registers and tasks.
  explicit TestPlan(uint32_t ranks);

  /// The kind of a distribution: split, broadcast or partial.
  enum Kind { S, B, P };
  /// Adds a distribution; S splits dim 0, and `combiner` is that of P. Returns
  /// its index.
  uint32_t distribution(Kind kind,
                        plan::Combiner combiner = plan::Combiner::sum);
  /// Adds an arena register for a tensor of the global `shape`. For S, dim 0
  /// must be a multiple of the number of ranks, and its begin becomes a
  /// parameter of every rank. Returns the index of the register.
  uint32_t reg(const Shape &shape, uint32_t distribution);
  /// Adds an input and returns its register.
  uint32_t input(const std::string &name, const Shape &shape,
                 uint32_t distribution);
  /// Makes a register an output.
  void output(const std::string &name, uint32_t reg);
  /// Adds a state whose initial value is a splat. Returns its register.
  uint32_t state(const std::string &name, const Shape &shape,
                 uint32_t distribution, float initial);
  /// Adds a task that calls a kernel, and its launch. Returns the task.
  uint32_t compute(const std::string &symbol, std::vector<uint32_t> inputs,
                   std::vector<uint32_t> outputs);
  /// Adds a communication with the given transfers, its task and launch.
  /// Returns the task.
  uint32_t communicate(plan::CommunicationKind kind, uint32_t in, uint32_t out,
                       std::vector<plan::TransferT> transfers);
  /// Adds an all_reduce of `in` (P) to `out` (B): one transfer over all ranks.
  /// Returns the task.
  uint32_t allReduce(uint32_t in, uint32_t out);
  /// Adds a reduce_scatter of `in` (P) to `out` (S) and returns its task.
  uint32_t reduceScatter(uint32_t in, uint32_t out);
  /// Adds an all_gather of `in` (S) to `out` (B) and returns its task.
  uint32_t allGather(uint32_t in, uint32_t out);

  /// The only class of ranks, the plan, and a register of the class, for
  /// changes. The builder owns them.
  plan::TemplateT &graph() { return *plan().templates[0]; }
  plan::PlanT &plan() { return contents.plan; }
  plan::RegisterT &getRegister(uint32_t index) {
    return *graph().registers[index];
  }
  /// Returns the bytes of the artifact. Throws std::runtime_error where blobs
  /// and plan differ.
  std::string bytes();

  /// The plan and its blobs, to which `bytes` adds constants and code.
  artifact::Contents contents;
  std::string code; ///< bytes of every code segment; empty by default
  /// The interfaces of code segments after the first one; none by default.
  std::vector<plan::CodeInterfaceT> furtherInterfaces;
  /// The interface of the code segment. Without one, the tasks determine it.
  std::optional<plan::CodeInterfaceT> interface;

private:
  /// Returns a transfer between all ranks of the whole tensor of a register.
  plan::TransferT makeTransfer(plan::TransferKind kind, uint32_t reg);
  /// Appends the firings 0 to `firings` - 1 of a task to the launch list.
  void launch(uint32_t task, uint32_t firings);

  uint32_t ranks;
  std::vector<std::vector<float>> splats; ///< one element per constant
};

/// Returns interfaces for code whose kernels are called as the tasks of `plan`
/// call them; the first task of each kernel determines its signature.
/// Parameters may have any values.
std::vector<plan::CodeInterfaceT> describeKernels(const plan::PlanT &plan);

/// Creates a session from an artifact on `device`; both must outlive it. Throws
/// std::runtime_error with the message on a failure.
std::unique_ptr<Session> createSession(const Bytes &bytes, Device &device,
                                       SessionOptions options = {});
/// Returns the verifier's message for a plan; empty where it is accepted.
/// Throws as TestPlan::bytes does.
std::string verify(TestPlan &builder);

} // namespace sbp::test

#endif // SBP_RUNTIME_TESTING_TESTPLAN_H
