// ContestInstance.cpp: problems of the ASPLOS/EuroSys 2025 IOPDDL contest

#include "sbp/Analysis/Selection/Solution/ContestInstance.h"
#include "sbp/Calculus/JsonText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;

namespace sbp {

namespace {

/// Reads one file; stops at the first wrong entry.
class ContestReader {
public:
  explicit ContestReader(ContestInstance &instance) : instance(instance) {}
  bool read(const json::Value &value);
  std::string error;

private:
  bool readNodes(const json::Object &problem);
  bool readEdges(const json::Object &problem);
  bool readNumbers(const Twine &path, const json::Value &value,
                   bool mayBeInfinite, Costs &numbers);
  /// Returns the list `key` of `object`; null, with the error set, if there is
  /// none.
  const json::Array *getList(StringRef where, const json::Object &object,
                             StringRef key);
  bool fail(const Twine &path, const Twine &text) {
    error = (path + ": " + text).str();
    return false;
  }

  ContestInstance &instance;
};

} // namespace

const json::Array *ContestReader::getList(StringRef where,
                                          const json::Object &object,
                                          StringRef key) {
  const json::Array *list = object.getArray(key);
  if (!list)
    fail(where + "." + key,
         "expected a list, found " +
             (object.get(key) ? showJson(*object.get(key)) : "nothing"));
  return list;
}

bool ContestReader::readNumbers(const Twine &path, const json::Value &value,
                                bool mayBeInfinite, Costs &numbers) {
  // The contest writes infinity as a number beyond any sum.
  constexpr double infinite = 1e16;
  const json::Array *array = value.getAsArray();
  if (!array || array->empty())
    return fail(path, "expected a list of numbers, found " + showJson(value));
  for (const json::Value &entry : *array) {
    std::optional<double> number = entry.getAsNumber();
    if (!number || *number < 0 || *number != std::floor(*number) ||
        (!mayBeInfinite && *number >= infinite))
      return fail(path, "expected whole numbers from 0 to 1e16, found " +
                            showJson(entry));
    numbers.push_back(*number >= infinite ? kInfiniteCost : *number);
  }
  return true;
}

bool ContestReader::readNodes(const json::Object &problem) {
  const json::Object *nodes = problem.getObject("nodes");
  if (!nodes)
    return fail("problem.nodes", "expected an object");
  const json::Array *lists[3];
  constexpr StringRef keys[] = {"costs", "usages", "intervals"};
  for (auto [list, key] : zip_equal(lists, keys))
    if (!(list = getList("problem.nodes", *nodes, key)))
      return false;
  auto [costs, usages, intervals] = lists;
  if (costs->size() != usages->size() || costs->size() != intervals->size())
    return fail("problem.nodes", "costs, usages and intervals have " +
                                     Twine(costs->size()) + ", " +
                                     Twine(usages->size()) + " and " +
                                     Twine(intervals->size()) + " entries");
  for (size_t i = 0; i < costs->size(); ++i) {
    std::string at = "[" + std::to_string(i) + "]";
    Costs cost, usage, interval;
    if (!readNumbers("problem.nodes.costs" + at, (*costs)[i],
                     /*mayBeInfinite=*/true, cost) ||
        !readNumbers("problem.nodes.usages" + at, (*usages)[i],
                     /*mayBeInfinite=*/false, usage))
      return false;
    if (usage.size() != cost.size())
      return fail("problem.nodes.usages" + at,
                  "expected " + Twine(cost.size()) +
                      " numbers, one per strategy, found " +
                      Twine(usage.size()));
    unsigned variable = instance.network.addVariable(cost.size());
    instance.network.addTerm({variable}, std::move(cost));
    const json::Array *range = (*intervals)[i].getAsArray();
    if (range && range->empty())
      continue; // an empty interval uses nothing
    if (!readNumbers("problem.nodes.intervals" + at, (*intervals)[i],
                     /*mayBeInfinite=*/false, interval))
      return false;
    if (interval.size() != 2 || interval[0] > interval[1] || interval[1] > 1e9)
      return fail("problem.nodes.intervals" + at,
                  "expected [begin, end], found " + showJson((*intervals)[i]));
    if (interval[0] < interval[1])
      instance.terms.add({variable}, {static_cast<unsigned>(usage.size())},
                         usage, interval[0], interval[1] - 1);
  }
  return true;
}

bool ContestReader::readEdges(const json::Object &problem) {
  const json::Object *edges = problem.getObject("edges");
  if (!edges)
    return fail("problem.edges", "expected an object");
  const json::Array *nodes = getList("problem.edges", *edges, "nodes");
  const json::Array *costs =
      nodes ? getList("problem.edges", *edges, "costs") : nullptr;
  if (!costs)
    return false;
  if (nodes->size() != costs->size())
    return fail("problem.edges", "nodes and costs have " +
                                     Twine(nodes->size()) + " and " +
                                     Twine(costs->size()) + " entries");
  CostNetwork &network = instance.network;
  for (size_t i = 0; i < nodes->size(); ++i) {
    std::string at = "[" + std::to_string(i) + "]";
    Costs ends, table;
    if (!readNumbers("problem.edges.nodes" + at, (*nodes)[i],
                     /*mayBeInfinite=*/false, ends) ||
        !readNumbers("problem.edges.costs" + at, (*costs)[i],
                     /*mayBeInfinite=*/true, table))
      return false;
    if (ends.size() != 2 || ends[0] == ends[1] ||
        std::max(ends[0], ends[1]) >= network.getNumVariables())
      return fail("problem.edges.nodes" + at,
                  "expected two different nodes from 0 to " +
                      Twine(network.getNumVariables() - 1) + ", found " +
                      showJson((*nodes)[i]));
    unsigned from = ends[0], to = ends[1];
    size_t expected = size_t(network.getDomain(from)) * network.getDomain(to);
    if (table.size() != expected)
      return fail("problem.edges.costs" + at,
                  "expected " + Twine(expected) +
                      " numbers, one per pair of strategies, found " +
                      Twine(table.size()));
    network.addTerm({from, to}, std::move(table));
  }
  return true;
}

bool ContestReader::read(const json::Value &value) {
  const json::Object *top = value.getAsObject();
  const json::Object *problem = top ? top->getObject("problem") : nullptr;
  if (!problem)
    return fail("problem", "expected an object");
  if (!readNodes(*problem) || !readEdges(*problem))
    return false;
  const json::Value *limit = problem->get("usage_limit");
  std::optional<double> number = limit ? limit->getAsNumber() : std::nullopt;
  if (limit && (!number || *number < 0))
    return fail("problem.usage_limit",
                "expected a number of at least 0, found " + showJson(*limit));
  if (number)
    instance.terms.setLimit(*number);
  instance.terms.dropDominated();
  return true;
}

Error ContestInstance::read(StringRef text) {
  Expected<json::Value> value = parseJson(text);
  if (!value)
    return value.takeError();
  ContestReader reader(*this);
  if (!reader.read(*value))
    return createStringError(reader.error);
  return Error::success();
}

} // namespace sbp
