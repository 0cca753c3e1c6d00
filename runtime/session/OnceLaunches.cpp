// OnceLaunches.cpp: launches that run once, and again after their inputs
// changed
#include "OnceLaunches.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

Status OnceLaunches::add(uint32_t rank, uint32_t templateIndex, uint32_t number,
                         Device &device, KernelHandle kernel,
                         const KernelSignatureT &signature,
                         const KernelOperands &operands) {
  const TemplateT &graph = *program.plan.templates[templateIndex];
  const TaskT &task = *graph.tasks[number];
  const auto &all = signature.launches;
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (!all[i]->once)
      continue;
    Launch launch{rank, templateIndex, number, {}, nullptr};
    auto addSource = [&](const LaunchArgument &address) {
      if (address.kind() != ArgumentKind::input)
        return;
      const RegisterT &reg = *graph.registers[task.inputs[address.index()]];
      launch.sources.insert({reg.space, uint32_t(reg.index)});
    };
    for (const LaunchArgument &argument : all[i]->arguments)
      addSource(argument);
    for (const auto &map : all[i]->tensor_maps)
      addSource(*map->address);
    KernelOperands own = operands;
    own.onceLaunch = i;
    SBP_ASSIGN_OR_RETURN(launch.kernel, device.bind(kernel, std::move(own)));
    launches.push_back(std::move(launch));
  }
  return {};
}

void OnceLaunches::note(const Source &source) {
  for (Launch &launch : launches)
    launch.isDue |= launch.sources.count(source) != 0;
}

Status OnceLaunches::issue(const QueueOf &queueOf) {
  for (Launch &launch : launches) {
    if (!launch.isDue)
      continue;
    Status status =
        queueOf(launch.rank, launch.task).issue(*launch.kernel, /*firing=*/0);
    if (status.failed())
      return Status(status.code(),
                    textOf("rank ", launch.rank, ", packing for ",
                           program.nameTask(launch.templateIndex, launch.task),
                           ": ", status.message()));
    launch.isDue = false;
  }
  return {};
}
