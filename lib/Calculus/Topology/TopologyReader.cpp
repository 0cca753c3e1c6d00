// TopologyReader.cpp: reads a topology file
//
// A recursive-descent reader over parsed JSON that carries the path of the
// current entry for messages. Example input, two hosts with one GPU each:
//   {"format": 1,
//    "links": {"network": {"latency_seconds": 1e-5, "bytes_per_second": 1e10}},
//    "hosts": [{"devices": [{"ranks": [0]}]}, {"devices": [{"ranks": [1]}]}]}
// Output: ranks 0 and 1 at (device 0, host 0) and (device 1, host 1). A wrong
// entry: "hosts[1].devices[0].ranks[0]: rank 0 is already listed at ...".

#include "sbp/Calculus/JsonText.h"
#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>

using namespace llvm;

namespace sbp {

/// Reads and checks every entry; stops at the first wrong one.
class TopologyReader {
public:
  Expected<Topology> read(StringRef text);

private:
  bool readTop(const json::Value &value);
  bool readLinks(const json::Value &value);
  bool readLink(StringRef name, const json::Value &value);
  bool readHosts(const json::Value &value);
  bool readHost(const std::string &path, const json::Value &value);
  bool readDevice(const std::string &path, const json::Value &value);
  bool readRank(const std::string &path, const json::Value &value);
  bool readNumber(const std::string &path, const json::Value &value,
                  bool mayBeZero, double &number);
  bool checkLinks();
  const json::Object *getObject(const std::string &path,
                                const json::Value &value,
                                ArrayRef<StringRef> keys, size_t required);
  const json::Array *getList(const std::string &path, const json::Value &value);
  bool fail(const Twine &path, const Twine &text) {
    error = (path + ": " + text).str();
    return false;
  }

  Topology topology;
  std::string error;
  StringSet<> hostNames;
  SmallVector<std::string> rankPaths;
  int64_t devices = 0;
};

/// Returns the object at `path`. Null, with an error, if it has other keys than
/// `keys` or lacks one of the first `required`.
const json::Object *TopologyReader::getObject(const std::string &path,
                                              const json::Value &value,
                                              ArrayRef<StringRef> keys,
                                              size_t required) {
  const json::Object *object = value.getAsObject();
  if (!object) {
    fail(path, "expected an object with " + llvm::join(keys, ", ") +
                   ", found " + showJson(value));
    return nullptr;
  }
  for (const auto &entry : *object)
    if (!llvm::is_contained(keys, StringRef(entry.first))) {
      fail(path, "unknown key '" + StringRef(entry.first) + "', expected " +
                     llvm::join(keys, ", "));
      return nullptr;
    }
  for (StringRef key : keys.take_front(required))
    if (!object->get(key)) {
      fail(path, "'" + key + "' is missing");
      return nullptr;
    }
  return object;
}

const json::Array *TopologyReader::getList(const std::string &path,
                                           const json::Value &value) {
  const json::Array *array = value.getAsArray();
  if (!array || array->empty()) {
    fail(path, "expected a list that is not empty, found " + showJson(value));
    return nullptr;
  }
  return array;
}

bool TopologyReader::readNumber(const std::string &path,
                                const json::Value &value, bool mayBeZero,
                                double &number) {
  std::optional<double> found = value.getAsNumber();
  if (!found || !std::isfinite(*found) || *found < 0 ||
      (!mayBeZero && *found == 0))
    return fail(path, Twine("expected a number ") +
                          (mayBeZero ? "of at least" : "above") + " 0, found " +
                          showJson(value));
  // The limits keep sums of times exact enough to compare: no real link is
  // slower or faster.
  double least = mayBeZero ? 0 : 1, most = mayBeZero ? 1e6 : 1e18;
  if (*found < least || *found > most)
    return fail(path, "expected a number from " + Twine(mayBeZero ? "0" : "1") +
                          " to " + (mayBeZero ? "1e6" : "1e18") + ", found " +
                          showJson(value));
  number = *found;
  return true;
}

bool TopologyReader::readLink(StringRef name, const json::Value &value) {
  std::string path = ("links." + name).str();
  const json::Object *object =
      getObject(path, value, {"latency_seconds", "bytes_per_second"}, 2);
  Link link;
  if (!object ||
      !readNumber(path + ".latency_seconds", *object->get("latency_seconds"),
                  /*mayBeZero=*/true, link.latencySeconds) ||
      !readNumber(path + ".bytes_per_second", *object->get("bytes_per_second"),
                  /*mayBeZero=*/false, link.bytesPerSecond))
    return false;
  for (unsigned i = 0; i < topology.links.size(); ++i)
    if (name == getLinkClassName(LinkClass(i)))
      topology.links[i] = link;
  return true;
}

bool TopologyReader::readLinks(const json::Value &value) {
  const json::Object *object =
      getObject("links", value, {"same_device", "same_host", "network"}, 0);
  if (!object)
    return false;
  for (StringRef name : {"same_device", "same_host", "network"})
    if (const json::Value *link = object->get(name))
      if (!readLink(name, *link))
        return false;
  return true;
}

bool TopologyReader::readRank(const std::string &path,
                              const json::Value &value) {
  std::optional<int64_t> rank = value.getAsInteger();
  constexpr int64_t kMaxRanks = 1 << 20;
  if (!rank || *rank < 0 || *rank >= kMaxRanks)
    return fail(path, "expected a rank from 0 to " + Twine(kMaxRanks - 1) +
                          ", found " + showJson(value));
  if (*rank >= static_cast<int64_t>(rankPaths.size())) {
    rankPaths.resize(*rank + 1);
    topology.locations.resize(*rank + 1);
  }
  if (!rankPaths[*rank].empty())
    return fail(path, "rank " + Twine(*rank) + " is already listed at " +
                          rankPaths[*rank] + "; list each rank once");
  rankPaths[*rank] = path;
  topology.locations[*rank] = {devices,
                               static_cast<int64_t>(hostNames.size()) - 1};
  return true;
}

bool TopologyReader::readDevice(const std::string &path,
                                const json::Value &value) {
  const json::Object *object = getObject(path, value, {"ranks"}, 1);
  const json::Array *ranks =
      object ? getList(path + ".ranks", *object->get("ranks")) : nullptr;
  if (!ranks)
    return false;
  for (auto [index, rank] : llvm::enumerate(*ranks))
    if (!readRank(path + ".ranks[" + std::to_string(index) + "]", rank))
      return false;
  ++devices;
  return true;
}

bool TopologyReader::readHost(const std::string &path,
                              const json::Value &value) {
  const json::Object *object = getObject(path, value, {"devices", "name"}, 1);
  if (!object)
    return false;
  std::string name = path;
  if (const json::Value *given = object->get("name")) {
    std::optional<StringRef> text = given->getAsString();
    if (!text || text->empty())
      return fail(path + ".name", "expected a name, found " + showJson(*given));
    name = text->str();
  }
  if (!hostNames.insert(name).second)
    return fail(path, "host name '" + name + "' is used twice");
  const json::Array *list = getList(path + ".devices", *object->get("devices"));
  if (!list)
    return false;
  for (auto [index, device] : llvm::enumerate(*list))
    if (!readDevice(path + ".devices[" + std::to_string(index) + "]", device))
      return false;
  return true;
}

bool TopologyReader::readHosts(const json::Value &value) {
  const json::Array *list = getList("hosts", value);
  if (!list)
    return false;
  for (auto [index, host] : llvm::enumerate(*list))
    if (!readHost("hosts[" + std::to_string(index) + "]", host))
      return false;
  return true;
}

/// Checks that the file describes every class of link between two ranks.
bool TopologyReader::checkLinks() {
  std::array<std::optional<std::pair<size_t, size_t>>, 3> examples;
  std::optional<size_t> previous;
  // Sorted by device, ranks of one device and of one host are adjacent (the
  // file lists devices host by host), so neighbours show every class of link.
  SmallVector<size_t> ranks;
  for (size_t rank = 0; rank < rankPaths.size(); ++rank)
    if (!rankPaths[rank].empty())
      ranks.push_back(rank);
  llvm::stable_sort(ranks, [&](size_t a, size_t b) {
    return topology.locations[a].device < topology.locations[b].device;
  });
  for (size_t rank : ranks) {
    if (previous)
      examples[static_cast<unsigned>(topology.classify(*previous, rank))] = {
          *previous, rank};
    previous = rank;
  }
  for (unsigned i = 0; i < topology.links.size(); ++i)
    if (examples[i] && !topology.links[i])
      return fail("links", "'" + getLinkClassName(LinkClass(i)) +
                               "' is missing; it links ranks " +
                               Twine(examples[i]->first) + " and " +
                               Twine(examples[i]->second));
  return true;
}

bool TopologyReader::readTop(const json::Value &value) {
  const json::Object *object =
      getObject("topology", value, {"format", "links", "hosts"}, 3);
  if (!object)
    return false;
  if (object->get("format")->getAsInteger() != int64_t(1))
    return fail("format",
                "expected 1, found " + showJson(*object->get("format")));
  return readLinks(*object->get("links")) && readHosts(*object->get("hosts")) &&
         checkLinks();
}

Expected<Topology> TopologyReader::read(StringRef text) {
  Expected<json::Value> value = parseJson(text);
  if (!value)
    return value.takeError();
  if (!readTop(*value))
    return createStringError(error);
  return std::move(topology);
}

Expected<Topology> Topology::parse(StringRef text) {
  return TopologyReader().read(text);
}

} // namespace sbp
