// TestPlan.h: hand-made plans for tests
#ifndef SBP_RUNTIME_TESTING_TESTPLAN_H
#define SBP_RUNTIME_TESTING_TESTPLAN_H

#include "HostDevice.h"
#include "Session.h"
#include <array>
#include <map>

namespace sbp::test {

/// Owns the bytes of an artifact, aligned.
struct Bytes {
  std::vector<std::array<char, 64>> memory;
  size_t size = 0;
  explicit Bytes(const std::string &text);
  artifact::Bytes view() const { return {memory.data(), size}; }
};

/// A host device whose kernels are functions of the test, by symbol.
class FunctionDevice final : public HostDevice {
public:
  std::map<std::string, sbp_host_kernel> functions;

  Status loadCode(const CodeModule &) override { return {}; }
  Status findKernel(uint32_t, const std::string &symbol,
                    KernelHandle &kernel) override {
    kernel.function = reinterpret_cast<void *>(functions.at(symbol));
    return {};
  }
};

/// Builds f32 plans over one placement @p ["d" = ranks] with one entry "main"
/// and one class of ranks. Registers are placed in the arena one behind the
/// other (bump), so that nothing overlaps unless a test wants it.
class TestPlan {
public:
  explicit TestPlan(uint32_t ranks);

  enum Kind { S, B, P };
  /// S splits dim 0.
  uint32_t distribution(Kind kind,
                        plan::Combiner combiner = plan::Combiner::sum);
  /// Begin of dim 0 on each rank becomes a parameter for S.
  uint32_t reg(const Shape &shape, uint32_t distribution);
  uint32_t input(const std::string &name, const Shape &shape,
                 uint32_t distribution);
  void output(const std::string &name, uint32_t reg);
  /// A state with a splat as first value; returns its register.
  uint32_t state(const std::string &name, const Shape &shape,
                 uint32_t distribution, float initial);
  uint32_t compute(const std::string &symbol, std::vector<uint32_t> inputs,
                   std::vector<uint32_t> outputs);
  uint32_t communicate(plan::CommunicationKind kind, uint32_t in, uint32_t out,
                       std::vector<plan::TransferT> transfers);
  /// An all_reduce of `in` (P) into `out` (B): one transfer over all ranks.
  uint32_t allReduce(uint32_t in, uint32_t out);
  /// A reduce_scatter of `in` (P) into `out` (S).
  uint32_t reduceScatter(uint32_t in, uint32_t out);
  /// An all_gather of `in` (S) into `out` (B), or an all_to_all.
  uint32_t allGather(uint32_t in, uint32_t out);

  plan::TemplateT &graph() { return *plan().templates[0]; }
  plan::PlanT &plan() { return contents.plan; }
  plan::RegisterT &getRegister(uint32_t index) {
    return *graph().registers[index];
  }
  std::string bytes();

  artifact::Contents contents;
  std::string code; ///< of the only code segment; empty by default
  /// What the code says of its kernels; by default what the tasks make of them.
  std::optional<plan::CodeInterfaceT> interface;

private:
  plan::TransferT makeTransfer(plan::TransferKind kind, uint32_t reg);
  void launch(uint32_t task, uint32_t firings);

  uint32_t ranks;
  std::vector<std::vector<float>> splats;
};

/// What code would say whose kernels are called as the tasks of `plan` call
/// them: the first task of each tells. Parameters may be any numbers.
std::vector<plan::CodeInterfaceT> describeKernels(const plan::PlanT &plan);

/// Loads and verifies; throws on an error.
std::unique_ptr<Session> createSession(const Bytes &bytes, Device &device,
                                       SessionOptions options = {});
/// The verifier's message for a plan; empty if it is accepted.
std::string verify(TestPlan &builder);

} // namespace sbp::test

#endif // SBP_RUNTIME_TESTING_TESTPLAN_H
