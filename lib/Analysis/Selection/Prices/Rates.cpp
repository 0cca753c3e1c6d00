// Rates.cpp: reads and checks rates files

#include "sbp/Analysis/Selection/Prices/Rates.h"
#include "sbp/Calculus/JsonText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;

namespace sbp {

StringRef getWorkClassName(WorkClass kind) {
  static constexpr const char *names[] = {
      "contraction", "narrow_contraction", "elementwise", "rows", "attention",
      "order",       "functions"};
  return names[static_cast<unsigned>(kind)];
}

static constexpr std::array<StringRef, 4> kBoxingKinds = {
    "all_reduce", "all_gather", "reduce_scatter", "all_to_all"};

namespace {

/// Reads and checks a file; stops at the first wrong entry.
class RatesReader {
public:
  Expected<Rates> read(StringRef text);

private:
  bool readTop(const json::Value &value);
  bool readFlops(const json::Value *value);
  bool readBytes(const json::Value *value);
  bool readBoxing(const std::string &path, const json::Value &value);
  bool readNumber(const Twine &path, const json::Value *value, double least,
                  double most, double &number);
  bool readCount(const Twine &path, const json::Value *value, int64_t &count);
  /// Returns `value` as an object with all `keys`, some of `more` and no other;
  /// null, with the error set, if it is something else.
  const json::Object *getObject(const Twine &path, const json::Value *value,
                                ArrayRef<StringRef> keys,
                                ArrayRef<StringRef> more = {});
  /// Leaves `number` unchanged where the object has no such key.
  bool readOptional(const json::Object *object, StringRef path, StringRef key,
                    double least, double most, double &number);
  bool fail(const Twine &path, const Twine &text) {
    error = (path + ": " + text).str();
    return false;
  }

  Rates rates;
  std::string error;
};

} // namespace

const json::Object *RatesReader::getObject(const Twine &path,
                                           const json::Value *value,
                                           ArrayRef<StringRef> keys,
                                           ArrayRef<StringRef> more) {
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object) {
    fail(path, "expected an object with " + join(keys, ", ") + ", found " +
                   (value ? showJson(*value) : "nothing"));
    return nullptr;
  }
  for (const auto &entry : *object)
    if (!is_contained(keys, StringRef(entry.first)) &&
        !is_contained(more, StringRef(entry.first))) {
      fail(path, "unknown key '" + StringRef(entry.first) + "', expected " +
                     join(concat<const StringRef>(keys, more), ", "));
      return nullptr;
    }
  for (StringRef key : keys)
    if (!object->get(key)) {
      fail(path, "'" + key + "' is missing");
      return nullptr;
    }
  return object;
}

bool RatesReader::readNumber(const Twine &path, const json::Value *value,
                             double least, double most, double &number) {
  std::optional<double> found = value->getAsNumber();
  if (!found || !std::isfinite(*found) || *found < least || *found > most) {
    std::string text;
    raw_string_ostream(text)
        << "expected a number from " << format("%g to %g", least, most)
        << ", found " << showJson(*value);
    return fail(path, text);
  }
  number = *found;
  return true;
}

bool RatesReader::readOptional(const json::Object *object, StringRef path,
                               StringRef key, double least, double most,
                               double &number) {
  const json::Value *value = object->get(key);
  return !value || readNumber(path.empty() ? key : path + "." + key, value,
                              least, most, number);
}

bool RatesReader::readCount(const Twine &path, const json::Value *value,
                            int64_t &count) {
  std::optional<int64_t> found = value->getAsInteger();
  if (!found || *found < 1 || *found > 1000000)
    return fail(path, "expected a whole number from 1 to 1000000, found " +
                          showJson(*value));
  count = *found;
  return true;
}

// Bounds that no machine exceeds; within them sums of times remain comparable.
static constexpr double kMinRate = 1, kMaxRate = 1e18, kMaxSeconds = 1e6;

bool RatesReader::readBoxing(const std::string &path,
                             const json::Value &value) {
  const json::Object *object = getObject(
      path, &value, {"kind", "ranks", "latency_seconds", "bytes_per_second"});
  if (!object)
    return false;
  BoxingRate rate;
  rate.kind = object->getString("kind").value_or("").str();
  if (!is_contained(kBoxingKinds, rate.kind))
    return fail(path + ".kind", "expected " + join(kBoxingKinds, ", ") +
                                    ", found " +
                                    showJson(*object->get("kind")));
  if (!readCount(path + ".ranks", object->get("ranks"), rate.ranks) ||
      !readNumber(path + ".latency_seconds", object->get("latency_seconds"), 0,
                  kMaxSeconds, rate.latencySeconds) ||
      !readNumber(path + ".bytes_per_second", object->get("bytes_per_second"),
                  kMinRate, kMaxRate, rate.bytesPerSecond))
    return false;
  rates.boxings.push_back(std::move(rate));
  return true;
}

/// Classes from the first optional one on may be absent, as in older files;
/// they take the rate of the class that resembles them most.
bool RatesReader::readFlops(const json::Value *value) {
  SmallVector<StringRef> names;
  for (unsigned i = 0; i < numWorkClasses; ++i)
    names.push_back(getWorkClassName(static_cast<WorkClass>(i)));
  constexpr auto numNeeded = static_cast<unsigned>(WorkClass::Attention);
  constexpr StringLiteral path = "flops_per_second";
  ArrayRef<StringRef> needed(names.data(), numNeeded);
  const json::Object *flops =
      getObject(path, value, needed, ArrayRef(names).drop_front(numNeeded));
  if (!flops)
    return false;
  auto &rate = rates.flopsPerSecond;
  for (unsigned i = 0; i < numNeeded; ++i)
    if (!readNumber(path + "." + names[i], flops->get(names[i]), kMinRate,
                    kMaxRate, rate[i]))
      return false;
  for (auto [kind, kin] :
       {std::pair(WorkClass::Attention, WorkClass::Contraction),
        std::pair(WorkClass::Order, WorkClass::Rows),
        std::pair(WorkClass::Functions, WorkClass::Elementwise)}) {
    auto i = static_cast<unsigned>(kind);
    rate[i] = rate[static_cast<unsigned>(kin)];
    if (!readOptional(flops, path, names[i], kMinRate, kMaxRate, rate[i]))
      return false;
  }
  return true;
}

bool RatesReader::readBytes(const json::Value *value) {
  constexpr StringLiteral path = "bytes_per_second";
  const json::Object *bytes =
      getObject(path, value, {"stream", "gather"},
                {"cached", "fill", "rows", "all_cores"});
  if (!bytes ||
      !readNumber(path + ".stream", bytes->get("stream"), kMinRate, kMaxRate,
                  rates.streamBytesPerSecond) ||
      !readNumber(path + ".gather", bytes->get("gather"), kMinRate, kMaxRate,
                  rates.gatherBytesPerSecond))
    return false;
  double stream = rates.streamBytesPerSecond;
  rates.cachedBytesPerSecond = rates.fillBytesPerSecond = stream;
  rates.rowBytesPerSecond = rates.gatherBytesPerSecond;
  rates.allCoresBytesPerSecond = stream * rates.cores;
  auto read = [&](StringRef key, double &rate) {
    return readOptional(bytes, path, key, kMinRate, kMaxRate, rate);
  };
  return read("cached", rates.cachedBytesPerSecond) &&
         read("fill", rates.fillBytesPerSecond) &&
         read("rows", rates.rowBytesPerSecond) &&
         read("all_cores", rates.allCoresBytesPerSecond);
}

bool RatesReader::readTop(const json::Value &value) {
  const json::Object *top =
      getObject("rates", &value,
                {"format", "machine", "cores", "step_seconds",
                 "flops_per_second", "bytes_per_second", "boxings"},
                {"cache_bytes", "call_seconds", "row_seconds", "lanes"});
  if (!top)
    return false;
  if (top->getInteger("format") != 1)
    return fail("format", "expected 1, found " + showJson(*top->get("format")));
  std::optional<StringRef> machine = top->getString("machine");
  if (!machine)
    return fail("machine",
                "expected a name, found " + showJson(*top->get("machine")));
  rates.machine = machine->str();
  if (!readCount("cores", top->get("cores"), rates.cores) ||
      !readNumber("step_seconds", top->get("step_seconds"), 0, kMaxSeconds,
                  rates.stepSeconds) ||
      !readOptional(top, "", "call_seconds", 0, kMaxSeconds,
                    rates.callSeconds) ||
      !readOptional(top, "", "row_seconds", 0, kMaxSeconds, rates.rowSeconds) ||
      !readOptional(top, "", "lanes", 1, 1e6, rates.lanes) ||
      !readOptional(top, "", "cache_bytes", 0, kMaxRate, rates.cacheBytes) ||
      !readFlops(top->get("flops_per_second")) ||
      !readBytes(top->get("bytes_per_second")))
    return false;
  const json::Array *boxings = top->getArray("boxings");
  if (!boxings || boxings->empty())
    return fail("boxings", "expected a list that is not empty, found " +
                               showJson(*top->get("boxings")));
  for (auto [i, boxing] : enumerate(*boxings))
    if (!readBoxing("boxings[" + std::to_string(i) + "]", boxing))
      return false;
  return true;
}

Expected<Rates> RatesReader::read(StringRef text) {
  Expected<json::Value> value = parseJson(text);
  if (!value)
    return value.takeError();
  if (!readTop(*value))
    return createStringError(error);
  return std::move(rates);
}

Expected<Rates> Rates::parse(StringRef text) {
  return RatesReader().read(text);
}

const BoxingRate *Rates::findBoxing(StringRef kind, int64_t ranks) const {
  const BoxingRate *best = nullptr;
  for (const BoxingRate &rate : boxings) {
    if (rate.kind != kind)
      continue;
    bool isEnough = rate.ranks >= ranks;
    bool wasEnough = best && best->ranks >= ranks;
    if (!best || (isEnough != wasEnough ? isEnough
                  : isEnough            ? rate.ranks < best->ranks
                                        : rate.ranks > best->ranks))
      best = &rate;
  }
  return best;
}

BoxingRate Rates::getMeanBoxing(int64_t ranks) const {
  BoxingRate mean{"", ranks, 0, 0};
  double secondsPerByte = 0;
  unsigned count = 0;
  for (StringRef kind : kBoxingKinds)
    if (const BoxingRate *rate = findBoxing(kind, ranks)) {
      mean.latencySeconds += rate->latencySeconds;
      secondsPerByte += 1 / rate->bytesPerSecond;
      ++count;
    }
  mean.latencySeconds /= count;
  mean.bytesPerSecond = count / secondsPerByte;
  return mean;
}

} // namespace sbp
