// PlanVerifier.h: does the plan mean something?
//
// Run after the FlatBuffers check and before anything of the plan is used: what
// passes cannot make the runtime read or write outside its buffers, deadlock,
// or count a partial value twice. Each part may rely on the parts before it.
#ifndef SBP_RUNTIME_LOADER_PLANVERIFIER_H
#define SBP_RUNTIME_LOADER_PLANVERIFIER_H

#include "EventGraph.h"
#include "LocalWorld.h"
#include "PlanBox.h"
#include "Status.h"

namespace sbp {

/// A plan in native structs with its names.
struct Program {
  artifact::Header header;
  plan::PlanT plan;
  plan::DebugT debug;
  std::vector<plan::CodeInterfaceT> interfaces; ///< of each code blob

  /// "task 3 ('matmul' at model.mlir:7:8) of template 1".
  std::string nameTask(uint32_t templateIndex, uint32_t task) const;
  std::string nameRegister(uint32_t templateIndex, uint32_t reg) const;
  std::string nameCommunication(uint32_t communication) const;
  /// "model.mlir:3:5: " of a port, or nothing.
  std::string locate(const plan::PortT &port) const;

private:
  std::string label(const plan::Label *label) const;
};

/// (1) indices, enums, shapes, sizes, ports, states, constants. `constantBytes`
/// is the size of the constants segment, `codeBlobs` the number of code
/// segments.
Status verifyStructure(const Program &program, uint64_t constantBytes,
                       size_t codeBlobs);
/// (2) producers, consumers, rates, launch lists of each template.
Status verifyGraphs(const Program &program);
/// (3) boxes of all registers of all ranks, recomputed from distributions.
Status verifyBoxes(const Program &program);
/// (4) storage that is live at the same time does not overlap.
Status verifyStorage(const Program &program);
/// (5) transfers: inside their boxes, nothing missing, nothing counted twice.
Status verifyCommunications(const Program &program);
/// (6) one order of communications; every launch list comes to its end.
Status verifyLiveness(const Program &program);
/// (7) kernels get what their code was compiled for.
Status verifyKernels(const Program &program);
/// (8) what kernels launch is possible and lies in their operands.
Status verifyLaunches(const Program &program);

/// All of it, in this order.
Status verifyPlan(const Program &program, uint64_t constantBytes,
                  size_t codeBlobs);

/// The box of a register on a rank, by the binding's parameters.
PlanBox getRegisterBox(const plan::RegisterT &reg,
                       const std::vector<int64_t> &parameters);

/// Producers, consumers and waits of one template, views resolved.
struct TaskGraph {
  std::vector<int32_t> root;                    ///< register: not a view
  std::vector<int32_t> producer;                ///< by register, -1: none
  std::vector<std::vector<uint32_t>> consumers; ///< by register
  EventGraph events;

  explicit TaskGraph(const plan::TemplateT &graph);

private:
  void addOverwrites(const plan::TemplateT &graph, uint32_t reg);
};

/// The launch lists of a template.
LaunchLists getStreams(const plan::TemplateT &graph);

/// Ranks of a movement that wait for each other: connected by transfers.
/// Result: component number per rank of `ranks`.
struct Components {
  std::vector<uint32_t> ranks;     ///< all ranks named by transfers, ascending
  std::vector<uint32_t> component; ///< parallel to ranks, numbers from 0
  uint32_t count = 0;

  explicit Components(const plan::MovementT &movement);
  /// -1 if the rank is in no transfer: it waits for no one.
  int32_t of(uint32_t rank) const;
  /// By component: all its ranks belong to this process.
  std::vector<bool> areOwned(const LocalWorld &world) const;
};

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_PLANVERIFIER_H
