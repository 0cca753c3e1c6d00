// Digest.cpp: hashes of offsets and seals
//
// The only user of xxHash. Compiler and loader compute these digests from the
// same lists of numbers, which are written out here.
#include "Artifact.h"
#include "Layout.h"
#include <algorithm>
#define XXH_STATIC_LINKING_ONLY
#include <xxhash.h>

using namespace sbp;
using namespace sbp::artifact;

Hash artifact::hashBytes(const void *data, size_t size) {
  XXH128_hash_t hash = XXH3_128bits(data, size);
  return {hash.low64, hash.high64};
}

template <typename List>
static void append(std::vector<int64_t> &numbers, const List &list) {
  numbers.push_back(list.size());
  numbers.insert(numbers.end(), list.begin(), list.end());
}

plan::Digest artifact::digest(const plan::PlanT &plan,
                              const plan::OffsetT &offset) {
  const plan::DistributionT &distribution =
      *plan.distributions[offset.distribution];
  const plan::PlacementT &placement = *plan.placements[distribution.placement];
  std::vector<int64_t> numbers = {offset.dim};
  append(numbers, offset.shape);
  append(numbers, placement.axis_sizes);
  append(numbers, placement.ranks);
  append(numbers, distribution.order);
  for (const plan::Component &component : distribution.components) {
    bool splits = component.kind() == plan::ComponentKind::split;
    numbers.push_back(int64_t(component.kind()));
    numbers.push_back(splits ? component.dim() : -1);
  }
  for (const plan::Windows &windows : distribution.windows)
    for (int64_t number : {int64_t(windows.dim()), windows.count(),
                           windows.size(), windows.step(), windows.first()})
      numbers.push_back(number);
  Hash hash = hashBytes(numbers.data(), numbers.size() * sizeof(int64_t));
  return plan::Digest(hash.low, hash.high);
}

bool artifact::contains(const std::vector<plan::Digest> &digests,
                        plan::Digest digest) {
  return std::any_of(digests.begin(), digests.end(), [&](plan::Digest other) {
    return other.low() == digest.low() && other.high() == digest.high();
  });
}

Hash artifact::makeSeal(const FixedHeader &header, const std::string &strings,
                        const Hash (&hashes)[3]) {
  std::string text;
  auto add = [&](const auto &value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  add(header.major);
  add(header.minor);
  add(header.serviceTableVersion);
  add(header.stringSizes);
  text += strings;
  add(hashes);
  return hashBytes(text.data(), text.size());
}
