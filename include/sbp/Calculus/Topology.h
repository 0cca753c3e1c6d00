// Topology.h: the links between ranks
//
// The contents of a `--topology` file (docs/HowTo/DescribeTheLinks.md). A link
// has a latency and a bandwidth (the alpha-beta model); its class follows from
// the locations of its ends: the same device, the same host, or neither.
#ifndef SBP_CALCULUS_TOPOLOGY_H
#define SBP_CALCULUS_TOPOLOGY_H

#include "sbp/Calculus/BoxingPlan.h"
#include "llvm/Support/Error.h"
#include <array>

namespace sbp {

/// The classes of links, from near to far.
enum class LinkClass : uint8_t { SameDevice, SameHost, Network };
/// Returns "same_device", "same_host" or "network".
llvm::StringRef getLinkClassName(LinkClass link);

/// Latency, in seconds per message, and bandwidth, in bytes per second, of one
/// class of links.
struct Link {
  double latencySeconds = 0;
  double bytesPerSecond = 0;
  /// Returns the seconds of sequential messages with `bytes` bytes in total.
  double getSeconds(double messages, double bytes) const {
    return messages * latencySeconds + bytes / bytesPerSecond;
  }
};

inline constexpr size_t kNumLinkClasses = 3;
/// Seconds indexed by LinkClass.
using LinkSeconds = std::array<double, kNumLinkClasses>;

/// Locations of ranks and the links between them. Immutable, and so safe to
/// read from several threads. Every class of links that occurs between two of
/// its ranks has a link.
class Topology {
public:
  /// Parses the JSON text of a topology file, to which the result does not
  /// refer. An error begins with the path of the wrong entry, or is that of
  /// parseJson if the text is no JSON.
  static llvm::Expected<Topology> parse(llvm::StringRef text);

  /// Returns true if the file lists `rank`; false for every other number. All
  /// other functions take only ranks that it lists.
  bool hasRank(int64_t rank) const {
    return rank >= 0 && rank < static_cast<int64_t>(locations.size()) &&
           locations[rank].device >= 0;
  }
  /// Returns the class of the link between two different ranks.
  LinkClass classify(int64_t a, int64_t b) const;
  /// Returns the seconds of `messages` sequential messages with `bytes` bytes
  /// in total over the slowest link between two of `ranks`; zero for fewer than
  /// two ranks.
  double getSlowestSeconds(llvm::ArrayRef<int64_t> ranks, double messages,
                           double bytes) const;
  /// Returns the link of a class that the file must describe; it lives as long
  /// as the topology.
  const Link &getLink(LinkClass link) const {
    return *links[static_cast<unsigned>(link)];
  }
  /// Returns the link of a class, or null if the file does not describe it.
  const Link *findLink(LinkClass link) const {
    const auto &found = links[static_cast<unsigned>(link)];
    return found ? &*found : nullptr;
  }

  /// Returns the seconds of a step; zero for a local one. Groups run in
  /// parallel. In each group the slowest link between two members carries the
  /// bytes of the member that receives most, in the rounds of a ring (of a tree
  /// for broadcast and reduce). An exchange takes as long as the rank with the
  /// longest sum of messages sent or received.
  double getSeconds(const BoxingStep &step, llvm::ArrayRef<int64_t> shape,
                    double elementBytes) const;
  /// Returns the sum of the seconds of `steps`, which run one after the other.
  double getSeconds(llvm::ArrayRef<BoxingStep> steps,
                    llvm::ArrayRef<int64_t> shape, double elementBytes) const;
  /// Returns the seconds of a step by class of links: those of its slowest
  /// group, all on its slowest class, or of the slowest rank of an exchange.
  LinkSeconds getSecondsByLink(const BoxingStep &step,
                               llvm::ArrayRef<int64_t> shape,
                               double elementBytes) const;

private:
  friend class TopologyReader;
  /// Device and host numbers in the order of the file; -1 without a device.
  struct Location {
    int64_t device = -1, host = -1;
  };
  /// Returns the time over the slowest link between two of `ranks`, and its
  /// class.
  std::pair<double, LinkClass> findSlowest(llvm::ArrayRef<int64_t> ranks,
                                           double messages, double bytes) const;
  std::pair<double, LinkClass> findGroupSeconds(const BoxingStep &step,
                                                llvm::ArrayRef<int64_t> group,
                                                double elementBytes) const;
  double getExchangeSeconds(const BoxingStep &step,
                            llvm::ArrayRef<int64_t> shape,
                            double elementBytes) const;

  std::array<std::optional<Link>, kNumLinkClasses> links;
  llvm::SmallVector<Location> locations; ///< indexed by world rank
};

} // namespace sbp

#endif // SBP_CALCULUS_TOPOLOGY_H
