// SavedValues.cpp: a minimum cut between forward and backward
//
// A value is two nodes, "made" and "held", with an edge of its bytes. Example:
// for y = gelu(x), z = y w with z and y read by backward,
//   source --> x.made --|x|--> x.held --> y.made --|y|--> y.held --> sink
// cuts |x| or |y|: both keep as much, and the cut next to the sink makes less
// again.

#include "sbp/Analysis/Recomputation/SavedValues.h"
#include "sbp/Analysis/Flow/FlowNetwork.h"
#include "llvm/ADT/STLExtras.h"

using namespace sbp;

SavedValues sbp::chooseSavedValues(const SavingGraph &graph) {
  unsigned count = graph.values.size();
  unsigned source = 2 * count, sink = source + 1;
  auto getMade = [](unsigned value) { return 2 * value; };
  auto getHeld = [](unsigned value) { return 2 * value + 1; };
  FlowNetwork network(sink + 1);
  for (auto [number, value] : llvm::enumerate(graph.values)) {
    network.addEdge(getMade(number), getHeld(number), value.bytes);
    if (value.isRead)
      network.addEdge(getHeld(number), sink, FlowNetwork::kInfinite);
    if (!value.canBeRepeated) {
      network.addEdge(source, getMade(number), FlowNetwork::kInfinite);
      continue;
    }
    if (value.repeatCost > 0)
      network.addEdge(source, getMade(number), value.repeatCost);
    for (unsigned operand : value.operands)
      network.addEdge(getHeld(operand), getMade(number),
                      FlowNetwork::kInfinite);
  }
  SavedValues result;
  result.bound = network.maximise(source, sink);
  std::vector<bool> late = network.getSinkSide(sink);
  result.kept.resize(count);
  result.repeated.resize(count);
  for (unsigned value = 0; value < count; ++value) {
    result.kept[value] = late[getHeld(value)] && !late[getMade(value)];
    result.repeated[value] = late[getMade(value)];
    if (result.kept[value])
      result.bytes += graph.values[value].bytes;
  }
  return result;
}
