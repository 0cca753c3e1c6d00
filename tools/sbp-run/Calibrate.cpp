// Calibrate.cpp: measures what this machine does in a second
//
// Each rate is that of a small model, compiled and run like any other: what
// kernels and communicators do here is what choices will be priced by.
#include "Errno.h"
#include "Runner.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;
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

/// Inputs that are no numbers to stumble over: i32 are row numbers.
static Status setInputs(Session &session, uint32_t entry) {
  const plan::EntryT &e = *session.getPlan().entries[entry];
  for (uint32_t port = 0; port < e.inputs.size(); ++port) {
    int64_t count = 1;
    for (int64_t size : e.inputs[port]->shape)
      count *= size;
    std::vector<uint32_t> values(count);
    for (int64_t i = 0; i < count; ++i) {
      float value = 0.5f + float(i % 251) / 512;
      uint32_t bits;
      std::memcpy(&bits, &value, sizeof(bits));
      values[i] = e.inputs[port]->dtype == plan::DType::f32
                      ? bits
                      : uint32_t((i * 7919) % 4096);
    }
    SBP_RETURN_IF_FAILED(session.setInput(entry, port, values.data()));
  }
  return {};
}

/// The median step of `text`: as many steps as fit into half a second, 5 to
/// 200.
static Status measure(const std::string &text, unsigned workers,
                      double &seconds) {
  ScratchModel model;
  SBP_RETURN_IF_FAILED(model.write(text));
  Options options;
  options.model = model.path();
  Image image;
  SBP_RETURN_IF_FAILED(openModel(options, image));
  SessionOptions sessionOptions;
  sessionOptions.workers = workers;
  std::unique_ptr<Session> session;
  SBP_RETURN_IF_FAILED(
      Session::create(image.bytes, std::move(sessionOptions), session));
  SBP_RETURN_IF_FAILED(setInputs(*session, 0));
  std::vector<double> times;
  double total = 0;
  for (int step = -2; step < 200 && (step < 5 || total < 0.5); ++step) {
    int64_t begin = readClock();
    SBP_RETURN_IF_FAILED(session->step(0));
    double took = (readClock() - begin) * 1e-9;
    if (step < 0)
      continue; // code and memory are touched for the first time
    times.push_back(took);
    total += took;
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2,
                   times.end());
  seconds = times[times.size() / 2];
  return {};
}

static std::string tensor(std::initializer_list<int64_t> shape,
                          const char *type = "f32") {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + type + ">";
}

static std::string makeProduct(int64_t m, int64_t n, int64_t k) {
  std::string a = tensor({m, k}), b = tensor({k, n}), c = tensor({m, n});
  return "func.func @main(%a: " + a + ", %b: " + b + ") -> " + c +
         " {\n  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : " +
         c + "\n  %f = linalg.fill ins(%zero : f32) outs(%e : " + c + ") -> " +
         c + "\n  %y = linalg.matmul ins(%a, %b : " + a + ", " + b +
         ") outs(%f : " + c + ") -> " + c + "\n  return %y : " + c + "\n}\n";
}

/// `body` of `ops` operations on %in for each of n elements.
static std::string makeElementwise(int64_t n, const std::string &body) {
  std::string x = tensor({n});
  return "#map = affine_map<(d0) -> (d0)>\nfunc.func @main(%x: " + x + ") -> " +
         x + " {\n  %e = tensor.empty() : " + x +
         "\n  %y = linalg.generic {indexing_maps = [#map, #map], "
         "iterator_types = [\"parallel\"]} ins(%x : " +
         x + ") outs(%e : " + x + ") {\n  ^bb0(%in: f32, %out: f32):\n" + body +
         "    linalg.yield %v : f32\n  } -> " + x + "\n  return %y : " + x +
         "\n}\n";
}

static std::string makeRows(int64_t rows, int64_t columns) {
  std::string x = tensor({rows, columns}), y = tensor({rows});
  return "func.func @main(%x: " + x + ") -> " + y +
         " {\n  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : " +
         y + "\n  %f = linalg.fill ins(%zero : f32) outs(%e : " + y + ") -> " +
         y + "\n  %y = linalg.reduce ins(%x : " + x + ") outs(%f : " + y +
         ") dimensions = [1]\n    (%in: f32, %sum: f32) {\n      %s = "
         "arith.addf %sum, %in : f32\n      linalg.yield %s : f32\n    }\n"
         "  return %y : " +
         y + "\n}\n";
}

static std::string makeGather(int64_t rows, int64_t width, int64_t taken) {
  std::string x = tensor({rows, width}), y = tensor({taken, width});
  std::string ids = tensor({taken}, "i32");
  return "func.func @main(%x: " + x + ", %i: " + ids + ") -> " + y +
         " {\n  %y = nn.gather %x, %i {axis = 0 : i64} : (" + x + ", " + ids +
         ") -> " + y + "\n  return %y : " + y + "\n}\n";
}

static std::string makeBoxing(int64_t ranks, int64_t rows, const char *from,
                              const char *to) {
  std::string x = tensor({rows, 256});
  auto annotate = [](const char *component) {
    return std::string(" {sbp.distribution = #sbp.distribution<@p, [") +
           component + "]>}";
  };
  return "sbp.placement @p [\"x\" = " + std::to_string(ranks) +
         "]\nfunc.func @main(%x: " + x + annotate(from) + ") -> (" + x +
         annotate(to) + ") {\n  return %x : " + x + "\n}\n";
}

namespace {

/// Collects what is measured, one rate after the other.
class Calibration {
public:
  Status run(Json &document);

private:
  Status time(const std::string &text, double &seconds, unsigned workers = 1) {
    return measure(text, workers, seconds);
  }
  Status measureCompute(Json &flops, Json &bytes);
  Status measureBoxings(Json &boxings);
  /// Beyond what a step takes that does nothing.
  double beyond(double seconds) const {
    return std::max(seconds - stepSeconds, 1e-9);
  }

  double stepSeconds = 0;
  unsigned cores = std::max(1u, std::thread::hardware_concurrency());
};

} // namespace

Status Calibration::measureCompute(Json &flops, Json &bytes) {
  double copy, seconds;
  // 64 MiB in, 64 MiB out: beyond what caches hold.
  constexpr int64_t many = int64_t(1) << 24, few = int64_t(1) << 14;
  SBP_RETURN_IF_FAILED(
      time(makeElementwise(many, "    %v = arith.negf %in : f32\n"), copy));
  double stream = 8.0 * many / beyond(copy);
  SBP_RETURN_IF_FAILED(time(makeGather(4096, 1024, 16384), seconds));
  // Rows are read and written.
  bytes = {{"stream", stream},
           {"gather", 2 * 4.0 * 16384 * 1024 / beyond(seconds)}};
  // What goes through memory is not counted as computing, as in prices.
  auto rate = [&](double operations, double moved, double seconds) {
    double computing = beyond(seconds) - moved / stream;
    return operations / std::max(computing, 0.25 * beyond(seconds));
  };
  SBP_RETURN_IF_FAILED(time(makeProduct(512, 512, 512), seconds));
  flops["contraction"] =
      rate(2.0 * 512 * 512 * 512, 3 * 4.0 * 512 * 512, seconds);
  SBP_RETURN_IF_FAILED(time(makeProduct(16, 1024, 1024), seconds));
  flops["narrow_contraction"] =
      rate(2.0 * 16 * 1024 * 1024, 4.0 * (1024 * 1024 + 32 * 1024), seconds);
  std::string body = "    %a = math.exp %in : f32\n    %b = arith.addf %a, %in "
                     ": f32\n    %c = math.tanh %b : f32\n    %v = arith.mulf "
                     "%c, %a : f32\n";
  SBP_RETURN_IF_FAILED(time(makeElementwise(16 * few, body), seconds));
  flops["elementwise"] = rate(4.0 * 16 * few, 8.0 * 16 * few, seconds);
  SBP_RETURN_IF_FAILED(time(makeRows(1024, 256), seconds));
  flops["rows"] = rate(1024.0 * 256, 4.0 * 1024 * 256, seconds);
  return {};
}

Status Calibration::measureBoxings(Json &boxings) {
  struct Kind {
    const char *name, *from, *to;
    /// Of the tensor, received by each of p ranks.
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
      double little, much;
      SBP_RETURN_IF_FAILED(time(makeBoxing(ranks, small, kind.from, kind.to),
                                little, /*workers=*/0));
      SBP_RETURN_IF_FAILED(time(makeBoxing(ranks, large, kind.from, kind.to),
                                much, /*workers=*/0));
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
  SBP_RETURN_IF_FAILED(
      time(makeElementwise(1, "    %v = arith.negf %in : f32\n"), stepSeconds));
  SBP_RETURN_IF_FAILED(measureCompute(flops, bytes));
  SBP_RETURN_IF_FAILED(measureBoxings(boxings));
  document = {{"format", 1},
              {"machine", describeMachine(cores)},
              {"cores", cores},
              {"step_seconds", stepSeconds},
              {"flops_per_second", flops},
              {"bytes_per_second", bytes},
              {"boxings", boxings}};
  return {};
}

Status run::calibrate(const std::string &path) {
  if (path.empty())
    return userError("--calibrate needs -o FILE.json for what it measures");
  // Half a minute of measuring is not lost to a folder that is not there.
  SBP_RETURN_IF_FAILED(OutputFiles().write(path, ""));
  Json document;
  SBP_RETURN_IF_FAILED(Calibration().run(document));
  OutputFiles files;
  SBP_RETURN_IF_FAILED(files.write(
      path,
      document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"));
  return files.commit();
}
