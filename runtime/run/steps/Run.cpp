// Run.cpp: the phases of a run and their agreements
#include "Run.h"
#include "Actor.h"
#include "CheckIndices.h"
#include "FlightRecord.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

Result<uint32_t> run::chooseEntry(const PlanT &plan, const std::string &wanted,
                                  const NoteListener &onNote) {
  std::string names;
  std::optional<uint32_t> chosen;
  std::vector<uint32_t> found;
  for (uint32_t e = 0; e < plan.entries.size(); ++e) {
    const EntryT &candidate = *plan.entries[e];
    if (candidate.role != EntryRole::model)
      continue;
    names += (names.empty() ? "" : ", ") + candidate.name;
    found.push_back(e);
    if (candidate.name == (wanted.empty() ? "main" : wanted))
      chosen = e;
  }
  // A training artifact also has the entry of the loss, which trains nothing.
  if (chosen && wanted.empty() && found.size() > 1 && onNote)
    onNote(
        textOf("runs entry 'main'; entries: ", names, "; choose with --entry"));
  if (chosen)
    return *chosen;
  if (!wanted.empty())
    return userError("--entry ", wanted, ": no such entry; there are: ", names);
  if (found.size() != 1)
    return userError(
        "several entries and none is 'main': choose with --entry: ", names);
  return found[0];
}

Run::Run(RunOptions given, Session &session, uint32_t entry,
         Processes &processes)
    : options(std::move(given)), session(session), entry(entry),
      processes(processes), feeder(options.feed, session),
      fetcher(options.fetch, session, entry, processes),
      checkpoints(options.checkpoint, session, entry, processes) {}

Status Run::open() {
  if (options.compares)
    SBP_RETURN_IF_FAILED(agree(checkReference(session, entry)));
  if (options.checksIndices)
    SBP_RETURN_IF_FAILED(agree(checkHasPositions(session, entry)));
  return checkpoints.open();
}

Status Run::writeResumed() {
  FetchOptions kept = options.fetch;
  kept.outputShards.clear();
  std::erase_if(kept.outputs,
                [](const NamedValue &output) { return !isOfAllSteps(output); });
  Fetcher results(kept, session, entry, processes);
  SBP_RETURN_IF_FAILED(agree(results.begin(checkpoints.getFirstStep())));
  SBP_RETURN_IF_FAILED(checkpoints.addSteps(results.getStepsFiles()));
  OutputFiles files;
  SBP_RETURN_IF_FAILED(agree(results.write(files)));
  SBP_RETURN_IF_FAILED(agree(files.commit()));
  return agree(results.commit());
}

Status Run::begin() {
  SBP_RETURN_IF_FAILED(agree(feeder.open()));
  SBP_RETURN_IF_FAILED(agree(fetcher.begin(checkpoints.getFirstStep())));
  SBP_RETURN_IF_FAILED(checkpoints.addSteps(fetcher.getStepsFiles()));
  SBP_RETURN_IF_FAILED(agree(feeder.begin(entry)));
  if (options.checksIndices)
    SBP_RETURN_IF_FAILED(checkComputedIndices());
  return options.trace.empty() ? Status() : session.setTrace(&events, entry);
}

Status Run::checkComputedIndices() {
  Status outside;
  if (processes.isFirst())
    outside = checkIndices(session, feeder, entry, options.steps);
  SBP_RETURN_IF_FAILED(processes.adoptFirstStatus(std::move(outside)));
  return feeder.beginAgain(entry);
}

Status Run::runStep(int64_t step) {
  bool isWarmUp = options.benchmark && step < kWarmUpSteps;
  if (!isWarmUp)
    session.setTiming(entry, options.isTimed);
  int64_t begin = readClock();
  if (Status status = session.step(entry); status.failed())
    return Status(status.code(),
                  status.message() +
                      writeFlightRecord(session, status.message()));
  if (!isWarmUp)
    seconds.push_back((readClock() - begin) * 1e-9);
  return {};
}

Status Run::runSteps(const std::function<void(int64_t)> &onStep) {
  int64_t total = countSteps();
  seconds.reserve(std::min<int64_t>(total, 1 << 20));
  for (int64_t step = checkpoints.getFirstStep(); step < total; ++step) {
    SBP_RETURN_IF_FAILED(
        feeder.beginStep(options.benchmark ? step % options.steps : step));
    SBP_RETURN_IF_FAILED(runStep(step));
    if (!options.benchmark)
      SBP_RETURN_IF_FAILED(fetcher.endStep(step));
    SBP_RETURN_IF_FAILED(checkpoints.endStep(step + 1));
    if (onStep)
      onStep(step + 1);
  }
  return {};
}

Status Run::writeTimeline(OutputFiles &files) {
  if (options.trace.empty())
    return {};
  auto written =
      writeTrace(options.trace, session, entry, events, processes, files);
  SBP_RETURN_IF_FAILED(agree(written.status()));
  timeline = *std::move(written);
  return {};
}

Status Run::commit(OutputFiles &files) {
  SBP_RETURN_IF_FAILED(agree(files.commit()));
  SBP_RETURN_IF_FAILED(agree(fetcher.commit()));
  if (!timeline)
    return {};
  return agree(processes.isFirst() ? timeline->rename() : Status());
}

Status Run::write() {
  OutputFiles files;
  SBP_RETURN_IF_FAILED(agree(fetcher.write(files)));
  SBP_RETURN_IF_FAILED(writeTimeline(files));
  SBP_RETURN_IF_FAILED(commit(files));
  return checkpoints.finish(options.steps);
}
