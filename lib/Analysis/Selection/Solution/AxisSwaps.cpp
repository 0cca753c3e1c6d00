// AxisSwaps.cpp: images of the states of a selection under swaps of axes
//
// A state of a variable is known by the distributions of all ends that it
// determines (of an op: those of its operands and results). Its image is the
// state with the images of these.

#include "AxisSwaps.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// Two axes of one placement.
struct Swap {
  unsigned placement, first, second;

  unsigned operator()(unsigned axis) const {
    return axis == first ? second : axis == second ? first : axis;
  }
};

/// The ends of each variable of a network, and their images.
class SwapFinder {
public:
  SwapFinder(const SelectionGraph &graph, const SelectionEdges &edges,
             unsigned numVariables);
  std::vector<StatePermutation> run();

private:
  void add(const Port &port) {
    if (port.variable)
      lists[*port.variable].push_back(port.stateList);
  }
  StateTable::Id getImage(const Swap &swap, StateTable::Id id);
  std::optional<StatePermutation> findImages(const Swap &swap);
  std::optional<std::vector<unsigned>> findImages(const Swap &swap,
                                                  unsigned variable);

  ModuleStates &states;
  std::vector<SmallVector<StateLists::Id, 4>> lists; ///< per variable
};

} // namespace

SwapFinder::SwapFinder(const SelectionGraph &graph, const SelectionEdges &edges,
                       unsigned numVariables)
    : states(graph.getStates()), lists(numVariables) {
  for (const auto &[op, node] : graph.getOps())
    for (ArrayRef<StateLists::Id> ends :
         {ArrayRef<StateLists::Id>(node.operands),
          ArrayRef<StateLists::Id>(node.results)})
      for (StateLists::Id list : ends)
        add({node.variable, list});
  for (auto function : graph.getModule().getOps<func::FuncOp>()) {
    if (function.isDeclaration())
      continue;
    for (BlockArgument argument : function.getArguments())
      if (isa<RankedTensorType>(argument.getType()))
        add(graph.getArguments().get(argument));
    for (const Port &port : graph.getResults(function))
      add(port);
  }
  for (const SelectionEdges::SharedView &view : edges.getShared())
    add(view.port);
}

StateTable::Id SwapFinder::getImage(const Swap &swap, StateTable::Id id) {
  if (id == kInactiveState)
    return id;
  StateTable::State state = states.get(id);
  if (state.placement != swap.placement)
    return id;
  Distribution image = state.distribution;
  std::swap(image.components[swap.first], image.components[swap.second]);
  image.order.clear();
  for (unsigned i = 0; i < image.getNumAxes(); ++i)
    image.order.push_back(swap(state.distribution.getAxis(i)));
  return states.intern(state.placement, image, state.requiresExistingPartials);
}

std::optional<std::vector<unsigned>> SwapFinder::findImages(const Swap &swap,
                                                            unsigned variable) {
  ArrayRef<StateLists::Id> ends = lists[variable];
  if (ends.empty())
    return std::vector<unsigned>();
  unsigned domain = states.stateLists.get(ends.front()).size();
  std::map<std::vector<StateTable::Id>, unsigned> byEnds;
  std::vector<std::vector<StateTable::Id>> images(domain);
  for (unsigned state = 0; state < domain; ++state) {
    std::vector<StateTable::Id> key;
    for (StateLists::Id list : ends) {
      StateTable::Id id = states.stateLists.get(list)[state];
      key.push_back(id);
      images[state].push_back(getImage(swap, id));
    }
    if (!byEnds.try_emplace(std::move(key), state).second)
      return std::nullopt;
  }
  std::vector<unsigned> permutation;
  for (const std::vector<StateTable::Id> &image : images) {
    auto found = byEnds.find(image);
    if (found == byEnds.end())
      return std::nullopt;
    permutation.push_back(found->second);
  }
  return permutation;
}

std::optional<StatePermutation> SwapFinder::findImages(const Swap &swap) {
  StatePermutation permutation;
  for (unsigned variable = 0; variable < lists.size(); ++variable) {
    auto images = findImages(swap, variable);
    if (!images)
      return std::nullopt;
    permutation.push_back(std::move(*images));
  }
  return permutation;
}

std::vector<StatePermutation> SwapFinder::run() {
  std::vector<StatePermutation> permutations;
  for (unsigned number = 0; number < states.getNumPlacements(); ++number) {
    Placement placement = states.getPlacement(number);
    for (unsigned axis = 0; axis < placement.getNumAxes(); ++axis) {
      int64_t size = placement.axisSizes[axis];
      auto next = llvm::find(drop_begin(placement.axisSizes, axis + 1), size);
      if (size == 1 || next == placement.axisSizes.end())
        continue;
      unsigned other = next - placement.axisSizes.begin();
      if (auto images = findImages(Swap{number, axis, other}))
        permutations.push_back(std::move(*images));
    }
  }
  return permutations;
}

std::vector<StatePermutation> findAxisSwaps(const SelectionGraph &graph,
                                            const SelectionEdges &edges) {
  return SwapFinder(graph, edges, edges.getNetwork().getNumVariables()).run();
}

} // namespace sbp
