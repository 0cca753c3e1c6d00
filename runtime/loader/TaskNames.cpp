// TaskNames.cpp: the layers and phases of tasks, for traces
#include "TaskNames.h"
#include <algorithm>
#include <set>

using namespace sbp;
using namespace sbp::plan;

using Path = std::vector<std::string>;

static Path split(const std::string &name) {
  Path parts(1);
  for (char c : name) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

static std::string join(const Path &path) {
  std::string text;
  for (const std::string &part : path)
    text += (text.empty() ? "" : ".") + part;
  return text;
}

/// Returns the parts of a path up to the first one with a number; the path
/// itself where there is none.
static Path getLayer(const Path &path) {
  auto isNumbered = [](const std::string &part) {
    return part.find_first_of("0123456789") != std::string::npos;
  };
  auto found = std::find_if(path.begin(), path.end(), isNumbered);
  return Path(path.begin(), found == path.end() ? found : found + 1);
}

static Path getCommonPath(const Path &a, const Path &b) {
  auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return Path(a.begin(), end);
}

/// Returns the name of what all paths belong to: their common part where they
/// are of one layer, else the layers in order of appearance.
static std::string describe(const std::vector<Path> &paths) {
  std::vector<Path> layers;
  for (const Path &path : paths)
    if (Path layer = getLayer(path);
        std::find(layers.begin(), layers.end(), layer) == layers.end())
      layers.push_back(layer);
  if (layers.empty())
    return "";
  if (layers.size() == 2)
    return join(layers[0]) + ", " + join(layers[1]);
  if (layers.size() > 2)
    return join(layers.front()) + " to " + join(layers.back());
  Path common = paths.front();
  for (const Path &path : paths)
    common = getCommonPath(common, path);
  return join(common);
}

namespace {
/// The paths of the states and inputs whose values registers hold.
class RegisterPaths {
public:
  RegisterPaths(const Program &program, const TemplateT &graph);
  /// Returns the paths of what the task reads or writes, without the last part
  /// of each name.
  std::vector<Path> getPaths(const TaskT &task) const;

private:
  void add(uint32_t reg, const std::string &name);

  /// By register; several where a communication reads several.
  std::vector<std::vector<Path>> paths;
};
} // namespace

void RegisterPaths::add(uint32_t reg, const std::string &name) {
  Path path = split(name);
  path.pop_back();
  if (!path.empty())
    paths[reg].push_back(std::move(path));
}

RegisterPaths::RegisterPaths(const Program &program, const TemplateT &graph)
    : paths(graph.registers.size()) {
  const EntryT &entry = *program.plan.entries[graph.entry];
  for (size_t r = 0; r < graph.registers.size(); ++r) {
    const RegisterT &reg = *graph.registers[r];
    if (reg.space == Space::state)
      add(r, program.plan.states[reg.index]->name);
    else if (reg.space == Space::input)
      add(r, entry.inputs[reg.index]->name);
    else if (reg.alias_of >= 0)
      paths[r] = paths[reg.alias_of];
  }
  // A value that moves keeps its name; tasks stand in program order.
  for (const auto &task : graph.tasks)
    if (task->kind != TaskKind::compute)
      for (uint32_t output : task->outputs)
        for (uint32_t input : task->inputs)
          paths[output].insert(paths[output].end(), paths[input].begin(),
                               paths[input].end());
}

std::vector<Path> RegisterPaths::getPaths(const TaskT &task) const {
  std::vector<Path> all;
  for (const std::vector<uint32_t> *list : {&task.inputs, &task.outputs})
    for (uint32_t reg : *list)
      all.insert(all.end(), paths[reg].begin(), paths[reg].end());
  return all;
}

/// Gives unnamed tasks that move values the layer of the task that made what
/// they move, or else of the first reader.
static void nameMoves(const TemplateT &graph,
                      std::vector<std::string> &layers) {
  TaskGraph links(graph);
  for (size_t t = 0; t < layers.size(); ++t) {
    const TaskT &task = *graph.tasks[t];
    if (task.kind == TaskKind::compute)
      continue;
    for (uint32_t input : task.inputs)
      if (int32_t maker = links.producer[links.root[input]];
          maker >= 0 && layers[t].empty())
        layers[t] = layers[maker];
    for (uint32_t output : task.outputs)
      for (uint32_t reader : links.consumers[links.root[output]])
        if (layers[t].empty())
          layers[t] = layers[reader];
  }
}

/// Gives unnamed tasks between two of one layer and phase that layer.
static void fillGaps(const Program &program, uint32_t templateIndex,
                     std::vector<std::string> &layers) {
  auto getPhases = [&](size_t task) {
    return namePhases(program, templateIndex, task);
  };
  size_t last = layers.size();
  for (size_t t = 0; t < layers.size(); ++t) {
    if (layers[t].empty())
      continue;
    if (last < t && layers[last] == layers[t] &&
        getPhases(last) == getPhases(t))
      std::fill(layers.begin() + last, layers.begin() + t, layers[t]);
    last = t;
  }
}

std::vector<std::string> sbp::nameLayers(const Program &program,
                                         uint32_t templateIndex) {
  const TemplateT &graph = *program.plan.templates[templateIndex];
  RegisterPaths paths(program, graph);
  std::vector<std::string> layers;
  for (const auto &task : graph.tasks)
    layers.push_back(describe(paths.getPaths(*task)));
  if (templateIndex < program.debug.templates.size()) {
    const std::vector<int32_t> &calls =
        program.debug.templates[templateIndex]->layers;
    for (size_t t = 0; t < std::min(layers.size(), calls.size()); ++t)
      if (layers[t].empty() && calls[t] >= 0)
        layers[t] = "layer " + std::to_string(calls[t]);
  }
  nameMoves(graph, layers);
  fillGaps(program, templateIndex, layers);
  return layers;
}

std::string sbp::namePhases(const Program &program, uint32_t templateIndex,
                            uint32_t task) {
  std::string text;
  if (templateIndex >= program.debug.templates.size())
    return text;
  const std::vector<uint8_t> &phases =
      program.debug.templates[templateIndex]->phases;
  if (task >= phases.size())
    return text;
  for (auto [phase, name] : {std::pair(Phase::forward, "forward"),
                             {Phase::backward, "backward"},
                             {Phase::optimizer_step, "optimizer step"}})
    if (phases[task] >> static_cast<int>(phase) & 1)
      text += (text.empty() ? "" : ",") + std::string(name);
  return text;
}
