//===- StructureVerifier.h - (1) indices, enums, shapes, sizes ------------===//
//
// By noun: VerifyStructure.cpp has the lists of the plan, VerifyEntries.cpp
// entries and their ports, VerifyTemplates.cpp registers and tasks.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_LOADER_STRUCTUREVERIFIER_H
#define SBP_RUNTIME_LOADER_STRUCTUREVERIFIER_H

#include "PlanVerifier.h"

namespace sbp {

class StructureVerifier {
public:
  StructureVerifier(const Program &program, uint64_t constantBytes,
                    size_t codeBlobs)
      : plan(program.plan), constantBytes(constantBytes), codeBlobs(codeBlobs) {
  }
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
  /// Shape, dtype and distribution fit together.
  Status checkTensor(const std::string &name, plan::DType type,
                     const Shape &shape, int64_t distribution);
  /// Partial values of that type can be told apart from their identity.
  Status checkPartial(const std::string &name, plan::DType type,
                      uint32_t distribution);
  static bool legal(plan::DType type) { return type <= plan::DType::MAX; }

  const plan::PlanT &plan;
  uint64_t constantBytes;
  size_t codeBlobs;
};

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_STRUCTUREVERIFIER_H
