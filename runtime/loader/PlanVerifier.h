// PlanVerifier.h: verification of the meaning of a plan
//
// The loader verifies a plan after the FlatBuffers check and before it uses
// anything of it. A plan that passes cannot make the runtime access memory
// outside of its buffers, deadlock, or count a partial value twice. The parts
// run in the order of their numbers, and each may rely on those before it. A
// failure is a user error, which names the object at fault (a task, a port, a
// communication). Nothing keeps a reference to its arguments.
#ifndef SBP_RUNTIME_LOADER_PLANVERIFIER_H
#define SBP_RUNTIME_LOADER_PLANVERIFIER_H

#include "EventGraph.h"
#include "LocalWorld.h"
#include "PlanBox.h"
#include "Status.h"

namespace sbp {

/// A loaded plan in native structs, with its names for messages. It is
/// read-only after loading.
struct Program {
  artifact::Header header;
  plan::PlanT plan;
  plan::DebugT debug;
  std::vector<plan::CodeInterfaceT> interfaces; ///< one per code blob

  /// Returns the name of a task: "task 3 ('matmul' at model.mlir:7:8) of
  /// template 1".
  std::string nameTask(uint32_t templateIndex, uint32_t task) const;
  /// Returns the name of a register in the same form, without the parts that
  /// the debug segment lacks.
  std::string nameRegister(uint32_t templateIndex, uint32_t reg) const;
  /// Returns the kind, sequence number and label of a communication, given by
  /// its index in the plan: "all_reduce #2 ('h' at model.mlir:7:8)".
  std::string nameCommunication(uint32_t communication) const;
  /// Returns the location of a port as a prefix, "model.mlir:3:5: "; empty
  /// where it is unknown.
  std::string locate(const plan::PortT &port) const;
  /// Returns the code segments that have the kernels of segment `code`, each
  /// for another architecture: `code` itself, then its variants. A device loads
  /// one of them.
  std::vector<uint32_t> listVariants(uint32_t code) const;

private:
  /// Returns " ('NAME' at LOCATION)" or the known part of it; empty for null.
  std::string label(const plan::Label *label) const;
};

/// (1) Verifies indices, enums, shapes, sizes, ports, states and constants.
/// `constantBytes` is the size of the constants segment, `codeBlobs` the number
/// of code segments.
Status verifyStructure(const Program &program, uint64_t constantBytes,
                       size_t codeBlobs);
/// (2) Verifies producers, consumers, rates and launch lists of every template.
Status verifyGraphs(const Program &program);
/// (3) Verifies parameters and boxes of all ranks against the distributions of
/// registers, ports and states, and types against constants; that copies read
/// inside of their inputs; and that every rank of an output that is no state
/// writes its piece.
Status verifyBoxes(const Program &program);
/// (4) Verifies that storage that is live at the same time does not overlap.
Status verifyStorage(const Program &program);
/// (5) Verifies that transfers stay inside of their boxes, write every element,
/// and count every term once.
Status verifyCommunications(const Program &program);
/// (6) Verifies that all ranks share one order of communications and that every
/// launch list reaches its end.
Status verifyLiveness(const Program &program);
/// (7) Verifies that kernels receive the operands that their code was compiled
/// for, in each variant of it.
Status verifyKernels(const Program &program);
/// (8) Verifies that the launches of kernels are possible by their sizes, begin
/// inside of their operands, and that tensor maps lie in them.
Status verifyLaunches(const Program &program);
/// (9) Verifies that launches that run once read only values that no step
/// writes, and that each task has persistent memory of its own.
Status verifyPersistence(const Program &program);

/// Runs all verifications in order. Returns the first failure.
Status verifyPlan(const Program &program, uint64_t constantBytes,
                  size_t codeBlobs);

/// Returns the box, in the global tensor, of a register on a rank with the
/// given binding parameters.
PlanBox getRegisterBox(const plan::RegisterT &reg,
                       const std::vector<int64_t> &parameters);

/// The producers, consumers and waits of one template, with views resolved to
/// the registers that they alias.
struct TaskGraph {
  std::vector<int32_t>
      root; ///< by register: the register that a view refers to, else itself
  std::vector<int32_t> producer; ///< task that writes a register, -1 for none
  /// Tasks that read a register or a view of it, by the register that `root`
  /// names; empty for views.
  std::vector<std::vector<uint32_t>> consumers;
  EventGraph events;

  /// Builds the graph of a template whose structure is verified.
  explicit TaskGraph(const plan::TemplateT &graph);

private:
  /// Adds the waits of the writer of a register for the readers of the older
  /// value that it overwrites.
  void addOverwrites(const plan::TemplateT &graph, uint32_t reg);
};

/// Returns the launch lists of a template, indexed by stream.
LaunchLists getStreams(const plan::TemplateT &graph);

/// The connected components of a movement's ranks: ranks that share a transfer
/// wait for each other. `component` holds the component of each rank of
/// `ranks`.
struct Components {
  std::vector<uint32_t> ranks;     ///< all ranks of the transfers, ascending
  std::vector<uint32_t> component; ///< parallel to `ranks`, numbered from 0
  uint32_t count = 0;

  /// Computes the components, which are empty for a movement without transfers.
  explicit Components(const plan::MovementT &movement);
  /// Returns the component of a rank; -1 for a rank without transfers, which
  /// waits for no one.
  int32_t of(uint32_t rank) const;
  /// Returns, for each component, true where this process owns all of its
  /// ranks.
  std::vector<bool> areOwned(const LocalWorld &world) const;
};

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_PLANVERIFIER_H
