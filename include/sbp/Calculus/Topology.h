// Topology.h: which ranks are how far from each other
//
// Read from the file of `--topology` (docs/HowTo/DescribeTheLinks.md). A link
// has a latency and a bandwidth; its class follows from where its two ends are:
// on one device, on one host, or neither.
#ifndef SBP_CALCULUS_TOPOLOGY_H
#define SBP_CALCULUS_TOPOLOGY_H

#include "sbp/Calculus/BoxingPlan.h"
#include "llvm/Support/Error.h"
#include <array>

namespace sbp {

enum class LinkClass : uint8_t { SameDevice, SameHost, Network };
/// "same_device", "same_host", "network".
llvm::StringRef getLinkClassName(LinkClass link);

struct Link {
  double latencySeconds = 0;
  double bytesPerSecond = 0;
  double getSeconds(double messages, double bytes) const {
    return messages * latencySeconds + bytes / bytesPerSecond;
  }
};

inline constexpr size_t numLinkClasses = 3;
/// Seconds per class of link.
using LinkSeconds = std::array<double, numLinkClasses>;

class Topology {
public:
  /// Reads the JSON text of a topology file. An error names the entry that is
  /// wrong, what was found and what is expected.
  static llvm::Expected<Topology> parse(llvm::StringRef text);

  bool hasRank(int64_t rank) const {
    return rank >= 0 && rank < static_cast<int64_t>(places.size()) &&
           places[rank].device >= 0;
  }
  /// Between two different ranks of the topology.
  LinkClass classify(int64_t a, int64_t b) const;
  /// What `messages` of `bytes` in all take over the slowest link between two
  /// of `ranks`.
  double getSlowestSeconds(llvm::ArrayRef<int64_t> ranks, double messages,
                           double bytes) const;
  const Link &getLink(LinkClass link) const {
    return *links[static_cast<unsigned>(link)];
  }
  /// Null where the file does not describe such links.
  const Link *findLink(LinkClass link) const {
    const auto &found = links[static_cast<unsigned>(link)];
    return found ? &*found : nullptr;
  }

  /// What a step takes: local ones nothing. Groups run beside each other; in
  /// each the slowest link between two members carries what a member receives,
  /// in the rounds of a ring (a tree for broadcast and reduce). An exchange
  /// takes as long as the rank that sends or receives for longest.
  double getSeconds(const BoxingStep &step, llvm::ArrayRef<int64_t> shape,
                    double elementBytes) const;
  double getSeconds(llvm::ArrayRef<BoxingStep> steps,
                    llvm::ArrayRef<int64_t> shape, double elementBytes) const;
  /// What a step takes, by the class of the links that the slowest group, or
  /// the rank that exchanges for longest, waits for.
  LinkSeconds getSecondsByLink(const BoxingStep &step,
                               llvm::ArrayRef<int64_t> shape,
                               double elementBytes) const;

private:
  friend class TopologyReader;
  /// Numbers in the order of the file; -1: the rank is on no device.
  struct Place {
    int64_t device = -1, host = -1;
  };
  /// Over the slowest link between two of `ranks`, and which that is.
  std::pair<double, LinkClass> findSlowest(llvm::ArrayRef<int64_t> ranks,
                                           double messages, double bytes) const;
  std::pair<double, LinkClass> findGroupSeconds(const BoxingStep &step,
                                                llvm::ArrayRef<int64_t> group,
                                                double elementBytes) const;
  double getExchangeSeconds(const BoxingStep &step,
                            llvm::ArrayRef<int64_t> shape,
                            double elementBytes) const;

  std::array<std::optional<Link>, numLinkClasses> links;
  llvm::SmallVector<Place> places; ///< by world rank
};

} // namespace sbp

#endif // SBP_CALCULUS_TOPOLOGY_H
