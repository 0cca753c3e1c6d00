// Plans by time: topology files and their effect on plans
#include "NumericExecutor.h"
#include "sbp/Calculus/PlanTimes.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

static const char *const links = R"("links": {
  "same_device": {"latency_seconds": 0, "bytes_per_second": 1e12},
  "same_host": {"latency_seconds": 2e-6, "bytes_per_second": 2e11},
  "network": {"latency_seconds": 1e-5, "bytes_per_second": 1e10}})";

/// Hosts of `devices` ranks each, one rank to a device.
static std::string makeTopology(int64_t hosts, int64_t devices) {
  std::string text = std::string("{\"format\": 1, ") + links + ", \"hosts\": [";
  for (int64_t host = 0; host < hosts; ++host) {
    text += host ? ", {\"devices\": [" : "{\"devices\": [";
    for (int64_t i = 0; i < devices; ++i)
      text += std::string(i ? ", " : "") + "{\"ranks\": [" +
              std::to_string(host * devices + i) + "]}";
    text += "]}";
  }
  return text + "]}";
}

static std::string getError(const std::string &text) {
  Expected<Topology> topology = Topology::parse(text);
  return topology ? "none" : toString(topology.takeError());
}

TEST(TopologyTest, classesFollowFromDevicesAndHosts) {
  Topology topology = cantFail(Topology::parse(
      std::string("{\"format\": 1, ") + links +
      R"(, "hosts": [{"name": "a", "devices": [{"ranks": [3, 0]}, {"ranks": [5]}]},
                     {"devices": [{"ranks": [1]}]}]})"));
  EXPECT_EQ(topology.classify(0, 3), LinkClass::SameDevice);
  EXPECT_EQ(topology.classify(0, 5), LinkClass::SameHost);
  EXPECT_EQ(topology.classify(5, 1), LinkClass::Network);
  EXPECT_EQ(topology.getSlowestSeconds({3, 0, 5}, 1, 0), 2e-6);
  EXPECT_FALSE(topology.hasRank(2));
  EXPECT_FALSE(topology.hasRank(6));
}

TEST(TopologyTest, errorsNameTheEntry) {
  auto with = [](const std::string &linksText, const std::string &hosts) {
    return "{\"format\": 1, \"links\": {" + linksText +
           "}, \"hosts\": " + hosts + "}";
  };
  std::string good =
      R"("network": {"latency_seconds": 1e-5, "bytes_per_second": 1e10})";
  std::string twoHosts =
      R"([{"devices": [{"ranks": [0]}]}, {"devices": [{"ranks": [1]}]}])";
  EXPECT_EQ(getError(with(good, twoHosts)), "none");
  struct Case {
    std::string text, message;
  };
  std::vector<Case> cases = {
      {"[]",
       "topology: expected an object with format, links, hosts, found []"},
      {R"({"format": 1, "links": {}})", "topology: 'hosts' is missing"},
      {R"({"format": 2, "links": {}, "hosts": []})",
       "format: expected 1, found 2"},
      {with(R"("lan": {})", twoHosts),
       "links: unknown key 'lan', expected same_device, same_host, network"},
      {with(R"("network": {"latency_seconds": 1})", twoHosts),
       "links.network: 'bytes_per_second' is missing"},
      {with(R"("network": {"latency_seconds": -1, "bytes_per_second": 1})",
            twoHosts),
       "links.network.latency_seconds: expected a number of at least 0, found "
       "-1"},
      {with(R"("network": {"latency_seconds": 0, "bytes_per_second": 0})",
            twoHosts),
       "links.network.bytes_per_second: expected a number above 0, found 0"},
      {with(R"("network": {"latency_seconds": "1", "bytes_per_second": 1})",
            twoHosts),
       "links.network.latency_seconds: expected a number of at least 0, found "
       "\"1\""},
      {with(R"("network": {"latency_seconds": 0, "bytes_per_second": 1e-300})",
            twoHosts),
       "links.network.bytes_per_second: expected a number from 1 to 1e18, "
       "found 1e-300"},
      {with(R"("network": {"latency_seconds": 2e6, "bytes_per_second": 1})",
            twoHosts),
       "links.network.latency_seconds: expected a number from 0 to 1e6, found "
       "2000000"},
      {with("", twoHosts),
       "links: 'network' is missing; it links ranks 0 and 1"},
      {with(good, R"([{"devices": [{"ranks": [0]}, {"ranks": [1]}]}])"),
       "links: 'same_host' is missing; it links ranks 0 and 1"},
      {with(good, R"([{"devices": [{"ranks": [0, 1]}]}])"),
       "links: 'same_device' is missing; it links ranks 0 and 1"},
      {with(good, R"([{"devices": [{"ranks": [0]}]},
                      {"devices": [{"ranks": [0]}]}])"),
       "hosts[1].devices[0].ranks[0]: rank 0 is already listed at "
       "hosts[0].devices[0].ranks[0]; list each rank once"},
      {with(good, R"([{"devices": [{"ranks": [-1]}]}])"),
       "hosts[0].devices[0].ranks[0]: expected a rank from 0 to 1048575, found "
       "-1"},
      {with(good, R"([{"devices": [{"ranks": []}]}])"),
       "hosts[0].devices[0].ranks: expected a list that is not empty, found "
       "[]"},
      {with(good, R"([{"name": "a", "devices": [{"ranks": [0]}]},
                      {"name": "a", "devices": [{"ranks": [1]}]}])"),
       "hosts[1]: host name 'a' is used twice"},
      {with(good, R"([{"gpus": []}])"),
       "hosts[0]: unknown key 'gpus', expected devices, name"}};
  for (const Case &c : cases)
    EXPECT_EQ(getError(c.text), c.message) << c.text;
  EXPECT_NE(getError("{"), "none");
}

static std::string getKinds(const BoxingPlan &plan) {
  std::string text;
  for (const BoxingStep &step : plan.steps)
    text += (text.empty() ? "" : " ") + getBoxingStepKindName(step.kind).str();
  return text;
}

// Over the network each host sends its sum once, not once per device.
TEST(TopologyTest, anAllReduceOfTwoHostsIsHierarchical) {
  Topology topology = cantFail(Topology::parse(makeTopology(2, 4)));
  Placement placement = makePlacement({2, 4});
  Distribution from = makeDistribution({P, P}), to = makeDistribution({B, B});
  Shape shape = {1024, 1024};
  BoxingPlan plan =
      planBoxing(placement, from, placement, to, shape, 4, &topology);
  EXPECT_EQ(getKinds(plan), "reduce_scatter all_reduce all_gather");
  EXPECT_EQ(plan.steps[1].groups.front(), (SmallVector<int64_t>{0, 4}));
  EXPECT_EQ(plan.getTotalBytes(), plan.getBoundTotalBytes());
  EXPECT_EQ(getKinds(planBoxing(placement, from, placement, to, shape, 4)),
            "all_reduce");
  // Of a few bytes only the rounds count.
  EXPECT_LE(planBoxing(placement, from, placement, to, {2, 2}, 4, &topology)
                .seconds.value(),
            14e-5);
}

// A group is as slow as its slowest link, which need not be its longest.
TEST(TopologyTest, theSlowestLinkOfAGroupCounts) {
  std::string text = makeTopology(2, 2);
  text.replace(text.find("2e11"), 4, "1e08");
  Topology topology = cantFail(Topology::parse(text));
  EXPECT_DOUBLE_EQ(topology.getSlowestSeconds({0, 2}, 0, 1e10), 1);
  EXPECT_DOUBLE_EQ(topology.getSlowestSeconds({0, 2, 1}, 0, 1e10), 100);
}

// From one host to all devices of another: each piece crosses the network once.
TEST(TopologyTest, spreadingHappensBehindTheNetwork) {
  Topology topology = cantFail(Topology::parse(makeTopology(2, 4)));
  Placement left = makePlacement({4}), right = makePlacement({4}, 4);
  auto plan = [&](Component from, Component to) {
    BoxingPlan plan =
        planBoxing(left, makeDistribution({from}), right,
                   makeDistribution({to}), {1024, 1024}, 4, &topology);
    EXPECT_EQ(verifyPlan(plan, left, makeDistribution({from}), right,
                         makeDistribution({to}))
                  .value_or("right"),
              "right");
    return getKinds(plan);
  };
  EXPECT_EQ(plan(S(0), B), "exchange all_gather");
  EXPECT_EQ(plan(B, B), "slice exchange all_gather");
  EXPECT_EQ(plan(P, B), "reduce_scatter exchange all_gather");
  EXPECT_EQ(plan(S(0), S(1)), "exchange");
}

/// `ranks` ranks on random devices of random hosts.
static std::string makeRandomTopology(int64_t ranks, std::mt19937_64 &random) {
  std::vector<int64_t> numbers(ranks);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::shuffle(numbers.begin(), numbers.end(), random);
  std::string hosts;
  for (int64_t i = 0; i < ranks;) {
    hosts += hosts.empty() ? "{\"devices\": [" : ", {\"devices\": [";
    for (int64_t device = 0, count = 1 + random() % 3;
         device < count && i < ranks; ++device) {
      hosts += device ? ", {\"ranks\": [" : "{\"ranks\": [";
      hosts += std::to_string(numbers[i++]);
      if (i < ranks && random() % 2)
        hosts += ", " + std::to_string(numbers[i++]);
      hosts += "]}";
    }
    hosts += "]}";
  }
  return std::string("{\"format\": 1, ") + links + ", \"hosts\": [" + hosts +
         "]}";
}

// Whatever the machine and the placements: right, and not slower than what
// bytes choose, nor than a cut of the source or the target on the way.
TEST(TopologyTest, randomMachines) {
  std::mt19937_64 random(29);
  auto choose = [&](const std::vector<Distribution> &all) {
    return all[random() % all.size()];
  };
  for (int turn = 0; turn < (runsEverything() ? 3000 : 150); ++turn) {
    Topology topology =
        cantFail(Topology::parse(makeRandomTopology(8, random)));
    const std::vector<Shape> hierarchies = {{2}, {4}, {2, 2}, {2, 3}, {2, 4}};
    Placement source = makePlacement(hierarchies[random() % 5]);
    Placement target = makePlacement(hierarchies[random() % 5]);
    if (random() % 2)
      std::shuffle(target.ranks.begin(), target.ranks.end(), random);
    Shape shape = {int64_t(1 + random() % 2000), int64_t(1 + random() % 9)};
    Distribution from = choose(allDistributions(source.getNumAxes(), 2));
    Distribution to = choose(allDistributions(target.getNumAxes(), 2));
    BoxingPlan plan = planBoxing(source, from, target, to, shape, 4, &topology);
    std::string what = toString(from) + " to " + toString(to);
    EXPECT_EQ(verifyPlan(plan, source, from, target, to).value_or("right"),
              "right")
        << what;
    auto getSeconds = [&](const Placement &a, const Distribution &x,
                          const Placement &b, const Distribution &y) {
      return topology.getSeconds(planBoxing(a, x, b, y, shape, 4).steps, shape,
                                 4);
    };
    EXPECT_LE(*plan.seconds,
              getSeconds(source, from, target, to) * (1 + 1e-9) + 1e-8)
        << what;
    for (int64_t dim : {0, 1}) {
      Distribution cut = to;
      for (Component &component : cut.components)
        component = component.isBroadcast() ? S(dim) : component;
      cut.order.clear();
      if (!cut.hasPartial() && !from.hasPartial()) {
        EXPECT_LE(*plan.seconds, getSeconds(source, from, target, cut) +
                                     getSeconds(target, cut, target, to) + 1e-8)
            << what << " through " << toString(cut);
      }
    }
  }
}

TEST(TopologyTest, plansByTimeAreRightAndNeverSlowerThanPlansByBytes) {
  std::mt19937_64 random(11);
  for (auto [axes, hosts] : {std::pair(Shape{4}, 2),
                             {Shape{2, 2}, 2},
                             {Shape{2, 3}, 3},
                             {Shape{2, 2, 2}, 2}}) {
    Placement placement = makePlacement(axes);
    Topology topology = cantFail(
        Topology::parse(makeTopology(hosts, placement.getNumRanks() / hosts)));
    uint64_t sampleOneIn = runsEverything() ? 1 : axes.size() == 3 ? 200 : 8;
    for (Shape shape : {Shape{7, 5}, Shape{64, 128}})
      for (const Distribution &from : allDistributions(axes.size(), 2))
        for (const Distribution &to : allDistributions(axes.size(), 2)) {
          if (random() % sampleOneIn != 0)
            continue;
          BoxingPlan quick =
              planBoxing(placement, from, placement, to, shape, 4, &topology);
          BoxingPlan small =
              planBoxing(placement, from, placement, to, shape, 4);
          ASSERT_EQ(verifyPlan(quick, placement, from, placement, to)
                        .value_or("right"),
                    "right")
              << toString(from) << " to " << toString(to);
          EXPECT_LE(*quick.seconds,
                    topology.getSeconds(small.steps, shape, 4) + 1e-8)
              << toString(from) << " to " << toString(to);
          NumericExecutor executor(shape);
          executor.start(placement, from, random);
          executor.run(quick);
          EXPECT_TRUE(executor.holds(placement, to));
        }
  }
}

// What plans have in common is worked out once, for elements of any size.
TEST(Topology, PlansOfOneTensorTakeWhatEachTakes) {
  Placement placement = makePlacement({2, 2, 2});
  Topology topology = cantFail(Topology::parse(makeTopology(2, 4)));
  std::vector<Distribution> all = allDistributions(3, 2);
  Shape shape = {8, 8};
  PlanTimes times(placement, shape, topology);
  for (size_t pair = 0; pair < all.size() * all.size(); pair += 61)
    for (int64_t elementBytes : {1, 100000}) {
      const Distribution &from = all[pair / all.size()],
                         &to = all[pair % all.size()];
      BoxingPlan plan = planBoxing(placement, from, placement, to, shape,
                                   elementBytes, &topology);
      EXPECT_DOUBLE_EQ(times.getSeconds(from, to, elementBytes), *plan.seconds)
          << toString(from) << " to " << toString(to);
    }
}
