// CodeVariants.cpp: code of one artifact for several architectures
#include "CodeVariants.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;

std::vector<uint32_t> Program::listVariants(uint32_t code) const {
  std::vector<uint32_t> variants = {code};
  for (uint32_t other = 0; other < plan.code.size(); ++other)
    if (plan.code[other]->variant_of == int32_t(code))
      variants.push_back(other);
  return variants;
}

Status sbp::verifyVariants(const Program &program) {
  const auto &all = program.plan.code;
  if (std::none_of(all.begin(), all.end(),
                   [](const auto &code) { return code->variant_of >= 0; }))
    return {};
  for (uint32_t index = 0; index < all.size(); ++index) {
    const CodeT &code = *all[index];
    const CodeInterfaceT &interface = program.interfaces[index];
    if (code.device == DeviceKind::host)
      continue;
    if (interface.architecture != code.architecture)
      return userError("plan: code ", index, " is for ", code.architecture,
                       " but its segment is for ",
                       interface.architecture.empty() ? "no architecture"
                                                      : interface.architecture,
                       ": code segments were exchanged");
    if (code.variant_of >= 0 &&
        interface.transfers != program.interfaces[code.variant_of].transfers)
      return userError("plan: code ", index,
                       " has other transfer functions than code ",
                       code.variant_of, ", of which it is a variant");
  }
  return {};
}
