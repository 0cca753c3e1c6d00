// ScheduleAnswer.cpp: a schedule of a pipeline without a model
//
// A request is a list of KEY=VALUE. Example: `schedule=1f1b ranks=1
// micro-batches=2 forward=1 backward=2` has the order F0 B0 F1 B1 and a
// makespan of 6.

#include "sbp/Analysis/Scheduling/PipelineJson.h"
#include "sbp/Analysis/Scheduling/WorkOrders.h"

#include "sbp/Questions/Answers.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace sbp;

// Largest number of stages times micro-batches: a schedule of that size takes
// about a second and 1 GB.
static constexpr int64_t kMaxWork = 1 << 22;
// Largest value of a key. Sums of that many durations fit into 64 bits.
static constexpr int64_t kMaxValue = INT32_MAX;

static Error refuseSchedule(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

namespace {

/// A request with defaults for what may be left out.
struct ScheduleRequest {
  const PipelineKind *kind = nullptr;
  std::optional<WorkOrder> order; ///< that of a file
  int64_t ranks = 0, chunks = 1, microBatches = 0;
  int64_t forward = 0, backward = 0, weight = 0, latency = 0;
  SmallVector<int64_t> credits;
};

/// Parses `ranks=4 forward=1 ...`.
class RequestReader {
public:
  Expected<ScheduleRequest> read(StringRef text);

private:
  Error split(StringRef text);
  Error readKind(ScheduleRequest &request);
  /// Reads a whole number of at least `least`; without the key, `value` stays.
  Error readNumber(StringRef key, int64_t least, int64_t &value) const;
  Error readCredits(SmallVectorImpl<int64_t> &credits) const;

  StringMap<StringRef> values;
};

} // namespace

static constexpr StringLiteral kRequired[] = {
    "schedule", "ranks", "micro-batches", "forward", "backward"};
static constexpr StringLiteral kOptional[] = {"chunks", "weight", "latency",
                                              "credits"};

Error RequestReader::split(StringRef text) {
  SmallVector<StringRef> parts;
  SplitString(text, parts);
  for (StringRef part : parts) {
    auto [key, value] = part.split('=');
    if (!is_contained(kRequired, key) && !is_contained(kOptional, key))
      return refuseSchedule(
          "'" + part + "': expected " +
          join(std::begin(kRequired), std::end(kRequired), "=, ") +
          "= and optionally " +
          join(std::begin(kOptional), std::end(kOptional), "=, ") + "=");
    if (!values.insert({key, value}).second)
      return refuseSchedule(key + " is given twice");
  }
  for (StringRef key : kRequired)
    if (!values.contains(key))
      return refuseSchedule(
          "no " + key + "=; expected " +
          join(std::begin(kRequired), std::end(kRequired), "=, ") + "=");
  return Error::success();
}

Error RequestReader::readNumber(StringRef key, int64_t least,
                                int64_t &value) const {
  auto found = values.find(key);
  if (found == values.end())
    return Error::success();
  if (found->second.getAsInteger(10, value) || value < least ||
      value > kMaxValue)
    return refuseSchedule(key + "=" + found->second +
                          ": expected a whole number from " + Twine(least) +
                          " to " + Twine(kMaxValue));
  return Error::success();
}

Error RequestReader::readKind(ScheduleRequest &request) {
  StringRef name = values["schedule"];
  if (isOrderFile(name)) {
    Expected<WorkOrder> order = readOrderFile(name);
    if (!order)
      return order.takeError();
    request.order = std::move(*order);
    request.kind = &getKindOf(*request.order);
    return Error::success();
  }
  Expected<const PipelineKind *> kind = findPipelineKind(name);
  if (!kind)
    return kind.takeError();
  request.kind = *kind;
  return Error::success();
}

Error RequestReader::readCredits(SmallVectorImpl<int64_t> &credits) const {
  auto found = values.find("credits");
  if (found == values.end())
    return Error::success();
  SmallVector<StringRef> parts;
  found->second.split(parts, ',');
  for (StringRef part : parts)
    if (part.getAsInteger(10, credits.emplace_back()) ||
        credits.back() > kMaxValue)
      return refuseSchedule("credits=" + found->second +
                            ": expected whole numbers such as 4,3,2,1");
  return Error::success();
}

Expected<ScheduleRequest> RequestReader::read(StringRef text) {
  ScheduleRequest request;
  if (Error error = split(text))
    return std::move(error);
  if (Error error = readKind(request))
    return std::move(error);
  // A schedule that splits backward has weight work in any case.
  request.weight = request.kind->splitsBackward;
  struct {
    StringRef key;
    int64_t least;
    int64_t &value;
  } numbers[] = {{"ranks", 1, request.ranks},
                 {"chunks", 1, request.chunks},
                 {"micro-batches", 1, request.microBatches},
                 {"forward", 1, request.forward},
                 {"backward", 1, request.backward},
                 {"weight", request.weight, request.weight},
                 {"latency", 0, request.latency}};
  for (auto &number : numbers)
    if (Error error = readNumber(number.key, number.least, number.value))
      return std::move(error);
  if (Error error = readCredits(request.credits))
    return std::move(error);
  // Each factor is below 2^31: the product of two of them does not overflow.
  if (request.ranks * request.chunks > kMaxWork ||
      request.ranks * request.chunks * request.microBatches > kMaxWork)
    return refuseSchedule("ranks * chunks * micro-batches exceed " +
                          Twine(kMaxWork));
  return request;
}

Error sbp::answerSchedule(StringRef text, raw_ostream &answer) {
  Expected<ScheduleRequest> request = RequestReader().read(text);
  if (!request)
    return request.takeError();
  Pipeline pipeline = Pipeline::makeChain(
      request->ranks, request->chunks, request->microBatches,
      {request->forward, request->backward, request->weight}, request->latency);
  Expected<PipelineSchedule> schedule =
      schedulePipeline(pipeline, *request->kind, request->credits,
                       request->order ? &*request->order : nullptr);
  if (!schedule)
    return schedule.takeError();
  json::OStream stream(answer);
  stream.object(
      [&] { writeSchedule(stream, request->kind->name, pipeline, *schedule); });
  stream.flush();
  answer << "\n";
  return Error::success();
}
