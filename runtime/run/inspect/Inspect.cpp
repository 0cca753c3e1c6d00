// Inspect.cpp: the listing of an artifact's contents, without running it
#include "Inspect.h"
#include "Session.h"
#include "Transfers.h"
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using Json = nlohmann::ordered_json;

static Json describePorts(const PlanT &plan,
                          const std::vector<std::unique_ptr<PortT>> &ports) {
  Json list = Json::array();
  for (const auto &port : ports) {
    if (port->boundary)
      continue;
    Json json = {
        {"name", port->name},
        {"type", toString(port->shape, port->dtype)},
        {"distribution", plan.distributions[port->distribution]->text}};
    if (port->state >= 0)
      json["state"] = plan.states[port->state]->name;
    list.push_back(json);
  }
  return list;
}

/// Counts the launches of a class of ranks in a step, in variant number
/// `variant` of the code of its kernels; none on the host.
static Json countLaunches(const Program &program, const TemplateT &graph,
                          size_t variant) {
  std::map<std::pair<size_t, std::string_view>, const KernelSignatureT *> known;
  for (size_t code = 0; code < program.interfaces.size(); ++code)
    for (const auto &signature : program.interfaces[code].kernels)
      known[{code, signature->symbol}] = signature.get();
  uint64_t launches = 0, serial = 0, elements = 0, once = 0;
  for (const auto &task : graph.tasks) {
    if (task->kind != TaskKind::compute)
      continue;
    const KernelT &kernel = *program.plan.kernels[task->kernel];
    uint32_t code = program.listVariants(kernel.code)[variant];
    for (const auto &launch : known.at({code, kernel.symbol})->launches) {
      if (launch->once) {
        ++once;
        continue;
      }
      launches += task->firings;
      serial += launch->serial_elements ? task->firings : 0;
      elements += launch->serial_elements * task->firings;
    }
  }
  return {{"per_step", launches},
          {"serial", serial},
          {"serial_elements", elements},
          {"once", once}};
}

/// Counts the launches of a class of ranks in a step, for each architecture
/// that has code.
static Json countLaunches(const Program &program, const TemplateT &graph) {
  Json all = Json::array();
  for (uint32_t first = 0; first < program.plan.code.size(); ++first) {
    const CodeT &code = *program.plan.code[first];
    if (code.device != graph.device || code.variant_of >= 0 ||
        code.alternative_of >= 0)
      continue;
    std::vector<uint32_t> variants = program.listVariants(first);
    for (size_t variant = 0; variant < variants.size(); ++variant) {
      all.push_back(countLaunches(program, graph, variant));
      all.back()["architecture"] =
          program.plan.code[variants[variant]]->architecture;
    }
  }
  return all;
}

static Json describeEntry(const Program &program, uint32_t index,
                          const std::vector<uint64_t> &movedBytes) {
  const PlanT &plan = program.plan;
  const EntryT &entry = *plan.entries[index];
  Json communications = Json::array(), templates = Json::array();
  for (uint32_t c = 0; c < plan.communications.size(); ++c) {
    const CommunicationT &communication = *plan.communications[c];
    if (communication.entry == index)
      communications.push_back(
          {{"name", program.nameCommunication(c)},
           {"type", toString(communication.global_shape, communication.dtype)},
           {"moved_bytes", movedBytes[c]},
           {"executions_per_step", communication.firings}});
  }
  for (uint32_t t = 0; t < plan.templates.size(); ++t) {
    const TemplateT &graph = *plan.templates[t];
    if (graph.entry != index)
      continue;
    std::vector<uint32_t> ranks;
    for (uint32_t rank = 0; rank < plan.ranks; ++rank)
      if (plan.bindings[rank]->entries[index]->template_index == int32_t(t))
        ranks.push_back(rank);
    templates.push_back({{"ranks", ranks},
                         {"device", EnumNameDeviceKind(graph.device)},
                         {"tasks", graph.tasks.size()},
                         {"registers", graph.registers.size()},
                         {"streams", graph.streams.size()},
                         {"arena_bytes", graph.arena_bytes},
                         {"arena_lower_bound_bytes", graph.arena_lower_bound},
                         {"persistent_bytes", graph.persistent_bytes}});
    if (graph.device == DeviceKind::host)
      continue;
    Json launches = countLaunches(program, graph);
    templates.back()["launches"] = launches.back();
    if (launches.size() > 1)
      templates.back()["launches_by_architecture"] = std::move(launches);
  }
  return {{"name", entry.name},
          {"role", EnumNameEntryRole(entry.role)},
          {"micro_batches", entry.micro_batches},
          {"inputs", describePorts(plan, entry.inputs)},
          {"outputs", describePorts(plan, entry.outputs)},
          {"classes", templates},
          {"communications", communications}};
}

static Json describe(const KernelLaunchT &launch) {
  Json json = {{"symbol", launch.symbol},
               {"family", launch.family},
               {"grid", launch.grid},
               {"block", launch.block},
               {"shared_bytes", launch.shared_bytes},
               {"arguments", launch.arguments.size()}};
  if (launch.once)
    json["once"] = true;
  if (launch.serial_elements)
    json["serial_elements"] = launch.serial_elements;
  if (launch.overlaps)
    json["overlaps"] = true;
  if (launch.registers) {
    json["registers"] = launch.registers;
    json["static_shared_bytes"] = launch.static_shared_bytes;
    json["barriers"] = launch.barriers;
  }
  return json;
}

/// Describes the kernels of code; those of the host are called, others
/// launched.
static Json describeCode(const artifact::View &view, const Program &program) {
  Json list = Json::array();
  for (size_t i = 0; i < program.plan.code.size(); ++i) {
    const CodeT &code = *program.plan.code[i];
    Json json = {{"device", EnumNameDeviceKind(code.device)},
                 {"format", EnumNameCodeFormat(code.format)},
                 {"bytes", view.code[i].size}};
    if (code.device != DeviceKind::host) {
      json["architecture"] = code.architecture;
      json["driver"] = code.driver;
    }
    if (code.alternative_of >= 0)
      json["alternative_of"] = code.alternative_of;
    if (code.variant_of >= 0)
      json["variant_of"] = code.variant_of;
    Json kernels = Json::array();
    for (const auto &signature : program.interfaces[i].kernels) {
      Json launches = Json::array();
      for (const auto &launch : signature->launches)
        launches.push_back(describe(*launch));
      kernels.push_back({{"symbol", signature->symbol},
                         {"scratch_bytes", signature->scratch_bytes}});
      if (code.device != DeviceKind::host)
        kernels.back()["launches"] = std::move(launches);
    }
    json["kernels"] = std::move(kernels);
    list.push_back(std::move(json));
  }
  return list;
}

static Json describe(const artifact::View &view, const Program &program) {
  const artifact::Header &header = program.header;
  uint64_t codeBytes = 0;
  for (const artifact::Bytes &code : view.code)
    codeBytes += code.size;
  Json states = Json::array(), entries = Json::array(),
       placements = Json::array();
  for (const auto &placement : program.plan.placements)
    placements.push_back({{"name", placement->name},
                          {"axes", placement->axis_names},
                          {"sizes", placement->axis_sizes},
                          {"ranks", placement->ranks}});
  for (const auto &state : program.plan.states)
    states.push_back({{"name", state->name},
                      {"role", EnumNameEntryRole(state->role)},
                      {"type", toString(state->shape, state->dtype)},
                      {"distribution",
                       program.plan.distributions[state->distribution]->text}});
  std::vector<uint64_t> movedBytes = countMovedBytes(program);
  for (uint32_t e = 0; e < program.plan.entries.size(); ++e)
    entries.push_back(describeEntry(program, e, movedBytes));
  return {{"format", textOf(header.major, ".", header.minor)},
          {"producer", header.producer},
          {"llvm", header.llvmVersion},
          {"target", header.targetTriple},
          {"cpu_features", header.cpuFeatures},
          {"service_table", header.serviceTableVersion},
          {"ranks", program.plan.ranks},
          {"code_bytes", codeBytes},
          {"constant_bytes", view.constants.size},
          {"kernels", program.plan.kernels.size()},
          {"code", describeCode(view, program)},
          {"placements", placements},
          {"states", states},
          {"entries", entries}};
}

static void printPorts(std::ostream &out, const char *title,
                       const Json &ports) {
  for (const Json &port : ports)
    out << "  " << title << " " << port["name"].get<std::string>() << ": "
        << port["type"].get<std::string>() << " "
        << port["distribution"].get<std::string>() << "\n";
}

static std::string join(const Json &extents) {
  std::string text;
  for (const Json &extent : extents)
    text += (text.empty() ? "" : "x") + extent.dump();
  return text;
}

/// All kernels that are launched; others are called.
static void printCode(std::ostream &out, const Json &code) {
  if (!code.contains("architecture"))
    return;
  out << code["device"].get<std::string>() << " code for "
      << code["architecture"].get<std::string>() << ": "
      << code["format"].get<std::string>() << " of " << code["bytes"]
      << " bytes\n";
  for (const Json &kernel : code["kernels"]) {
    out << "  kernel " << kernel["symbol"].get<std::string>() << ", "
        << kernel["scratch_bytes"] << " bytes of scratch\n";
    for (const Json &launch : kernel["launches"]) {
      out << "    " << launch["family"].get<std::string>() << " "
          << launch["symbol"].get<std::string>() << " <" << join(launch["grid"])
          << ", " << join(launch["block"]) << ">";
      if (launch.contains("registers"))
        out << ", " << launch["registers"] << " registers, "
            << launch["static_shared_bytes"] << " bytes shared";
      if (launch.contains("once"))
        out << ", once";
      if (launch.contains("serial_elements"))
        out << ", a single thread over " << launch["serial_elements"]
            << " elements";
      if (launch.contains("overlaps"))
        out << ", overlaps with the one in front";
      out << "\n";
    }
  }
}

static void printLaunches(std::ostream &out, const Json &launches) {
  out << launches["per_step"] << " launches a step";
  if (launches["serial"] != 0)
    out << ", " << launches["serial"] << " of a single thread over "
        << launches["serial_elements"] << " elements";
  if (launches["once"] != 0)
    out << ", " << launches["once"] << " launches once";
}

static void printClass(std::ostream &out, const Json &part) {
  out << "  class of " << part["ranks"].size() << " ranks: " << part["tasks"]
      << " tasks";
  if (part["streams"].get<size_t>() > 1)
    out << " on " << part["streams"] << " streams";
  out << ", arena " << part["arena_bytes"] << " bytes (lower bound "
      << part["arena_lower_bound_bytes"] << ")";
  if (part.contains("launches_by_architecture")) {
    for (const Json &launches : part["launches_by_architecture"]) {
      out << ", on " << launches["architecture"].get<std::string>() << " ";
      printLaunches(out, launches);
    }
  } else if (part.contains("launches")) {
    out << ", ";
    printLaunches(out, part["launches"]);
  }
  if (part["persistent_bytes"] != 0)
    out << " into " << part["persistent_bytes"] << " persistent bytes";
  out << "\n";
}

static void printText(std::ostream &out, const Json &json) {
  for (const char *key :
       {"format", "producer", "llvm", "target", "cpu_features"})
    out << key << ": " << json[key].get<std::string>() << "\n";
  for (const char *key : {"ranks", "code_bytes", "constant_bytes", "kernels"})
    out << key << ": " << json[key].get<uint64_t>() << "\n";
  for (const Json &code : json["code"])
    printCode(out, code);
  for (const Json &entry : json["entries"]) {
    out << entry["role"].get<std::string>() << " entry "
        << entry["name"].get<std::string>() << "\n";
    printPorts(out, "input", entry["inputs"]);
    printPorts(out, "output", entry["outputs"]);
    for (const Json &part : entry["classes"])
      printClass(out, part);
    for (const Json &item : entry["communications"])
      out << "  " << item["name"].get<std::string>() << ": "
          << item["type"].get<std::string>() << ", moves "
          << item["moved_bytes"] << " bytes\n";
  }
}

Status run::inspect(artifact::Bytes bytes, bool asJson, std::ostream &out) {
  artifact::View view;
  Program program;
  SBP_RETURN_IF_FAILED(loadProgram(bytes, view, program));
  Json json = describe(view, program);
  if (asJson)
    out << json.dump(2, ' ', /*ensure_ascii=*/false,
                     Json::error_handler_t::replace)
        << "\n";
  else
    printText(out, json);
  return {};
}
