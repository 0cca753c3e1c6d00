// VerifyPersistence.cpp: verification (9) of launches that run once
//
// A launch that runs once fills persistent memory, which the launches of every
// step read. Its result is what a launch in each step would give if no step
// changes what it reads, and if nothing else writes what it fills:
//
//   once    pack(state w) -> persistent [0, 4096)     w: no task writes it
//   a step  product(input x, persistent [0, 4096)) -> output y
//
// The session repeats the launch where an input or a state gets another value
// between steps.
#include "PlanVerifier.h"
#include <algorithm>
#include <map>
#include <set>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// A space and the index in it; inputs belong to an entry, 0 for others.
using Provided = std::tuple<Space, int32_t, uint32_t>;

/// The verifier of all templates.
class PersistenceVerifier {
public:
  explicit PersistenceVerifier(const Program &program);
  Status run();

private:
  static Status checkSignature(const KernelSignatureT &signature);
  Status check(uint32_t index);
  Status checkMemory(uint32_t index);
  Status checkTask(uint32_t index, uint32_t task,
                   const KernelSignatureT &signature) const;
  Status checkArgument(uint32_t index, uint32_t task,
                       const LaunchArgument &argument) const;
  /// Returns the signatures of a task's kernel in all variants of its code.
  std::vector<const KernelSignatureT *> getSignatures(const TaskT &task) const {
    const KernelT &kernel = *program.plan.kernels[task.kernel];
    std::vector<const KernelSignatureT *> found;
    for (uint32_t code : program.listVariants(kernel.code))
      found.push_back(signatures.at({code, kernel.symbol}));
    return found;
  }

  const Program &program;
  std::map<std::pair<uint32_t, std::string>, const KernelSignatureT *>
      signatures;
  std::set<Provided> written; ///< by a task of any template
};
} // namespace

static Provided getProvided(const TemplateT &graph, uint32_t index) {
  const RegisterT &reg = *graph.registers[index];
  return {reg.space, reg.index, reg.space == Space::input ? graph.entry : 0};
}

PersistenceVerifier::PersistenceVerifier(const Program &program)
    : program(program) {
  for (uint32_t code = 0; code < program.interfaces.size(); ++code)
    for (const auto &signature : program.interfaces[code].kernels)
      signatures[{code, signature->symbol}] = signature.get();
  for (const auto &graph : program.plan.templates)
    for (const auto &task : graph->tasks)
      for (uint32_t output : task->outputs)
        written.insert(getProvided(*graph, output));
}

/// Returns all addresses that a launch receives, those in tensor maps too.
static std::vector<LaunchArgument> getAddresses(const KernelLaunchT &launch) {
  std::vector<LaunchArgument> addresses;
  for (const LaunchArgument &argument : launch.arguments)
    addresses.push_back(argument.kind() == ArgumentKind::tensor_map
                            ? *launch.tensor_maps[argument.index()]->address
                            : argument);
  return addresses;
}

/// Checks that launches that run once precede all others, fill persistent
/// memory that no other of them names, and receive no address of a step.
Status PersistenceVerifier::checkSignature(const KernelSignatureT &signature) {
  std::set<uint64_t> filled;
  bool areSteps = false; // from the first launch of every firing on
  for (const auto &launch : signature.launches) {
    auto wrong = [&](const auto &...parts) {
      return userError("plan: launch of '", launch->symbol, "' by kernel '",
                       signature.symbol, "', which runs once, ", parts...);
    };
    areSteps |= !launch->once;
    if (!launch->once)
      continue;
    if (areSteps)
      return wrong("follows one that runs in every step");
    for (const LaunchArgument &argument : getAddresses(*launch)) {
      if (argument.kind() == ArgumentKind::scratch)
        return wrong("names scratch memory, which steps overwrite");
      if (argument.kind() == ArgumentKind::output)
        return wrong("names output ", argument.index(),
                     ", which steps overwrite");
      if (argument.kind() == ArgumentKind::persistent &&
          !filled.insert(argument.offset()).second)
        return wrong("names persistent byte ", argument.offset(),
                     ", which another address has");
    }
  }
  return {};
}

/// Checks that no step changes what an argument of a launch refers to.
Status
PersistenceVerifier::checkArgument(uint32_t index, uint32_t t,
                                   const LaunchArgument &argument) const {
  const TemplateT &graph = *program.plan.templates[index];
  const TaskT &task = *graph.tasks[t];
  auto wrong = [&](const auto &...parts) {
    return userError("plan: ", program.nameTask(index, t),
                     ": a launch that runs once ", parts...);
  };
  if (argument.kind() == ArgumentKind::parameter &&
      task.parameters[argument.index()] == uint32_t(Parameter::micro_batch))
    return wrong("receives the number of the micro-batch");
  if (argument.kind() != ArgumentKind::input)
    return {};
  uint32_t input = task.inputs[argument.index()];
  const RegisterT &reg = *graph.registers[input];
  if (reg.space == Space::arena || reg.copies != 1 ||
      written.count(getProvided(graph, input)))
    return wrong("reads ", program.nameRegister(index, input),
                 ", which changes between steps");
  return {};
}

Status PersistenceVerifier::checkTask(uint32_t index, uint32_t t,
                                      const KernelSignatureT &signature) const {
  for (const auto &launch : signature.launches)
    if (launch->once)
      for (const LaunchArgument &argument : getAddresses(*launch))
        SBP_RETURN_IF_FAILED(checkArgument(index, t, argument));
  return {};
}

/// Checks that the persistent memory of each task lies in that of the template
/// and belongs to no other task.
Status PersistenceVerifier::checkMemory(uint32_t index) {
  const TemplateT &graph = *program.plan.templates[index];
  std::vector<std::tuple<uint64_t, uint64_t, uint32_t>> ranges;
  for (uint32_t t = 0; t < graph.tasks.size(); ++t) {
    const TaskT &task = *graph.tasks[t];
    if (task.kind != TaskKind::compute)
      continue;
    uint64_t bytes = 0, end;
    for (const KernelSignatureT *signature : getSignatures(task))
      bytes = std::max(bytes, signature->persistent_bytes);
    if (bytes == 0)
      continue;
    if (task.persistent % 256 != 0 ||
        __builtin_add_overflow(task.persistent, bytes, &end) ||
        end > graph.persistent_bytes)
      return userError("plan: ", program.nameTask(index, t), ": has ", bytes,
                       " persistent bytes at ", task.persistent, " of ",
                       graph.persistent_bytes);
    ranges.emplace_back(task.persistent, end, t);
  }
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 1; i < ranges.size(); ++i)
    if (std::get<0>(ranges[i]) < std::get<1>(ranges[i - 1]))
      return userError(
          "plan: ", program.nameTask(index, std::get<2>(ranges[i])), " and ",
          program.nameTask(index, std::get<2>(ranges[i - 1])),
          " share persistent bytes");
  return {};
}

Status PersistenceVerifier::check(uint32_t index) {
  const TemplateT &graph = *program.plan.templates[index];
  for (uint32_t t = 0; t < graph.tasks.size(); ++t)
    if (graph.tasks[t]->kind == TaskKind::compute)
      for (const KernelSignatureT *signature : getSignatures(*graph.tasks[t]))
        SBP_RETURN_IF_FAILED(checkTask(index, t, *signature));
  return checkMemory(index);
}

Status PersistenceVerifier::run() {
  for (const auto &[name, signature] : signatures)
    SBP_RETURN_IF_FAILED(checkSignature(*signature));
  for (uint32_t t = 0; t < program.plan.templates.size(); ++t)
    SBP_RETURN_IF_FAILED(check(t));
  return {};
}

Status sbp::verifyPersistence(const Program &program) {
  return PersistenceVerifier(program).run();
}
