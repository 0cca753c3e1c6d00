// VerifyKernels.cpp: verification (7) of tasks against kernel signatures
//
// The signature in the code segment is compared with every task that calls the
// kernel: operands by type and shape, buffers in place, scratch, and the
// meaning of each parameter. Together with the parts before, no pointer that a
// kernel receives refers to fewer bytes than the kernel was compiled for.
#include "CodeVariants.h"
#include <algorithm>
#include <map>

using namespace sbp;
using namespace sbp::plan;

namespace {
/// The signatures of all kernels, by number of the blob and symbol.
using Signatures =
    std::map<std::pair<uint32_t, std::string>, const KernelSignatureT *>;

/// The verifier of the compute tasks of one template.
class KernelVerifier {
public:
  KernelVerifier(const Program &program, const Signatures &signatures,
                 uint32_t index)
      : program(program), plan(program.plan), signatures(signatures),
        index(index), graph(*plan.templates[index]) {
    for (const auto &offset : graph.offsets)
      offsets.push_back(artifact::digest(plan, *offset));
  }
  Status run();

private:
  Status check(uint32_t task);
  Status check(uint32_t task, uint32_t code, const std::string &symbol);
  Status checkOperands(uint32_t task, const char *kind,
                       const std::vector<uint32_t> &registers,
                       const std::vector<std::unique_ptr<OperandT>> &operands);
  Status checkBuffers(uint32_t task, const KernelSignatureT &signature);
  Status checkParameters(uint32_t task, const KernelSignatureT &signature);

  template <typename... Parts>
  Status wrong(uint32_t task, const Parts &...parts) const {
    return userError("plan: ", program.nameTask(index, task), ": ", parts...);
  }

  const Program &program;
  const PlanT &plan;
  const Signatures &signatures;
  uint32_t index;
  const TemplateT &graph;
  std::vector<Digest> offsets; ///< digests of the template's offsets
};
} // namespace

Status KernelVerifier::checkOperands(
    uint32_t task, const char *kind, const std::vector<uint32_t> &registers,
    const std::vector<std::unique_ptr<OperandT>> &operands) {
  if (registers.size() != operands.size())
    return wrong(task, "has ", registers.size(), " ", kind,
                 "s but its kernel takes ", operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    const RegisterT &reg = *graph.registers[registers[i]];
    if (reg.dtype != operands[i]->dtype ||
        reg.local_shape != operands[i]->shape)
      return wrong(task, kind, " ", i, " is ",
                   program.nameRegister(index, registers[i]), " of ",
                   toString(reg.local_shape, reg.dtype),
                   " but its kernel takes ",
                   toString(operands[i]->shape, operands[i]->dtype));
  }
  return {};
}

/// Checks that the pairs in place are those of the kernel and that its scratch
/// is large enough.
Status KernelVerifier::checkBuffers(uint32_t t,
                                    const KernelSignatureT &signature) {
  const TaskT &task = *graph.tasks[t];
  auto sorted = [](const std::vector<InPlacePair> &pairs) {
    std::vector<std::pair<uint32_t, uint32_t>> result;
    for (const InPlacePair &pair : pairs)
      result.emplace_back(pair.output(), pair.input());
    std::sort(result.begin(), result.end());
    return result;
  };
  if (sorted(task.in_place) != sorted(signature.in_place))
    return wrong(t, "works in place on ", task.in_place.size(),
                 " operands, not on the ", signature.in_place.size(),
                 " of its kernel");
  uint64_t scratch =
      task.scratch < 0 ? 0 : graph.registers[task.scratch]->bytes;
  if (scratch < signature.scratch_bytes)
    return wrong(t, "has ", scratch, " bytes of scratch but its kernel needs ",
                 signature.scratch_bytes);
  return {};
}

/// Checks that each parameter of a task is one of the offsets for which the
/// kernel was compiled. A parameter without offsets may have any value.
Status KernelVerifier::checkParameters(uint32_t t,
                                       const KernelSignatureT &signature) {
  const TaskT &task = *graph.tasks[t];
  if (task.parameters.size() != signature.parameters.size())
    return wrong(t, "has ", task.parameters.size(),
                 " parameters but its kernel takes ",
                 signature.parameters.size());
  for (size_t i = 0; i < task.parameters.size(); ++i) {
    const auto &legal = signature.parameters[i]->offsets;
    if (legal.empty())
      continue;
    if (task.parameters[i] >= offsets.size())
      return wrong(t, "parameter ", i, " of its kernel is an offset, but ",
                   task.parameters[i], " is none");
    if (!artifact::contains(legal, offsets[task.parameters[i]]))
      return wrong(t, "parameter ", i, " of its kernel is not the offset ",
                   task.parameters[i]);
  }
  return {};
}

Status KernelVerifier::check(uint32_t t) {
  const TaskT &task = *graph.tasks[t];
  const KernelT &kernel = *plan.kernels[task.kernel];
  for (uint32_t code : program.listVariants(kernel.code))
    SBP_RETURN_IF_FAILED(check(t, code, kernel.symbol));
  return {};
}

Status KernelVerifier::check(uint32_t t, uint32_t code,
                             const std::string &symbol) {
  const TaskT &task = *graph.tasks[t];
  auto found = signatures.find({code, symbol});
  if (found == signatures.end())
    return wrong(t, "code ", code, " has no kernel '", symbol, "'");
  DeviceKind device = plan.code[code]->device;
  if (device != graph.device)
    return wrong(t, "is for a ", EnumNameDeviceKind(graph.device),
                 " device but its kernel for a ", EnumNameDeviceKind(device));
  const KernelSignatureT &signature = *found->second;
  SBP_RETURN_IF_FAILED(
      checkOperands(t, "input", task.inputs, signature.inputs));
  SBP_RETURN_IF_FAILED(
      checkOperands(t, "output", task.outputs, signature.outputs));
  SBP_RETURN_IF_FAILED(checkBuffers(t, signature));
  return checkParameters(t, signature);
}

Status KernelVerifier::run() {
  for (uint32_t t = 0; t < graph.tasks.size(); ++t)
    if (graph.tasks[t]->kind == TaskKind::compute)
      SBP_RETURN_IF_FAILED(check(t));
  return {};
}

/// Checks the types of a signature first, since messages print their names.
static Status checkTypes(const KernelSignatureT &signature) {
  for (const auto *operands : {&signature.inputs, &signature.outputs})
    for (const auto &operand : *operands)
      if (!ElementType::find(operand->dtype))
        return userError("plan: kernel '", signature.symbol,
                         "' has an operand of an unknown type");
  return {};
}

Status sbp::verifyKernels(const Program &program) {
  SBP_RETURN_IF_FAILED(verifyVariants(program));
  Signatures signatures;
  for (uint32_t code = 0; code < program.interfaces.size(); ++code)
    for (const auto &signature : program.interfaces[code].kernels) {
      SBP_RETURN_IF_FAILED(checkTypes(*signature));
      signatures[{code, signature->symbol}] = signature.get();
    }
  for (uint32_t t = 0; t < program.plan.templates.size(); ++t)
    SBP_RETURN_IF_FAILED(KernelVerifier(program, signatures, t).run());
  return {};
}
