// Fetcher.cpp: writes results and states to files
//
// A result of all steps goes to one of three places: the checkpoint's folder,
// where each process writes its boxes as steps end; a file that all processes
// write parts of; or, in a run of one process without a checkpoint, memory
// until the end.
#include "Fetcher.h"
#include "Errno.h"
#include "Outputs.h"
#include "Safetensors.h"
#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

Status Fetcher::begin(int64_t firstStep) {
  const EntryT &e = *session.getPlan().entries[entry];
  for (const NamedValue &output : options.outputs) {
    auto found =
        std::find_if(e.outputs.begin(), e.outputs.end(), [&](auto &port) {
          return port->name == output.name && !port->boundary;
        });
    if (found == e.outputs.end()) {
      std::string names;
      for (const auto &port : e.outputs)
        if (!port->boundary)
          names += (names.empty() ? "" : ", ") + port->name;
      return userError(
          "--output ", output.name, ": entry '", e.name,
          "' has no such result; it has: ", names.empty() ? "none" : names);
    }
    // "x.npy:al" is a typing error for ":all", not a file of that name.
    std::string path = getFile(output);
    if (size_t colon = path.rfind(".npy:"); colon != path.npos)
      return userError("--output ", output.name, ": '", path.substr(colon + 5),
                       "' behind the file is not understood; expected "
                       "NAME=@FILE.npy or NAME=@FILE.npy:all");
    targets.push_back({uint32_t(found - e.outputs.begin()), path,
                       isOfAllSteps(output), "", nullptr, nullptr});
  }
  if (!options.checkpoint.empty())
    SBP_RETURN_IF_FAILED(openSteps(firstStep));
  return processes.isDistributed() ? openParts() : Status();
}

Status Fetcher::endStep(int64_t step) {
  for (Target &target : targets) {
    if (!target.all)
      continue;
    if (target.steps) {
      uint64_t bytes = countBytes(getPort(target));
      SBP_RETURN_IF_FAILED(writePieces(target, *target.steps, step * bytes));
      continue;
    }
    if (target.parts) {
      SBP_RETURN_IF_FAILED(writeParts(target, step));
      continue;
    }
    Tensor tensor;
    SBP_RETURN_IF_FAILED(fetchOutput(session, entry, target.port, tensor));
    target.stacked.append(tensor.data, tensor.bytes());
  }
  return {};
}

/// All files get their names in a later commit, so a full disk leaves none of
/// them half written.
Status Fetcher::write(OutputFiles &files) {
  for (Target &target : targets) {
    if (target.steps) {
      SBP_RETURN_IF_FAILED(writeSteps(target, files));
      continue;
    }
    if (target.parts) {
      if (!target.all)
        SBP_RETURN_IF_FAILED(writeParts(target, 0));
      SBP_RETURN_IF_FAILED(target.parts->close());
      continue;
    }
    Tensor tensor;
    SBP_RETURN_IF_FAILED(fetchOutput(session, entry, target.port, tensor));
    if (target.all) {
      Shape shape = tensor.shape;
      shape.insert(shape.begin(), options.steps);
      SBP_RETURN_IF_FAILED(files.write(
          target.path, formatNpy(tensor.dtype, shape, target.stacked.data())));
      continue;
    }
    SBP_RETURN_IF_FAILED(files.write(
        target.path, formatNpy(tensor.dtype, tensor.shape, tensor.data)));
  }
  if (!options.outputShards.empty())
    SBP_RETURN_IF_FAILED(writeShards(files));
  if (options.saveState.empty())
    return {};
  return states ? writeStateParts() : writeStates(files);
}

/// Returns all that a reader needs to assemble the shards of a result without
/// this program: components, order of axes and the ranks of the placement.
static nlohmann::ordered_json describeDistribution(const PlanT &plan,
                                                   const PortT &port) {
  static const char *kinds[] = {"S", "B", "P"};
  const DistributionT &distribution = *plan.distributions[port.distribution];
  const PlacementT &placement = *plan.placements[distribution.placement];
  nlohmann::ordered_json json;
  json["dtype"] = artifact::getName(port.dtype);
  json["shape"] = port.shape;
  json["distribution"] = distribution.text;
  json["placement"] = {{"name", placement.name},
                       {"axes", placement.axis_names},
                       {"sizes", placement.axis_sizes},
                       {"ranks", placement.ranks}};
  json["components"] = nlohmann::ordered_json::array();
  for (const Component &component : distribution.components) {
    nlohmann::ordered_json item = {{"kind", kinds[size_t(component.kind())]}};
    if (component.kind() == ComponentKind::split)
      item["dim"] = component.dim();
    if (component.kind() == ComponentKind::partial)
      item["combiner"] = EnumNameCombiner(component.combiner());
    json["components"].push_back(item);
  }
  json["order"] = distribution.order;
  return json;
}

Status Fetcher::writeShards(OutputFiles &files) {
  const PlanT &plan = session.getPlan();
  const EntryT &e = *plan.entries[entry];
  if (mkdir(options.outputShards.c_str(), 0777) != 0 && errno != EEXIST)
    return userError("cannot make ", options.outputShards, ": ",
                     describeError(errno));
  nlohmann::ordered_json outputs = nlohmann::ordered_json::object();
  for (uint32_t p = 0; p < e.outputs.size(); ++p) {
    const PortT &port = *e.outputs[p];
    if (port.boundary)
      continue;
    if (port.name.find('/') != port.name.npos)
      return userError("result '", port.name,
                       "' cannot name a file of --output-shards");
    nlohmann::ordered_json json = describeDistribution(plan, port);
    json["pieces"] = nlohmann::ordered_json::array();
    for (uint32_t rank = 0; rank < plan.ranks; ++rank) {
      std::optional<PlanBox> box = session.getPortBox(entry, port, rank);
      if (!box)
        continue;
      std::string file = textOf(port.name, ".rank", rank, ".npy"), bytes;
      json["pieces"].push_back({{"rank", rank},
                                {"file", file},
                                {"begin", box->begin},
                                {"end", box->end}});
      // Every process lists all pieces, since the first one writes the list,
      // but writes only the files of its own ranks.
      if (!session.getWorld().owns(rank))
        continue;
      SBP_RETURN_IF_FAILED(session.getOutputPiece(entry, p, rank, bytes));
      SBP_RETURN_IF_FAILED(
          files.write(options.outputShards + "/" + file,
                      formatNpy(port.dtype, box->shape(), bytes.data())));
    }
    outputs[port.name] = json;
  }
  nlohmann::ordered_json document = {{"format", 1},
                                     {"entry", e.name},
                                     {"ranks", plan.ranks},
                                     {"outputs", outputs}};
  if (!processes.isFirst())
    return {};
  return files.write(
      options.outputShards + "/distributions.json",
      document.dump(2, ' ', /*ensure_ascii=*/false,
                    nlohmann::ordered_json::error_handler_t::replace) +
          "\n");
}

Status Fetcher::writeStates(OutputFiles &files) {
  const PlanT &plan = session.getPlan();
  std::map<std::string, Tensor> tensors;
  for (uint32_t s = 0; s < plan.states.size(); ++s) {
    const StateT &state = *plan.states[s];
    if (state.role != EntryRole::model)
      continue;
    // States of entries that did not run are saved with their first values.
    if (!session.isInitialised(s))
      SBP_RETURN_IF_FAILED(session.initialiseState(s));
    char *data;
    Tensor tensor = makeTensor(state.dtype, state.shape, data);
    SBP_RETURN_IF_FAILED(session.getState(s, data));
    tensors[state.name] = tensor;
  }
  return files.write(options.saveState, formatSafetensors(tensors));
}
