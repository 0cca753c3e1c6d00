// RunModels.h: a small model, sessions of it, and processes that are threads
#ifndef SBP_TEST_UNIT_RUN_RUNMODELS_H
#define SBP_TEST_UNIT_RUN_RUNMODELS_H

#include "Launch.h"
#include "Loopback.h"
#include "Processes.h"
#include "RunTermination.h"
#include "Safetensors.h"
#include "Tensor.h"
#include "TestPlan.h"
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

namespace sbp::test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Fails the test with the message of a failure.
inline void expectOk(const Status &status) {
  EXPECT_FALSE(status.failed()) << (status.failed() ? status.message() : "");
}
/// Returns the message of a failure, "" for a success.
inline std::string messageOf(const Status &status) {
  return status.failed() ? status.message() : "";
}

inline std::string readFile(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void writeFile(const std::filesystem::path &path,
                      const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}
/// Returns the values of a file of floats.
inline std::vector<float> readFloats(const std::filesystem::path &path,
                                     Shape *shape = nullptr) {
  Tensor tensor;
  expectOk(readNpy(path, plan::DType::f32, tensor));
  std::vector<float> values;
  for (int64_t i = 0; i < *countElements(tensor.shape); ++i)
    values.push_back(readElement(tensor, i));
  if (shape)
    *shape = tensor.shape;
  return values;
}

/// Computes out[i] = 2 in[i]; parameter 0 is the number of elements.
inline void twice(const sbp_host_services *, void *const *in, void *const *out,
                  void *, const int64_t *parameters) {
  for (int64_t i = 0; i < parameters[0]; ++i)
    static_cast<float *>(out[0])[i] = 2 * static_cast<float *>(in[0])[i];
}
/// Computes out += in[0], in place of in[1].
inline void accumulate(const sbp_host_services *, void *const *in,
                       void *const *out, void *, const int64_t *parameters) {
  for (int64_t i = 0; i < parameters[0]; ++i)
    static_cast<float *>(out[0])[i] =
        static_cast<float *>(in[1])[i] + static_cast<float *>(in[0])[i];
}

/// The report of a failure, for which a test waits.
class Reports {
public:
  run::RunTermination::FailureListener listener() {
    return [this](ExitCode code, const std::string &reason) {
      std::lock_guard lock(mutex);
      reports.push_back({code, reason});
      arrived.notify_all();
    };
  }
  std::pair<ExitCode, std::string> wait() {
    std::unique_lock lock(mutex);
    arrived.wait(lock, [this] { return !reports.empty(); });
    return reports.front();
  }

private:
  std::mutex mutex;
  std::condition_variable arrived;
  std::vector<std::pair<ExitCode, std::string>> reports;
};

/// A transport whose process leaves every gathering late, when the others have
/// gone on.
class LateTransport : public Transport {
public:
  explicit LateTransport(std::unique_ptr<Transport> inner)
      : inner(std::move(inner)) {}
  uint32_t getProcess() const override { return inner->getProcess(); }
  uint32_t countProcesses() const override { return inner->countProcesses(); }
  uint32_t getTagBound() const override { return inner->getTagBound(); }
  uint64_t getMessageBound() const override { return inner->getMessageBound(); }
  void reserve(size_t messages) override { inner->reserve(messages); }
  void post(Message *const *messages, size_t count) override {
    inner->post(messages, count);
  }
  Status gather(const std::string &mine,
                std::vector<std::string> &all) override {
    Status status = inner->gather(mine, all);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return status;
  }
  Status close() override { return inner->close(); }

private:
  std::unique_ptr<Transport> inner;
};

/// A folder of the test's own, and a model on two ranks: y = 2x gathered, and
/// the state w += x, which is 1 at first. x, w and y are 4x2xf32; x and w are
/// split along dimension 0.
class RunModels : public ::testing::Test {
protected:
  RunModels() : bytes(makeModel().bytes()) {
    device.functions["twice"] = twice;
    device.functions["accumulate"] = accumulate;
  }
  void SetUp() override {
    std::string pattern =
        std::filesystem::temp_directory_path() / "sbp-run-XXXXXX";
    folder = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  static TestPlan makeModel() {
    TestPlan plan(2);
    uint32_t split = plan.distribution(TestPlan::S);
    uint32_t whole = plan.distribution(TestPlan::B);
    uint32_t x = plan.input("x", {4, 2}, split);
    uint32_t w = plan.state("w", {4, 2}, split, 1);
    uint32_t h = plan.reg({4, 2}, split), y = plan.reg({4, 2}, whole);
    uint32_t next = plan.reg({4, 2}, split);
    plan::RegisterT &reg = plan.getRegister(next);
    reg.space = plan::Space::state;
    reg.index = 0;
    reg.alias_of = w;
    reg.offset = plan.getRegister(w).offset;
    uint32_t first = plan.compute("twice", {x}, {h});
    plan.allGather(h, y);
    uint32_t update = plan.compute("accumulate", {x, w}, {next});
    plan.graph().tasks[update]->in_place.push_back(plan::InPlacePair(1, 0));
    uint32_t count = plan.graph().parameters++;
    for (auto &binding : plan.plan().bindings)
      binding->entries[0]->parameters.push_back(4);
    for (uint32_t task : {first, update})
      plan.graph().tasks[task]->parameters = {count};
    plan.output("y", y);
    plan.output("w", next);
    return plan;
  }

  std::unique_ptr<Session> makeSession() {
    return createSession(bytes, device);
  }
  /// Returns the path of a file of the test's folder.
  std::string path(const std::string &name) const { return folder / name; }
  /// Writes floats into a file of the test's folder.
  void writeNpy(const std::string &name, const Shape &shape,
                const std::vector<float> &values) {
    writeFile(path(name), formatNpy(plan::DType::f32, shape, values.data()));
  }
  /// Returns the whole value of state 0.
  static std::vector<float> getState(Session &session) {
    std::vector<float> values(8);
    expectOk(session.getState(0, values.data()));
    return values;
  }

  /// One of the processes that runTogether starts.
  struct Process {
    /// Reports failures of the other process from here on.
    run::RunTermination &watch(double timeout) {
      termination = std::make_unique<run::RunTermination>(processes, session,
                                                          reports.listener());
      termination->watch(timeout);
      return *termination;
    }

    FunctionDevice device;
    std::unique_ptr<Session> session; ///< of its ranks
    Reports reports;
    std::unique_ptr<run::RunTermination> termination;
    run::Processes processes;        ///< ends first: its thread uses the others
    std::vector<std::string> errors; ///< that it would print
  };
  /// Whether the first process leaves gatherings after the other one.
  bool isFirstLate = false;
  /// Runs `body` in two processes with a rank each, and waits for both.
  void runTogether(const std::function<void(Process &)> &body) {
    sbp::testing::LoopbackHub hub(2);
    std::vector<std::thread> threads;
    for (uint32_t number : {0, 1})
      threads.emplace_back([&, number] {
        std::unique_ptr<Transport> transport = hub.connect(number);
        if (isFirstLate && number == 0)
          transport = std::make_unique<LateTransport>(std::move(transport));
        Process process;
        run::ProcessEvents events;
        events.onError = [&](const std::string &text) {
          process.errors.push_back(text);
        };
        process.processes = run::Processes(events);
        expectOk(process.processes.connect(*transport));
        SessionOptions options;
        options.transport = transport.get();
        options.chooseWorld = [&](uint32_t ranks, LocalWorld &world) {
          run::Launch launch;
          launch.size = 2;
          launch.rank = number;
          return run::chooseWorld({}, launch, ranks, world);
        };
        process.device.functions = device.functions;
        process.session = createSession(bytes, process.device, options);
        body(process);
        process.processes.getControl()->finish();
        std::vector<std::string> all; // none ends before the other
        expectOk(process.processes.gather("", all));
      });
    for (std::thread &thread : threads)
      thread.join();
  }

  FunctionDevice device;
  Bytes bytes;
  std::filesystem::path folder;
  const std::vector<float> x = {1, 2, 3, 4, 5, 6, 7, 8};
  static constexpr const char *xText = "4x2xf32=1,2,3,4,5,6,7,8";
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUN_RUNMODELS_H
