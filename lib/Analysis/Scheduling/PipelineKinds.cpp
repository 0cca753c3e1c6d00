// PipelineKinds.cpp: order tables of pipelines and the choice of credits
//
// gpipe: Huang et al., "GPipe", 2019. 1f1b: Narayanan et al., "PipeDream",
// 2019. interleaved: Narayanan et al., "Efficient large-scale language model
// training on GPU clusters using Megatron-LM", 2021. zero_bubble: Qi et al.,
// "Zero bubble pipeline parallelism", 2023 (the handcrafted schedule H1; over
// chunks, its lag of weight work in the rounds of interleaved).
// Example: rank 1 of 2 with 2 micro-batches has F0 F1 B0 B1 under gpipe and F0
// B0 F1 B1 under 1f1b.

#include "sbp/Analysis/Scheduling/PipelineKinds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace sbp;

static Error refuseKind(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// All forwards chunk by chunk, then all backwards from the last chunk.
static Expected<PipelineSchedule> makeGPipe(const Pipeline &pipeline,
                                            ArrayRef<int64_t>) {
  WorkOrder order(pipeline.ranks);
  for (auto [rank, stages] : enumerate(pipeline.getStagesOfRanks()))
    for (WorkKind kind : {WorkKind::Forward, WorkKind::Backward})
      for (unsigned c = 0; c < stages.size(); ++c)
        for (int64_t k = 0; k < pipeline.microBatches; ++k)
          order[rank].push_back(
              {kind,
               kind == WorkKind::Forward ? c : unsigned(stages.size()) - 1 - c,
               k});
  return simulateOrder(pipeline, order);
}

/// Returns the chunks per rank, or 0 where stage s is not chunk s / p of rank s
/// mod p in one chain over p ranks.
static unsigned countChainChunks(const Pipeline &pipeline) {
  unsigned p = pipeline.ranks;
  if (pipeline.stages.size() % p != 0 ||
      pipeline.edges.size() + 1 != pipeline.stages.size())
    return 0;
  for (auto [s, stage] : enumerate(pipeline.stages))
    if (stage.rank != s % p || stage.chunk != s / p)
      return 0;
  for (auto [s, edge] : enumerate(pipeline.edges))
    if (edge.from != s || edge.to != s + 1)
      return 0;
  return pipeline.stages.size() / p;
}

namespace {
/// The order in which the chunks of a rank take turns: rounds of p
/// micro-batches per chunk, forwards from the first chunk, the others from the
/// last.
struct ChunkRounds {
  /// Fails where the stages are no chain whose chunks repeat over the ranks in
  /// order. `name` is that of the schedule.
  static Expected<ChunkRounds> create(const Pipeline &pipeline, StringRef name);

  /// Fails where the last round would have fewer than p micro-batches.
  Error requireWholeRounds(StringRef name) const {
    if (microBatches % ranks == 0)
      return Error::success();
    return refuseKind(name + " needs a multiple of " + Twine(ranks) +
                      " micro-batches, one per rank; found " +
                      Twine(microBatches));
  }
  /// Returns the number of groups of each kind on a rank.
  int64_t size() const { return microBatches * chunks; }
  /// Returns group number `k` of a kind.
  WorkGroup getGroup(WorkKind kind, int64_t k) const {
    unsigned chunk = k % (ranks * chunks) / ranks;
    return {kind,
            kind == WorkKind::Forward ? chunk : unsigned(chunks) - 1 - chunk,
            k / (ranks * chunks) * ranks + k % ranks};
  }

  int64_t ranks, microBatches, chunks;
};
} // namespace

Expected<ChunkRounds> ChunkRounds::create(const Pipeline &pipeline,
                                          StringRef name) {
  ChunkRounds rounds{pipeline.ranks, pipeline.microBatches,
                     countChainChunks(pipeline)};
  if (rounds.chunks == 0)
    return refuseKind(name +
                      " needs a chain of stages whose chunks repeat over the "
                      "ranks in order");
  return rounds;
}

/// Rank r runs ahead by 2 (p - r - 1) forwards for the way there and back, and
/// a round per further chunk.
static Expected<PipelineSchedule> makeInterleaved(const Pipeline &pipeline,
                                                  ArrayRef<int64_t>) {
  Expected<ChunkRounds> rounds = ChunkRounds::create(pipeline, "interleaved");
  if (!rounds)
    return rounds.takeError();
  if (Error error = rounds->requireWholeRounds("interleaved"))
    return std::move(error);
  int64_t p = rounds->ranks, count = rounds->size();
  WorkOrder order(p);
  for (int64_t r = 0; r < p; ++r) {
    int64_t ahead = std::min(count, 2 * (p - r - 1) + (rounds->chunks - 1) * p);
    for (int64_t k = 0; k < count + ahead; ++k) {
      if (k < count)
        order[r].push_back(rounds->getGroup(WorkKind::Forward, k));
      if (k >= ahead)
        order[r].push_back(rounds->getGroup(WorkKind::Backward, k - ahead));
    }
  }
  return simulateOrder(pipeline, order);
}

/// Rank r runs ahead by p - r forwards, and a round per further chunk. Its
/// weight work lags r groups behind its backward and fills the gaps that are
/// left at the end. With equal durations a step takes 3 m v + p - 1 of them,
/// the least possible: the last rank cannot start before p - 1.
static Expected<PipelineSchedule> makeZeroBubble(const Pipeline &pipeline,
                                                 ArrayRef<int64_t>) {
  Expected<ChunkRounds> rounds = ChunkRounds::create(pipeline, "zero_bubble");
  if (!rounds)
    return rounds.takeError();
  if (rounds->chunks > 1)
    if (Error error =
            rounds->requireWholeRounds("zero_bubble over several chunks"))
      return std::move(error);
  int64_t p = rounds->ranks, count = rounds->size();
  WorkOrder order(p);
  for (int64_t r = 0; r < p; ++r) {
    int64_t forward = 0, weight = 0;
    auto add = [&, &groups = order[r]](WorkKind kind, int64_t &next) {
      groups.push_back(rounds->getGroup(kind, next++));
    };
    while (forward < std::min(count, rounds->chunks * p - r))
      add(WorkKind::Forward, forward);
    for (int64_t backward = 0; backward < count;) {
      add(WorkKind::Backward, backward);
      if (forward == count || backward > r)
        add(WorkKind::Weight, weight);
      if (forward < count)
        add(WorkKind::Forward, forward);
    }
    while (weight < count)
      add(WorkKind::Weight, weight);
  }
  return simulateOrder(pipeline, order);
}

//===----------------------------------------------------------------------===//
// Credits
//===----------------------------------------------------------------------===//

static std::vector<int64_t> toStages(const Pipeline &pipeline,
                                     ArrayRef<int64_t> ofRanks) {
  std::vector<int64_t> result;
  for (const PipelineStage &stage : pipeline.stages)
    result.push_back(ofRanks[stage.rank]);
  return result;
}

/// Returns the smallest number from 1 that fits, where all above it do and
/// `high` does. Exponential search (Bentley and Yao 1976): trials move away
/// from the guess by 1, 1, 2, 4, ... until one of them differs, then halve the
/// interval. Example: 14 is found from a guess of 15 by 15, 14 and 13.
static int64_t findLeast(int64_t high, int64_t guess,
                         function_ref<bool(int64_t)> fits) {
  int64_t low = 1, trial = std::min(std::max(guess, low), high - 1);
  bool hasFitted = false, hasFailed = false;
  for (int64_t tries = 0; low < high; ++tries) {
    bool doesFit = fits(trial);
    (doesFit ? high : low) = doesFit ? trial : trial + 1;
    (doesFit ? hasFitted : hasFailed) = true;
    int64_t step = int64_t(1) << std::max<int64_t>(tries - 1, 0);
    if (hasFitted && hasFailed)
      trial = low + (high - low) / 2;
    else
      trial = doesFit ? std::max(low, high - step)
                      : std::min(high - 1, low + step - 1);
  }
  return high;
}

/// In a chain of one stage per rank the makespan does not grow with credits, so
/// that a search finds the smallest from what a line through the credits of the
/// next two ranks predicts; in other graphs it may, and credits are lowered one
/// by one. test/Tools/pipeline_simulator.py compares both with a search that
/// lowers them one by one.
std::vector<int64_t> sbp::chooseCredits(const Pipeline &pipeline) {
  std::vector<int64_t> credits(pipeline.ranks, pipeline.microBatches);
  bool isMonotone = countChainChunks(pipeline) == 1;
  auto simulate = [&](int64_t deadline) {
    return simulateCredits(pipeline, toStages(pipeline, credits), deadline);
  };
  std::optional<PipelineSchedule> best = simulate(INT64_MAX);
  for (unsigned rank = pipeline.ranks; rank-- > 0;) {
    // More credits than are used do not change the schedule.
    int64_t high = 1;
    for (auto [stage, used] :
         zip_equal(pipeline.stages, countInFlight(pipeline, best->order)))
      if (stage.rank == rank)
        high = std::max(high, used);
    int64_t predicted = rank + 2 < pipeline.ranks
                            ? 2 * credits[rank + 1] - credits[rank + 2]
                            : 1;
    auto fits = [&](int64_t trial) {
      credits[rank] = trial;
      auto schedule = simulate(best->makespan);
      if (!schedule)
        return false;
      best = std::move(schedule);
      return true;
    };
    if (isMonotone)
      high = findLeast(high, predicted, fits);
    else
      while (high > 1 && fits(high - 1))
        --high;
    credits[rank] = high;
  }
  return credits;
}

static Expected<PipelineSchedule>
makeOneForwardOneBackward(const Pipeline &pipeline, ArrayRef<int64_t> credits) {
  std::vector<int64_t> chosen =
      credits.empty() ? chooseCredits(pipeline) : credits.vec();
  return std::move(*simulateCredits(pipeline, toStages(pipeline, chosen)));
}

/// Schedules by the rule "backward first". Without credits, a stage has at most
/// as many micro-batches in flight as the longest chain from it has stages.
static Expected<PipelineSchedule> makeGreedy(const Pipeline &pipeline,
                                             ArrayRef<int64_t> credits) {
  std::vector<int64_t> limits(pipeline.stages.size(), 1);
  if (!credits.empty()) {
    limits = toStages(pipeline, credits);
  } else {
    std::vector<PipelineEdge> edges = pipeline.edges;
    llvm::sort(edges,
               [](PipelineEdge a, PipelineEdge b) { return a.from > b.from; });
    for (PipelineEdge edge : edges)
      limits[edge.from] = std::max(limits[edge.from], limits[edge.to] + 1);
  }
  return std::move(*simulateCredits(pipeline, limits));
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

static constexpr PipelineKind kKinds[] = {
    {"1f1b", false, true, makeOneForwardOneBackward},
    {"gpipe", false, false, makeGPipe},
    {"greedy", false, true, makeGreedy},
    {"interleaved", false, false, makeInterleaved},
    {"zero_bubble", true, false, makeZeroBubble},
};

ArrayRef<PipelineKind> sbp::getPipelineKinds() { return kKinds; }

Expected<const PipelineKind *> sbp::findPipelineKind(StringRef name) {
  for (const PipelineKind &kind : kKinds)
    if (kind.name == name)
      return &kind;
  return refuseKind(
      "unknown schedule '" + name + "'; expected one of " +
      join(map_range(kKinds,
                     [](const PipelineKind &kind) { return kind.name.str(); }),
           ", ") +
      ", or a file NAME.json");
}

Expected<PipelineSchedule> sbp::schedulePipeline(Pipeline &pipeline,
                                                 const PipelineKind &kind,
                                                 ArrayRef<int64_t> credits,
                                                 const WorkOrder *order) {
  if (!credits.empty() && !kind.hasCredits)
    return refuseKind("credits do not apply to " + kind.name +
                      ", whose order is fixed");
  if (!credits.empty() && credits.size() != pipeline.ranks)
    return refuseKind("expected " + Twine(pipeline.ranks) +
                      " credits, one per rank; found " + Twine(credits.size()));
  for (auto [rank, count] : enumerate(credits))
    if (count < 1)
      return refuseKind("expected at least 1 credit for rank " + Twine(rank) +
                        ", found " + Twine(count));
  if (!kind.splitsBackward)
    for (PipelineStage &stage : pipeline.stages)
      stage.durations[1] += std::exchange(stage.durations[2], 0);
  return order ? simulateOrder(pipeline, *order) : kind.make(pipeline, credits);
}
