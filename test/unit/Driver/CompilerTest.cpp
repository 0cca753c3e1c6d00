// CompilerTest.cpp: a compiler inside of another program
#include "sbp/Driver/Compiler.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstring>
#include <thread>

using namespace sbp;

namespace {

constexpr const char *kModel = R"(
sbp.placement @pair ["dp" = 2]
func.func @main(%x: tensor<8x4xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@pair, [S(0)]>})
    -> (tensor<8x4xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@pair, [B]>}) {
  %y = math.tanh %x : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
)";

constexpr const char *kWrongModel =
    R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = math.tanh %z : tensor<8xf32>
  return %y : tensor<8xf32>
}
)";

/// The action of every signal, as bytes.
std::vector<struct sigaction> readActions() {
  std::vector<struct sigaction> actions(NSIG);
  for (int signal = 1; signal < NSIG; ++signal)
    sigaction(signal, nullptr, &actions[signal]);
  return actions;
}

/// Returns the signals whose action differs.
std::vector<int> compare(const std::vector<struct sigaction> &before,
                         const std::vector<struct sigaction> &after) {
  std::vector<int> changed;
  for (int signal = 1; signal < NSIG; ++signal)
    if (std::memcmp(&before[signal].sa_sigaction, &after[signal].sa_sigaction,
                    sizeof(before[signal].sa_sigaction)) ||
        before[signal].sa_flags != after[signal].sa_flags)
      changed.push_back(signal);
  return changed;
}

/// Stores what a compilation reports and how signals are handled meanwhile.
class Recorder : public CompilerListener {
public:
  void beginPhase(std::string_view name, int64_t ops) override {
    EXPECT_GT(ops, 0);
    phases.emplace_back(name);
    actions = readActions();
  }
  bool acceptModel() override { return accepts; }
  void receive(const CompilerDiagnostic &diagnostic) override {
    texts.push_back(diagnostic.text);
  }

  std::vector<std::string> phases, texts;
  std::vector<struct sigaction> actions;
  bool accepts = true;
};

TEST(Compiler, ReturnsAnArtifact) {
  CompilerOptions options;
  options.report = ReportKind::Json;
  Recorder recorder;
  CompilerResult result =
      Compiler(options).compile(kModel, "model.mlir", &recorder);
  EXPECT_EQ(result.status, CompilerStatus::Success);
  EXPECT_GT(result.artifact.size(), 1000u);
  EXPECT_NE(result.report.find("\"all_gather\""), std::string::npos);
  EXPECT_TRUE(result.diagnostics.empty());
  EXPECT_EQ(recorder.phases,
            (std::vector<std::string>{"model", "distributed", "local", "tasks",
                                      "artifact"}));
}

TEST(Compiler, CompilesAgainToTheSameBytes) {
  Compiler compiler{CompilerOptions()};
  EXPECT_EQ(compiler.compile(kModel, "a").artifact,
            compiler.compile(kModel, "a").artifact);
}

TEST(Compiler, AnErrorHasAPlaceAndAText) {
  Recorder recorder;
  CompilerResult result =
      Compiler(CompilerOptions()).compile(kWrongModel, "wrong.mlir", &recorder);
  EXPECT_EQ(result.status, CompilerStatus::Failure);
  EXPECT_TRUE(result.artifact.empty());
  ASSERT_EQ(result.diagnostics.size(), 1u);
  const CompilerDiagnostic &error = result.diagnostics[0];
  EXPECT_EQ(error.severity, CompilerSeverity::Error);
  EXPECT_FALSE(error.isAboutOptions);
  EXPECT_EQ(error.file, "wrong.mlir");
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.column, 18u);
  EXPECT_EQ(error.text, "use of undeclared SSA value name");
  EXPECT_EQ(recorder.texts, std::vector<std::string>{error.text});
}

TEST(Compiler, WrongOptionsAreDiagnosticsWithoutAPlace) {
  CompilerOptions target, streams, limit, rates;
  target.target = "abacus";
  streams.streams = 4;
  limit.memoryLimit = 0;
  rates.ratesFile = "Abacus";
  for (auto &[options, text] :
       {std::pair(target, "unknown target 'abacus', expected host or cuda"),
        std::pair(streams, "--streams=4: expected 1, 2 or 3"),
        std::pair(limit, "--memory-limit=0: expected a number of bytes from 1 "
                         "to 2^63 - 1"),
        std::pair(rates, "--rates=Abacus: no such file, and no built-in rates "
                         "of that name; built in are none")}) {
    CompilerResult result = Compiler(options).compile(kModel, "model.mlir");
    EXPECT_EQ(result.status, CompilerStatus::Failure);
    ASSERT_EQ(result.diagnostics.size(), 1u);
    EXPECT_TRUE(result.diagnostics[0].isAboutOptions);
    EXPECT_EQ(result.diagnostics[0].text, text);
    EXPECT_TRUE(result.diagnostics[0].file.empty());
  }
  EXPECT_EQ(Compiler(target).check().size(), 1u);
  EXPECT_TRUE(Compiler(CompilerOptions()).check().empty());
}

TEST(Compiler, RatesAreFoundByNameInTheShareFolder) {
  CompilerOptions options;
  options.ratesFile = "A100";
  options.shareFolder = SBP_SHARE;
  options.report = ReportKind::Json;
  CompilerResult result = Compiler(options).compile(kModel, "model.mlir");
  EXPECT_EQ(result.status, CompilerStatus::Success);
  EXPECT_NE(result.report.find("\"predicted_steps\""), std::string::npos);
}

TEST(Compiler, AListenerCanRefuseTheModel) {
  Recorder recorder;
  recorder.accepts = false;
  CompilerResult result =
      Compiler(CompilerOptions()).compile(kModel, "model.mlir", &recorder);
  EXPECT_EQ(result.status, CompilerStatus::Cancelled);
  EXPECT_TRUE(recorder.phases.empty());
}

// Handlers stay those of the program, after success, after an error of the
// model, after one of the plan, and for the targets with their assemblers.
TEST(Compiler, HandlersOfAllSignalsStay) {
  std::vector<struct sigaction> before = readActions();
  CompilerOptions cuda, limited;
  cuda.target = "cuda";
  cuda.withReference = true;
  limited.memoryLimit = 1;
  for (const CompilerOptions &options : {CompilerOptions(), cuda, limited})
    for (const char *model : {kModel, kWrongModel}) {
      Recorder recorder;
      CompilerResult result =
          Compiler(options).compile(model, "model.mlir", &recorder);
      bool succeeds = model == kModel && !options.memoryLimit;
      EXPECT_EQ(result.status == CompilerStatus::Success, succeeds)
          << (result.diagnostics.empty() ? "" : result.diagnostics[0].text);
      EXPECT_EQ(compare(before, readActions()), std::vector<int>());
      if (!recorder.actions.empty())
        EXPECT_EQ(compare(before, recorder.actions), std::vector<int>());
    }
}

/// Cancels at the beginning of a phase.
class Canceller : public CompilerListener {
public:
  Canceller(Compiler &compiler, std::string_view phase)
      : compiler(compiler), phase(phase) {}
  void beginPhase(std::string_view name, int64_t) override {
    last = name;
    if (name == phase)
      compiler.cancel();
  }
  Compiler &compiler;
  std::string_view phase;
  std::string last;
};

TEST(Compiler, CancelEndsACompilationInEveryPhase) {
  for (std::string_view phase :
       {"model", "distributed", "local", "tasks", "artifact"}) {
    Compiler compiler{CompilerOptions()};
    Canceller canceller(compiler, phase);
    CompilerResult result = compiler.compile(kModel, "model.mlir", &canceller);
    EXPECT_EQ(result.status, CompilerStatus::Cancelled);
    EXPECT_TRUE(result.artifact.empty());
    EXPECT_EQ(canceller.last, phase);
    EXPECT_EQ(compiler.compile(kModel, "model.mlir").status,
              CompilerStatus::Cancelled);
  }
}

/// Holds its compilation until another one waits and was cancelled.
class Holder : public CompilerListener {
public:
  bool acceptModel() override {
    std::thread other(
        [&] { waiting = second.compile(kModel, "second.mlir").status; });
    second.cancel();
    other.join();
    return true;
  }
  Compiler second{CompilerOptions()};
  CompilerStatus waiting = CompilerStatus::Success;
};

// The second one returns while the first still has its turn.
TEST(Compiler, CancelEndsACompilationThatWaits) {
  Holder holder;
  Compiler first{CompilerOptions()};
  EXPECT_EQ(first.compile(kModel, "first.mlir", &holder).status,
            CompilerStatus::Success);
  EXPECT_EQ(holder.waiting, CompilerStatus::Cancelled);
}

TEST(Compiler, CompilationsOfThreadsTakeTurns) {
  std::vector<std::string> artifacts(4);
  std::vector<std::thread> threads;
  for (std::string &artifact : artifacts)
    threads.emplace_back([&artifact] {
      artifact = Compiler(CompilerOptions()).compile(kModel, "a").artifact;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &artifact : artifacts) {
    EXPECT_FALSE(artifact.empty());
    EXPECT_EQ(artifact, artifacts[0]);
  }
}

TEST(Compiler, AddsATrainingStep) {
  constexpr const char *model = R"(
func.func @main(%x: tensor<4x3xf32> {sbp.name = "x"}, %w: tensor<3x2xf32> {sbp.name = "w"})
    -> (tensor<f32> {sbp.name = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x2xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x2xf32>) -> tensor<4x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%start : tensor<4x2xf32>) -> tensor<4x2xf32>
  %none = tensor.empty() : tensor<f32>
  %first = linalg.fill ins(%zero : f32) outs(%none : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce ins(%y : tensor<4x2xf32>) outs(%first : tensor<f32>) dimensions = [0, 1]
    (%a: f32, %b: f32) {
      %c = arith.addf %a, %b : f32
      linalg.yield %c : f32
    }
  return %loss : tensor<f32>
}
)";
  Compiler compiler{CompilerOptions()};
  CompilerResult result = compiler.addTraining(
      model, "model.mlir", "loss=loss data=x optimizer=sgd rate=0.1");
  ASSERT_EQ(result.status, CompilerStatus::Success)
      << (result.diagnostics.empty() ? "" : result.diagnostics[0].text);
  EXPECT_NE(result.artifact.find("@train("), std::string::npos);
  CompilerResult compiled = compiler.compile(result.artifact, "train.mlir");
  EXPECT_EQ(compiled.status, CompilerStatus::Success)
      << (compiled.diagnostics.empty() ? "" : compiled.diagnostics[0].text);
  result = compiler.addTraining(model, "model.mlir", "loss=nothing data=x");
  EXPECT_EQ(result.status, CompilerStatus::Failure);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics[0].file, "model.mlir");
  result = compiler.addTraining(model, "model.mlir", "nonsense=1");
  EXPECT_EQ(result.status, CompilerStatus::Failure);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_TRUE(result.diagnostics[0].isAboutOptions);
}

TEST(Diagnostics, AreWrittenAsJson) {
  CompilerDiagnostic note;
  note.severity = CompilerSeverity::Note;
  note.file = "a.mlir";
  note.line = 3;
  note.column = 7;
  note.text = "here \"quoted\"";
  CompilerDiagnostic error;
  error.text = "no place";
  error.notes.push_back(note);
  EXPECT_EQ(
      toJson(error),
      R"({"notes":[{"column":7,"file":"a.mlir","line":3,"notes":[],"severity":"note","text":"here \"quoted\""}],"severity":"error","text":"no place"})");
}

} // namespace
