// Rates.cpp: reads what a machine does in a second

#include "sbp/Analysis/Selection/Rates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace llvm;

namespace sbp {

StringRef getWorkClassName(WorkClass kind) {
  static constexpr const char *names[] = {"contraction", "narrow_contraction",
                                          "elementwise", "rows"};
  return names[static_cast<unsigned>(kind)];
}

static constexpr std::array<StringRef, 4> boxingKinds = {
    "all_reduce", "all_gather", "reduce_scatter", "all_to_all"};

namespace {

/// Checks every entry; the first wrong one ends it.
class RatesReader {
public:
  Expected<Rates> read(StringRef text);

private:
  bool readTop(const json::Value &value);
  bool readBoxing(const std::string &path, const json::Value &value);
  bool readNumber(const Twine &path, const json::Value *value, double least,
                  double most, double &number);
  bool readCount(const Twine &path, const json::Value *value, int64_t &count);
  /// Null unless an object that has exactly `keys`.
  const json::Object *getObject(const Twine &path, const json::Value *value,
                                ArrayRef<StringRef> keys);
  bool fail(const Twine &path, const Twine &text) {
    error = (path + ": " + text).str();
    return false;
  }

  Rates rates;
  std::string error;
};

} // namespace

static std::string show(const json::Value &value) {
  std::string text;
  raw_string_ostream(text) << value;
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

const json::Object *RatesReader::getObject(const Twine &path,
                                           const json::Value *value,
                                           ArrayRef<StringRef> keys) {
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object) {
    fail(path, "expected an object with " + join(keys, ", ") + ", found " +
                   (value ? show(*value) : "nothing"));
    return nullptr;
  }
  for (const auto &entry : *object)
    if (!is_contained(keys, StringRef(entry.first))) {
      fail(path, "unknown key '" + StringRef(entry.first) + "', expected " +
                     join(keys, ", "));
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
    raw_string_ostream(text) << "expected a number from " << least << " to "
                             << most << ", found " << show(*value);
    return fail(path, text);
  }
  number = *found;
  return true;
}

bool RatesReader::readCount(const Twine &path, const json::Value *value,
                            int64_t &count) {
  std::optional<int64_t> found = value->getAsInteger();
  if (!found || *found < 1 || *found > 1000000)
    return fail(path, "expected a whole number from 1 to 1000000, found " +
                          show(*value));
  count = *found;
  return true;
}

// No machine is slower or faster; sums of times stay exact enough to compare.
static constexpr double leastRate = 1, mostRate = 1e18, mostSeconds = 1e6;

bool RatesReader::readBoxing(const std::string &path,
                             const json::Value &value) {
  const json::Object *object = getObject(
      path, &value, {"kind", "ranks", "latency_seconds", "bytes_per_second"});
  if (!object)
    return false;
  BoxingRate rate;
  rate.kind = object->getString("kind").value_or("").str();
  if (!is_contained(boxingKinds, rate.kind))
    return fail(path + ".kind", "expected " + join(boxingKinds, ", ") +
                                    ", found " + show(*object->get("kind")));
  if (!readCount(path + ".ranks", object->get("ranks"), rate.ranks) ||
      !readNumber(path + ".latency_seconds", object->get("latency_seconds"), 0,
                  mostSeconds, rate.latencySeconds) ||
      !readNumber(path + ".bytes_per_second", object->get("bytes_per_second"),
                  leastRate, mostRate, rate.bytesPerSecond))
    return false;
  rates.boxings.push_back(std::move(rate));
  return true;
}

bool RatesReader::readTop(const json::Value &value) {
  const json::Object *top =
      getObject("rates", &value,
                {"format", "machine", "cores", "step_seconds",
                 "flops_per_second", "bytes_per_second", "boxings"});
  if (!top)
    return false;
  if (top->getInteger("format") != 1)
    return fail("format", "expected 1, found " + show(*top->get("format")));
  std::optional<StringRef> machine = top->getString("machine");
  if (!machine)
    return fail("machine",
                "expected a name, found " + show(*top->get("machine")));
  rates.machine = machine->str();
  if (!readCount("cores", top->get("cores"), rates.cores) ||
      !readNumber("step_seconds", top->get("step_seconds"), 0, mostSeconds,
                  rates.stepSeconds))
    return false;
  SmallVector<StringRef> names;
  for (unsigned i = 0; i < numWorkClasses; ++i)
    names.push_back(getWorkClassName(static_cast<WorkClass>(i)));
  const json::Object *flops =
      getObject("flops_per_second", top->get("flops_per_second"), names);
  if (!flops)
    return false;
  for (auto [name, rate] : zip_equal(names, rates.flopsPerSecond))
    if (!readNumber("flops_per_second." + name, flops->get(name), leastRate,
                    mostRate, rate))
      return false;
  const json::Object *bytes = getObject(
      "bytes_per_second", top->get("bytes_per_second"), {"stream", "gather"});
  if (!bytes ||
      !readNumber("bytes_per_second.stream", bytes->get("stream"), leastRate,
                  mostRate, rates.streamBytesPerSecond) ||
      !readNumber("bytes_per_second.gather", bytes->get("gather"), leastRate,
                  mostRate, rates.gatherBytesPerSecond))
    return false;
  const json::Array *boxings = top->getArray("boxings");
  if (!boxings || boxings->empty())
    return fail("boxings", "expected a list that is not empty, found " +
                               show(*top->get("boxings")));
  for (auto [i, boxing] : enumerate(*boxings))
    if (!readBoxing("boxings[" + std::to_string(i) + "]", boxing))
      return false;
  return true;
}

Expected<Rates> RatesReader::read(StringRef text) {
  Expected<json::Value> value = json::parse(text);
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
  for (StringRef kind : boxingKinds)
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
