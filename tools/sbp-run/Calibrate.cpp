// Calibrate.cpp: measures what this machine does in a second
//
// Each rate is that of a small model, compiled and run like any other: what
// kernels and communicators do here is what choices will be priced by.
#include "CalibrationModels.h"
#include "Errno.h"
#include "Runner.h"
#include "Tensor.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;
using namespace sbp::run::models;
using Json = nlohmann::ordered_json;

namespace {

/// A model in a folder of its own, which goes with it.
class ScratchModel {
public:
  ~ScratchModel() {
    if (folder.empty())
      return;
    unlink(path().c_str());
    rmdir(folder.c_str());
  }
  Status write(const std::string &text) {
    const char *base = std::getenv("TMPDIR");
    folder = std::string(base && *base ? base : "/tmp") + "/sbp-XXXXXX";
    if (!mkdtemp(folder.data())) {
      std::string wanted = std::exchange(folder, "");
      return userError("cannot make ", wanted, ": ", describeError(errno));
    }
    std::ofstream file(path());
    file << text;
    file.close();
    if (!file)
      return userError("cannot write ", path(), ": ", describeError(errno));
    return {};
  }
  std::string path() const { return folder + "/model.mlir"; }

private:
  std::string folder;
};

} // namespace

/// In no order that a run of numbers would keep (the end of MurmurHash3).
static uint32_t scramble(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  return x ^ (x >> 16);
}

/// Inputs that are no numbers to stumble over: i32 are row numbers.
static constexpr uint32_t kTableRows = 65536;

static Status setInputs(Session &session, uint32_t entry) {
  const plan::EntryT &e = *session.getPlan().entries[entry];
  for (uint32_t port = 0; port < e.inputs.size(); ++port) {
    int64_t count = 1;
    for (int64_t size : e.inputs[port]->shape)
      count *= size;
    int64_t bound = e.inputs[port]->index_bound;
    auto rows = uint32_t(bound > 0 ? bound : kTableRows);
    std::vector<uint32_t> values(count);
    for (int64_t i = 0; i < count; ++i) {
      // In no order: what sorts is not to find it sorted.
      float value = 0.5f + float(scramble(uint32_t(i)) >> 8) / (1 << 25);
      uint32_t bits;
      std::memcpy(&bits, &value, sizeof(bits));
      values[i] = e.inputs[port]->dtype == plan::DType::f32
                      ? bits
                      : scramble(uint32_t(i)) % rows;
    }
    SBP_RETURN_IF_FAILED(session.setInput(entry, port, values.data()));
  }
  return {};
}

/// Returns the processor seconds of all threads of this process, which other
/// processes on the same cores do not change.
static double readProcessorSeconds() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

/// A quick step of `text` on one thread: of as many as fit into half a second,
/// 5 to 200, one of ten is quicker. What else runs on a machine makes steps
/// slower, never quicker.
static Result<double> measure(const std::string &text, unsigned workers) {
  ScratchModel model;
  SBP_RETURN_IF_FAILED(model.write(text));
  Options options;
  options.model = model.path();
  Image image;
  SBP_RETURN_IF_FAILED(openModel(options, image));
  SessionOptions sessionOptions;
  sessionOptions.workers = workers;
  SBP_ASSIGN_OR_RETURN(std::unique_ptr<Session> session,
                       Session::create(image.bytes, std::move(sessionOptions)));
  SBP_RETURN_IF_FAILED(setInputs(*session, 0));
  std::vector<double> times;
  double total = 0;
  for (int step = -2; step < 200 && (step < 5 || total < 0.5); ++step) {
    double worked = readProcessorSeconds();
    int64_t begin = readClock();
    SBP_RETURN_IF_FAILED(session->step(0));
    double took = (readClock() - begin) * 1e-9;
    if (workers == 1)
      took = std::min(took, readProcessorSeconds() - worked);
    if (step < 0)
      continue; // code and memory are touched for the first time
    times.push_back(took);
    total += took;
  }
  // Single threads take a low quantile; of several the fastest are luck, so the
  // median is taken.
  auto quick = times.begin() + times.size() / (workers == 1 ? 10 : 2);
  std::nth_element(times.begin(), quick, times.end());
  return *quick;
}

namespace {

/// Collects what is measured, one rate after the other.
class Calibration {
public:
  Status run(Json &document);

private:
  Result<double> time(const std::string &text, unsigned workers = 1) {
    return measure(text, workers);
  }
  Status measureMemory(Json &bytes);
  Status measureRows(Json &bytes);
  Status measureCompute(Json &flops);
  Status measureLanes(double contraction);
  Status measureReordering(Json &flops);
  Status measureBoxings(Json &boxings);
  /// Beyond what a step takes that does nothing.
  double beyond(double seconds) const {
    return std::max(seconds - stepSeconds, 1e-9);
  }

  /// Returns operations per second of the time that is left without the call,
  /// the bytes `moved` through caches and `other` seconds: prices add these
  /// too.
  double rate(double operations, double moved, double seconds,
              double other = 0) const {
    double computing = beyond(seconds) - callSeconds - moved / cached - other;
    return operations / std::max(computing, 0.25 * beyond(seconds));
  }

  double stepSeconds = 0, callSeconds = 0, rowSeconds = 0;
  double cached = 1, cacheBytes = 0; ///< bytes a second; of one core
  double lanes = 1;
  unsigned cores = std::max(1u, std::thread::hardware_concurrency());
};

} // namespace

/// Streams within caches and beyond them. What a core keeps follows from two
/// that do not fit: bytes beyond it go at the rate of their difference.
Status Calibration::measureMemory(Json &bytes) {
  constexpr int64_t few = int64_t(1) << 19, more = int64_t(1) << 22,
                    many = int64_t(1) << 24;
  const std::string body = "    %v = arith.negf %in : f32\n";
  SBP_ASSIGN_OR_RETURN(double inside, time(makeElementwise(few, body)));
  SBP_ASSIGN_OR_RETURN(double around, time(makeElementwise(more, body)));
  SBP_ASSIGN_OR_RETURN(double outside, time(makeElementwise(many, body)));
  SBP_ASSIGN_OR_RETURN(double gathered,
                       time(makeGather(kTableRows, 256, 65536)));
  SBP_ASSIGN_OR_RETURN(double filled, time(makeFill(65536, 256)));
  auto sharers = std::min<int64_t>(cores, 16);
  SBP_ASSIGN_OR_RETURN(double together,
                       time(makeElementwise(many, body, sharers),
                            /*workers=*/0));
  cached = 8.0 * few / beyond(inside);
  SBP_RETURN_IF_FAILED(measureRows(bytes));
  double stream =
      std::min(cached, 8.0 * (many - more) / beyond(outside - around));
  double slower = 1 / stream - 1 / cached;
  if (slower > 0)
    cacheBytes = (8.0 * more / stream - beyond(around)) / slower;
  cacheBytes = std::clamp(cacheBytes, 0.0, 8.0 * more) / cores;
  // Rows are read and written.
  bytes["stream"] = stream;
  bytes["gather"] = 2 * 4.0 * 65536 * 256 / beyond(gathered);
  bytes["cached"] = cached;
  bytes["fill"] = 4.0 * 65536 * 256 / beyond(filled);
  bytes["all_cores"] =
      std::max(stream, 8.0 * many / beyond(together) * cores / sharers);
  return {};
}

/// A table of 64 MiB has few wide rows or many narrow ones; all are taken, 16
/// for each token, summed or multiplied. What narrow ones take is finding them.
Status Calibration::measureRows(Json &bytes) {
  constexpr int64_t elements = int64_t(1) << 24, wide = 256, narrow = 32;
  auto time = [&](int64_t width) -> Result<double> {
    int64_t rows = elements / width;
    SBP_ASSIGN_OR_RETURN(double summed,
                         this->time(makeBag(rows, width, rows / 16, 16)));
    SBP_ASSIGN_OR_RETURN(double multiplied,
                         this->time(makeRowDot(rows, width, rows / 16, 16)));
    return (beyond(summed) + beyond(multiplied)) / (2 * rows);
  };
  SBP_ASSIGN_OR_RETURN(double ofWide, time(wide));
  SBP_ASSIGN_OR_RETURN(double ofNarrow, time(narrow));
  double perByte = (ofWide - ofNarrow) / (4 * (wide - narrow));
  perByte = std::clamp(perByte, 1 / cached, ofWide / (4 * wide));
  rowSeconds = std::max(0.0, ofNarrow - 4 * narrow * perByte);
  bytes["rows"] = 1 / perByte;
  return {};
}

Status Calibration::measureCompute(Json &flops) {
  constexpr int64_t calls = 32, few = int64_t(1) << 14;
  SBP_ASSIGN_OR_RETURN(double one, time(makeCalls(1)));
  SBP_ASSIGN_OR_RETURN(double all, time(makeCalls(1 + calls)));
  callSeconds = std::max(0.0, all - one) / calls;
  SBP_ASSIGN_OR_RETURN(double seconds, time(makeProduct(512, 512, 512)));
  flops["contraction"] =
      rate(2.0 * 512 * 512 * 512, 3 * 4.0 * 512 * 512, seconds);
  SBP_ASSIGN_OR_RETURN(seconds, time(makeProduct(16, 512, 512)));
  flops["narrow_contraction"] =
      rate(2.0 * 16 * 512 * 512, 4.0 * (512 * 512 + 32 * 512), seconds);
  constexpr double elements = 16.0 * few;
  SBP_ASSIGN_OR_RETURN(seconds,
                       time(makeElementwise(elements, makeArithmetic(16))));
  flops["elementwise"] = rate(16 * elements, 8 * elements, seconds);
  std::string body =
      "    %a = math.exp %in : f32\n    %v = math.tanh %a : f32\n";
  SBP_ASSIGN_OR_RETURN(seconds, time(makeElementwise(elements, body)));
  flops["functions"] = rate(2 * elements, 8 * elements, seconds);
  SBP_ASSIGN_OR_RETURN(seconds, time(makeRows(1024, 256)));
  flops["rows"] = rate(1024.0 * 256, 4.0 * 1024 * 256, seconds);
  return measureLanes(flops["contraction"].get<double>());
}

/// In a product of few columns all other lanes are idle.
Status Calibration::measureLanes(double contraction) {
  constexpr double rows = 1024, columns = 8, terms = 128;
  SBP_ASSIGN_OR_RETURN(double seconds, time(makeProduct(rows, columns, terms)));
  double flops =
      rate(2 * rows * columns * terms, 4 * rows * (terms + columns), seconds);
  lanes = std::clamp(columns * contraction / flops, 1.0, 64.0);
  return {};
}

/// Measures the rates of attention and of order. Work of other classes that the
/// same ops state is subtracted at the rates measured before.
Status Calibration::measureReordering(Json &flops) {
  constexpr double heads = 12, length = 512, width = 64;
  SBP_ASSIGN_OR_RETURN(double seconds,
                       time(makeAttention(heads, length, width)));
  double scores = heads * length * length;
  double softmax = 4 * scores / flops["elementwise"].get<double>() +
                   scores / flops["functions"].get<double>();
  flops["attention"] = rate(4 * scores * width,
                            4 * 4.0 * heads * length * width, seconds, softmax);
  constexpr double rows = 2048, columns = 256, k = 16;
  SBP_ASSIGN_OR_RETURN(seconds, time(makeTopK(rows, columns, k)));
  double looking = rows * columns / flops["rows"].get<double>();
  // The work that nn.top_k states: comparisons of 16 rows together.
  constexpr double steps = 2519.742 / 16;
  flops["order"] =
      rate(4 * rows * steps, 4 * rows * (columns + 2 * k), seconds, looking);
  return {};
}

Status Calibration::measureBoxings(Json &boxings) {
  struct Kind {
    const char *name, *from, *to;
    /// The fraction of the tensor that each of p ranks receives.
    double (*share)(double p);
  };
  const Kind kinds[] = {
      {"all_reduce", "P", "B", [](double p) { return 2 * (p - 1) / p; }},
      {"all_gather", "S(0)", "B", [](double p) { return (p - 1) / p; }},
      {"reduce_scatter", "P", "S(0)", [](double p) { return (p - 1) / p; }},
      {"all_to_all", "S(0)", "S(1)",
       [](double p) { return (p - 1) / (p * p); }}};
  constexpr int64_t small = 8, large = 4096;
  for (const Kind &kind : kinds)
    for (int64_t ranks : {2, 4}) {
      SBP_ASSIGN_OR_RETURN(
          double little,
          time(makeBoxing(ranks, small, kind.from, kind.to), /*workers=*/0));
      SBP_ASSIGN_OR_RETURN(
          double much,
          time(makeBoxing(ranks, large, kind.from, kind.to), /*workers=*/0));
      double bytes = 4.0 * 256 * (large - small) * kind.share(ranks);
      boxings.push_back(
          {{"kind", kind.name},
           {"ranks", ranks},
           {"latency_seconds", std::max(0.0, little - stepSeconds)},
           {"bytes_per_second", bytes / std::max(much - little, 1e-9)}});
    }
  return {};
}

/// "2 cores of NAME"; the name is for people.
static std::string describeMachine(unsigned cores) {
  std::ifstream file("/proc/cpuinfo");
  std::string line, name = "an unknown processor";
  while (std::getline(file, line))
    if (line.starts_with("model name") && line.find(": ") != line.npos) {
      name = line.substr(line.find(": ") + 2);
      break;
    }
  return textOf(cores, cores == 1 ? " core of " : " cores of ", name);
}

Status Calibration::run(Json &document) {
  Json flops, bytes, boxings = Json::array();
  SBP_ASSIGN_OR_RETURN(
      stepSeconds, time(makeElementwise(1, "    %v = arith.negf %in : f32\n")));
  SBP_RETURN_IF_FAILED(measureMemory(bytes));
  SBP_RETURN_IF_FAILED(measureCompute(flops));
  SBP_RETURN_IF_FAILED(measureReordering(flops));
  SBP_RETURN_IF_FAILED(measureBoxings(boxings));
  document = {{"format", 1},
              {"machine", describeMachine(cores)},
              {"cores", cores},
              {"step_seconds", stepSeconds},
              {"call_seconds", callSeconds},
              {"row_seconds", rowSeconds},
              {"cache_bytes", cacheBytes},
              {"lanes", lanes},
              {"flops_per_second", flops},
              {"bytes_per_second", bytes},
              {"boxings", boxings}};
  return {};
}

Status run::calibrate(const std::string &path) {
  if (path.empty())
    return userError("--calibrate needs -o FILE.json for the measured rates");
  // Half a minute of measuring is not lost to a folder that is not there.
  SBP_RETURN_IF_FAILED(OutputFiles().write(path, ""));
  Json document;
  SBP_RETURN_IF_FAILED(Calibration().run(document));
  OutputFiles files;
  SBP_RETURN_IF_FAILED(
      files.write(path, document.dump(1, ' ', /*ensure_ascii=*/false,
                                      Json::error_handler_t::replace) +
                            "\n"));
  return files.commit();
}
