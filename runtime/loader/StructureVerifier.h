// StructureVerifier.h: verification (1) of indices, enums, shapes and sizes
//
// The checks are grouped by the tables of the plan: VerifyStructure.cpp has its
// lists, VerifyEntries.cpp entries and their ports, VerifyTemplates.cpp
// registers and tasks. Each check may rely on those that `run` calls before it.
#ifndef SBP_RUNTIME_LOADER_STRUCTUREVERIFIER_H
#define SBP_RUNTIME_LOADER_STRUCTUREVERIFIER_H

#include "PlanVerifier.h"

namespace sbp {

/// The verifier of one plan. Each check returns the first fault that it finds
/// as a user error; `name` is that of the checked object in its message.
class StructureVerifier {
public:
  /// `program` outlives the verifier. `constantBytes` is the size of the
  /// constants segment, `codeBlobs` the number of code segments.
  StructureVerifier(const Program &program, uint64_t constantBytes,
                    size_t codeBlobs)
      : plan(program.plan), constantBytes(constantBytes), codeBlobs(codeBlobs) {
  }
  /// Runs all checks in order. Returns the first failure.
  Status run();

private:
  Status checkPlacements();
  Status checkDistributions();
  Status checkConstants();
  Status checkStates();
  Status checkEntries();
  Status checkPort(const plan::EntryT &entry, const plan::PortT &port);
  Status checkReference(const plan::EntryT &entry);
  Status checkKernels();
  Status checkCode(const plan::CodeT &code, const std::string &name);
  Status checkVariant(const plan::CodeT &code, const std::string &name);
  Status checkTemplates();
  Status checkTemplate(const plan::TemplateT &graph, const std::string &name);
  Status checkRegister(const plan::TemplateT &graph, const plan::RegisterT &reg,
                       const std::string &name);
  Status checkSpace(const plan::TemplateT &graph, const plan::RegisterT &reg,
                    const std::string &name);
  Status checkTask(const plan::TemplateT &graph, const plan::TaskT &task,
                   const std::string &name);
  Status checkBindings();
  Status checkDevices(uint32_t rank);
  Status checkMovements();
  Status checkCommunications();

  template <typename... Parts> static Status wrong(const Parts &...parts) {
    return userError("plan: ", parts...);
  }
  /// Checks that shape, dtype and distribution of a tensor fit together.
  /// `distribution` is -1 for a tensor without one.
  Status checkTensor(const std::string &name, plan::DType type,
                     const Shape &shape, int64_t distribution);
  /// Checks that the combiner of a partial tensor is defined for its type.
  Status checkPartial(const std::string &name, plan::DType type,
                      uint32_t distribution);
  static bool legal(plan::DType type) { return ElementType::find(type); }

  const plan::PlanT &plan;
  uint64_t constantBytes;
  size_t codeBlobs;
};

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_STRUCTUREVERIFIER_H
