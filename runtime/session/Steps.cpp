// Steps.cpp: runs steps by actors or by recorded graphs
#include "Steps.h"
#include "Errno.h"
#include <system_error>

using namespace sbp;
using namespace sbp::plan;

Steps::~Steps() {
  // The watchdog reads actors, and workers read the scheduler's members.
  watchdog.reset();
  scheduler.reset();
}

/// Starts the watchdog first, since the creation of threads may hang. If a
/// thread cannot be created the error names the limit; the others end with the
/// session.
Status Steps::start(uint32_t ranks, unsigned workers) {
  if (options.seed) {
    scheduler = createDeterministicScheduler(ranks, *options.seed);
    return {};
  }
  try {
    if (options.watchdogSeconds > 0)
      watchdog = std::make_unique<Watchdog>(
          options.watchdogSeconds, [this] { return activity.countLaunches(); },
          [this] { stall(); });
    if (watchdog)
      watchdog->beginStep();
    scheduler = createThreadScheduler(ranks, workers);
    if (watchdog)
      watchdog->endStep();
    return {};
  } catch (const std::system_error &error) {
    return userError("cannot start ", workers, " threads: ",
                     describeError(error.code().value(), /*isThread=*/true));
  }
}

void Steps::stall() {
  std::string report = textOf("no progress for ", options.watchdogSeconds,
                              " s: ", activity.describeRanks());
  if (options.onStall)
    options.onStall(report);
  if (scheduler)
    scheduler->abort(Status(ExitCode::Watchdog, report));
}

Result<bool> Steps::advance(uint32_t rank) {
  EntryState *state = activity.getState();
  Actor *actor = state->actors[rank].get();
  if (!actor)
    return false;
  Activity::setRankOfThread(rank);
  bool isGraph = state->stepGraphs && state->stepGraphs->areReady();
  Result<bool> finished =
      isGraph ? state->stepGraphs->advance(rank) : actor->advance();
  Activity::setRankOfThread(-1);
  if (!finished.failed())
    return finished;
  return isGraph ? StepGraphs::describeFailure(rank, finished.status())
                 : activity.describeFailure(rank, *actor, finished.status());
}

/// A recorded step runs on the queue of its graph, from the recording on.
Status Steps::issueOnceLaunches(EntryState &state) {
  return state.once.issue([&](uint32_t rank, uint32_t task) -> Queue & {
    return state.stepGraphs && state.run > 0
               ? state.stepGraphs->getQueue(rank)
               : state.actors[rank]->getQueue(task);
  });
}

Status Steps::runActors(EntryState &state, uint32_t number) {
  for (uint32_t rank : state.ranks)
    SBP_RETURN_IF_FAILED(state.actors[rank]->beginStep(number));
  if (state.stepGraphs && state.run == 1)
    SBP_RETURN_IF_FAILED(state.stepGraphs->begin(state.actors));
  return scheduler->run(*this, state.ranks);
}

/// With graphs the first step runs (libraries make on it what they need), the
/// second is recorded and issued, as all others are.
Status Steps::runStep(EntryState &state, uint32_t number) {
  StepGraphs *graphs = state.stepGraphs.get();
  SBP_RETURN_IF_FAILED(issueOnceLaunches(state));
  if (!graphs || !graphs->areReady())
    SBP_RETURN_IF_FAILED(runActors(state, number));
  if (graphs && state.run == 1)
    SBP_RETURN_IF_FAILED(graphs->end(state.actors));
  ++state.run;
  if (!graphs || !graphs->areReady())
    return {};
  graphs->beginStep();
  return scheduler->run(*this, state.ranks);
}

Status Steps::run(uint32_t entry, EntryState &state) {
  uint32_t number = state.steps++;
  activity.begin(entry, state);
  if (watchdog)
    watchdog->beginStep();
  Status status = runStep(state, number);
  if (watchdog)
    watchdog->endStep();
  return status;
}
