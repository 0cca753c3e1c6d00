// Topology.cpp: predicted times of steps
//
// The alpha-beta model (Hockney 1994): a message of n bytes takes
// latency + n / bandwidth. Ring algorithms take p - 1 rounds (all_reduce twice
// as many), trees log2 p; see Thakur, Rabenseifner, Gropp (2005).

#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;

namespace sbp {

StringRef getLinkClassName(LinkClass link) {
  static constexpr const char *names[] = {"same_device", "same_host",
                                          "network"};
  return names[static_cast<unsigned>(link)];
}

LinkClass Topology::classify(int64_t a, int64_t b) const {
  if (locations[a].host != locations[b].host)
    return LinkClass::Network;
  return locations[a].device == locations[b].device ? LinkClass::SameDevice
                                                    : LinkClass::SameHost;
}

std::pair<double, LinkClass> Topology::findSlowest(ArrayRef<int64_t> ranks,
                                                   double messages,
                                                   double bytes) const {
  SmallVector<int64_t> nearest(ranks);
  llvm::sort(nearest, [&](int64_t a, int64_t b) {
    return std::pair(locations[a].host, locations[a].device) <
           std::pair(locations[b].host, locations[b].device);
  });
  // Sorted by location, every class of link between two of them also occurs
  // between neighbours.
  std::array<bool, kNumLinkClasses> seen = {};
  for (size_t i = 1; i < nearest.size(); ++i)
    seen[static_cast<unsigned>(classify(nearest[i - 1], nearest[i]))] = true;
  std::pair<double, LinkClass> slowest = {0, LinkClass::SameDevice};
  for (auto [i, isSeen] : llvm::enumerate(seen))
    if (isSeen)
      slowest = std::max(slowest, {links[i]->getSeconds(messages, bytes),
                                   static_cast<LinkClass>(i)});
  return slowest;
}

double Topology::getSlowestSeconds(ArrayRef<int64_t> ranks, double messages,
                                   double bytes) const {
  return findSlowest(ranks, messages, bytes).first;
}

/// Returns the number of messages that a member receives one after the other.
static int64_t getRounds(BoxingStepKind kind, int64_t members) {
  switch (kind) {
  case BoxingStepKind::AllReduce:
    return 2 * (members - 1);
  case BoxingStepKind::Broadcast:
  case BoxingStepKind::Reduce:
    return Log2_64_Ceil(members);
  default:
    return members - 1;
  }
}

std::pair<double, LinkClass>
Topology::findGroupSeconds(const BoxingStep &step, ArrayRef<int64_t> group,
                           double elementBytes) const {
  if (group.size() < 2)
    return {0, LinkClass::SameDevice};
  int64_t received = 0;
  for (int64_t rank : group)
    received = std::max(received, step.received[rank]);
  // A reduce is a tree: a member receives at most one message per round.
  if (step.kind == BoxingStepKind::Reduce)
    received = received / (static_cast<int64_t>(group.size()) - 1) *
               getRounds(step.kind, group.size());
  return findSlowest(group, getRounds(step.kind, group.size()),
                     static_cast<double>(received) * elementBytes);
}

double Topology::getExchangeSeconds(const BoxingStep &step,
                                    ArrayRef<int64_t> shape,
                                    double elementBytes) const {
  // Links are full duplex: sending and receiving proceed at the same time.
  SmallVector<double> sent(step.received.size(), 0),
      received(step.received.size(), 0);
  for (const BoxingMessage &message : getMessages(step, shape)) {
    double seconds = getLink(classify(message.from, message.to))
                         .getSeconds(1, static_cast<double>(message.elements) *
                                            elementBytes);
    sent[message.from] += seconds;
    received[message.to] += seconds;
  }
  double longest = 0;
  for (auto [out, in] : llvm::zip_equal(sent, received))
    longest = std::max({longest, out, in});
  return longest;
}

double Topology::getSeconds(const BoxingStep &step, ArrayRef<int64_t> shape,
                            double elementBytes) const {
  if (step.kind == BoxingStepKind::Exchange)
    return getExchangeSeconds(step, shape, elementBytes);
  double longest = 0;
  for (const auto &group : step.groups)
    longest =
        std::max(longest, findGroupSeconds(step, group, elementBytes).first);
  return longest;
}

static double getSum(const LinkSeconds &seconds) {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

LinkSeconds Topology::getSecondsByLink(const BoxingStep &step,
                                       ArrayRef<int64_t> shape,
                                       double elementBytes) const {
  LinkSeconds longest = {};
  auto consider = [&](const LinkSeconds &seconds) {
    if (getSum(seconds) > getSum(longest))
      longest = seconds;
  };
  for (const auto &group : step.groups) {
    auto [seconds, link] = findGroupSeconds(step, group, elementBytes);
    LinkSeconds ofGroup = {};
    ofGroup[static_cast<unsigned>(link)] = seconds;
    consider(ofGroup);
  }
  if (step.kind != BoxingStepKind::Exchange)
    return longest;
  SmallVector<LinkSeconds> sent(step.received.size(), LinkSeconds{}),
      received = sent;
  for (const BoxingMessage &message : getMessages(step, shape)) {
    LinkClass link = classify(message.from, message.to);
    double seconds = getLink(link).getSeconds(
        1, static_cast<double>(message.elements) * elementBytes);
    sent[message.from][static_cast<unsigned>(link)] += seconds;
    received[message.to][static_cast<unsigned>(link)] += seconds;
  }
  llvm::for_each(sent, consider);
  llvm::for_each(received, consider);
  return longest;
}

double Topology::getSeconds(ArrayRef<BoxingStep> steps, ArrayRef<int64_t> shape,
                            double elementBytes) const {
  double sum = 0;
  for (const BoxingStep &step : steps)
    sum += getSeconds(step, shape, elementBytes);
  return sum;
}

} // namespace sbp
