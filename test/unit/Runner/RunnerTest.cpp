// RunnerTest.cpp: sbp-run from the outside
#include "Safetensors.h"
#include "TestPlan.h"
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

namespace {
struct RunOutcome {
  int code;
  std::string output; ///< stdout and stderr
};

std::string readFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void writeFile(const fs::path &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class RunnerTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "sbp-runner-XXXXXX";
    directory = mkdtemp(pattern.data());
    TestPlan plan = makeModel();
    plan.code = readFile(SBP_KERNELS);
    writeFile(directory / "model.sbpx", plan.bytes());
  }
  void TearDown() override { fs::remove_all(directory); }

  /// y = 2x gathered, state w += x; two ranks, x: 4x2 split on dim 0.
  static TestPlan makeModel(const char *kernel = "twice") {
    TestPlan plan(2);
    uint32_t split = plan.distribution(TestPlan::S);
    uint32_t whole = plan.distribution(TestPlan::B);
    uint32_t x = plan.input("x", {4, 2}, split);
    uint32_t w = plan.state("w", {4, 2}, split, 1);
    uint32_t h = plan.reg({4, 2}, split), y = plan.reg({4, 2}, whole);
    uint32_t next = plan.reg({4, 2}, split);
    RegisterT &reg = plan.getRegister(next);
    reg.space = Space::state;
    reg.index = 0;
    reg.alias_of = w;
    reg.offset = plan.getRegister(w).offset;
    uint32_t first = plan.compute(kernel, {x}, {h});
    plan.allGather(h, y);
    uint32_t update = plan.compute("accumulate", {x, w}, {next});
    plan.graph().tasks[update]->in_place.push_back(InPlacePair(1, 0));
    uint32_t count = plan.graph().parameters++;
    for (auto &binding : plan.plan().bindings)
      binding->entries[0]->parameters.push_back(4);
    for (uint32_t task : {first, update})
      plan.graph().tasks[task]->parameters = {count};
    plan.output("y", y);
    plan.output("w", next);
    return plan;
  }

  RunOutcome run(const std::string &arguments,
                 const std::string &environment = "") {
    std::string command = "cd " + directory.string() + " && " + environment +
                          " " + SBP_RUN + " " + arguments + " 2>&1";
    FILE *pipe = popen(command.c_str(), "r");
    RunOutcome result;
    char buffer[4096];
    while (size_t count = fread(buffer, 1, sizeof(buffer), pipe))
      result.output.append(buffer, count);
    int state = pclose(pipe);
    result.code =
        WIFEXITED(state) ? WEXITSTATUS(state) : 1000 + WTERMSIG(state);
    return result;
  }

  void writeNpy(const std::string &name, const Shape &shape,
                const std::vector<float> &values) {
    writeFile(directory / name, formatNpy(DType::f32, shape, values.data()));
  }
  std::vector<float> readFloats(const std::string &name,
                                Shape *shape = nullptr) {
    Tensor tensor;
    Status status = readNpy(directory / name, DType::f32, tensor);
    EXPECT_FALSE(status.failed()) << name;
    std::vector<float> values;
    for (int64_t i = 0; i < *countElements(tensor.shape); ++i)
      values.push_back(readElement(tensor, i));
    if (shape)
      *shape = tensor.shape;
    return values;
  }

  /// The one flight record in the directory.
  std::string readRecord() {
    for (const auto &file : fs::directory_iterator(directory))
      if (file.path().filename().string().starts_with("sbp-flight-"))
        return readFile(file.path());
    return "no flight record";
  }

  fs::path directory;
  static constexpr const char *x = " --input x=4x2xf32=1,2,3,4,5,6,7,8 ";
};
} // namespace

TEST_F(RunnerTest, PrintsStatisticsWithoutAnOutput) {
  RunOutcome result = run(std::string("model.sbpx") + x);
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.output, HasSubstr("y: 4x2xf32 min 2 max 16 mean 9 nan 0"));
}

TEST_F(RunnerTest, ReadsAndWritesNpy) {
  writeNpy("x.npy", {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(run("model.sbpx --input x=@x.npy --output y=@y.npy").code, 0);
  EXPECT_EQ(readFloats("y.npy"),
            (std::vector<float>{2, 4, 6, 8, 10, 12, 14, 16}));
}

TEST_F(RunnerTest, StepsSliceInputsStackOutputsAndKeepStates) {
  std::vector<float> values(24);
  for (int i = 0; i < 24; ++i)
    values[i] = i;
  writeNpy("x.npy", {3, 4, 2}, values);
  RunOutcome result =
      run("model.sbpx --steps=3 --input x=@x.npy --output y=@y.npy:all "
          "--save-state=w.safetensors");
  EXPECT_EQ(result.code, 0) << result.output;
  Shape shape;
  std::vector<float> y = readFloats("y.npy", &shape);
  EXPECT_EQ(shape, (Shape{3, 4, 2}));
  for (int i = 0; i < 24; ++i)
    EXPECT_EQ(y[i], 2 * i);
  Safetensors file;
  Tensor w;
  EXPECT_FALSE(Safetensors::read(directory / "w.safetensors", file).failed());
  Result<bool> found = file.find("w", w);
  ASSERT_TRUE(!found.failed() && *found);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(readElement(w, i), 1 + i + (i + 8) + (i + 16));
  // What was saved is a first value again.
  result = run(
      std::string("model.sbpx --weights w.safetensors --save-state=w2") + x);
  EXPECT_EQ(result.code, 0) << result.output;
}

TEST_F(RunnerTest, ShardsGoOutAndIn) {
  RunOutcome result = run(std::string("model.sbpx --output-shards=out") + x);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_EQ(readFloats("out/w.rank1.npy"), (std::vector<float>{6, 7, 8, 9}));
  EXPECT_EQ(readFloats("out/y.rank0.npy").size(), 8u);
  EXPECT_THAT(readFile(directory / "out/distributions.json"),
              HasSubstr("\"distribution\": \"@p, [S(0)]\""));
  fs::create_directory(directory / "in");
  writeNpy("in/x.rank0.npy", {2, 2}, {1, 2, 3, 4});
  writeNpy("in/x.rank1.npy", {2, 2}, {5, 6, 7, 8});
  result = run("model.sbpx --input-shards=in --output y=@y.npy");
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_EQ(readFloats("y.npy")[7], 16);
  fs::remove(directory / "in/x.rank1.npy");
  result = run("model.sbpx --input-shards=in");
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.output, HasSubstr("in/x.rank1.npy"));
}

TEST_F(RunnerTest, JsonTraceAndBenchmark) {
  RunOutcome result =
      run(std::string("model.sbpx --json --benchmark=5 --trace=t.json") + x);
  EXPECT_EQ(result.code, 0);
  for (const char *key :
       {"\"format\": 1", "\"entry\": \"main\"", "\"steps\": 5", "\"median\"",
        "\"moved_bytes\": 32", "\"peak_bytes\""})
    EXPECT_THAT(result.output, HasSubstr(key));
  EXPECT_THAT(readFile(directory / "t.json"), HasSubstr("all_gather #0"));
}

TEST_F(RunnerTest, InspectLoadsNoCode) {
  TestPlan plan = makeModel();
  plan.code = "not an ELF";
  writeFile(directory / "bad.sbpx", plan.bytes());
  RunOutcome result = run("bad.sbpx --inspect");
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.output, HasSubstr("input x: 4x2xf32 @p, [S(0)]"));
  EXPECT_EQ(run(std::string("bad.sbpx") + x).code, 1);
}

TEST_F(RunnerTest, ExecutableCarriesItsArtifact) {
  std::string runner = readFile(SBP_RUN);
  Bytes image(readFile(directory / "model.sbpx"));
  Result<std::string> program =
      artifact::appendToRunner({runner.data(), runner.size()}, image.view());
  ASSERT_FALSE(program.failed()) << program.status().message();
  writeFile(directory / "model", *program);
  fs::permissions(directory / "model", fs::perms::owner_all);
  std::string command = (directory / "model").string() + x + " > " +
                        (directory / "out.txt").string();
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_THAT(readFile(directory / "out.txt"), HasSubstr("mean 9"));
}

TEST_F(RunnerTest, UserErrorsAreOneLineAndExitOne) {
  writeNpy("wide.npy", {4, 3}, std::vector<float>(12));
  writeNpy("steps.npy", {3, 4, 2}, std::vector<float>(24));
  writeFile(directory / "short.sbpx",
            readFile(directory / "model.sbpx").substr(0, 99));
  writeFile(directory / "empty.sbpx", "");
  std::string model = "model.sbpx ", good = model + x;
  const std::pair<std::string, const char *> cases[] = {
      {"", "model"},
      {"missing.sbpx", "cannot open missing.sbpx"},
      {"missing.mlir", "cannot open missing.mlir"},
      {"short.sbpx", "short.sbpx: artifact"},
      {"empty.sbpx", "empty.sbpx: not an .sbpx artifact"},
      {". ", "not a regular file"},
      {good + "--frobnicate", "--frobnicate"},
      {good + "--steps=0", "--steps"},
      {good + "--entry=other", "--entry other: no such entry; there are: main"},
      {model, "input 'x' of 4x2xf32 has no value"},
      {model + "--input x", "expected NAME=VALUE"},
      {good + "--input z=f32=1", "--input z: entry 'main' has no such input"},
      {good + good.substr(model.size()), "--input x is given twice"},
      {model + "--input x=4x2xf32=1,2", "needs 8 values but has 2"},
      {model + "--input x=4x2xf64=1,2,3,4,5,6,7,8",
       "is 4x2xf32 but got 4x2xf64"},
      {model + "--input x=@none.npy", "cannot open none.npy"},
      {model + "--input x=@wide.npy",
       "wide.npy: input 'x' is 4x2xf32 but got 4x3xf32"},
      {model + "--input x=@steps.npy", "give --steps=3"},
      {model + "--steps=2 --input x=@steps.npy", "has 3 slices but --steps=2"},
      {good + "--input w=4x2xf32=1,2,3,4,5,6,7,8", "--input w: is a state"},
      {good + "--output q=@q.npy",
       "--output q: entry 'main' has no such result"},
      {good + "--output y=y.npy", "expected NAME=@FILE.npy"},
      {good + "--output y=@no/such/y.npy", "cannot write no/such/y.npy"},
      {good + "--weights wide.npy", "wide.npy: not a safetensors file"},
      {good + "--compare", "compile with --with-reference"}};
  for (const auto &[arguments, message] : cases) {
    RunOutcome result = run(arguments);
    EXPECT_EQ(result.code, 1) << arguments << "\n" << result.output;
    EXPECT_THAT(result.output, HasSubstr(message)) << arguments;
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1)
        << result.output;
  }
  RunOutcome result = run(good, "WORLD_SIZE=3");
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.output,
              HasSubstr("launched as 3 processes (WORLD_SIZE) without MPI"));
}

TEST_F(RunnerTest, FailedRunLeavesNoFiles) {
  writeNpy("old.npy", {1}, {1});
  std::string old = readFile(directory / "old.npy");
  RunOutcome result =
      run(std::string("model.sbpx --output y=@old.npy --save-state=/no/w") + x);
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(readFile(directory / "old.npy"), old);
  for (const auto &file : fs::directory_iterator(directory))
    EXPECT_EQ(file.path().string().find(".partial"), std::string::npos);
}

TEST_F(RunnerTest, WatchdogNamesTheStuckTask) {
  TestPlan plan = makeModel("hang");
  plan.code = readFile(SBP_KERNELS);
  writeFile(directory / "hang.sbpx", plan.bytes());
  RunOutcome result = run(std::string("hang.sbpx") + x,
                          "SBP_WATCHDOG_SECONDS=0.3 SBP_FLIGHT_RECORDS=.");
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.output, HasSubstr("runs task 0"));
  std::string record = readRecord();
  EXPECT_THAT(record, HasSubstr("\"reason\": \"no progress for 0.3"));
  EXPECT_THAT(record, HasSubstr("\"state\": \"runs\""));
  EXPECT_THAT(record, HasSubstr("\"task\": \"task 0"));
}

// Its name can be foreseen: a link of that name is replaced, not followed.
// Where a folder has it, as a file of somebody else would, the record has
// another.
TEST_F(RunnerTest, FlightRecordsFollowNoLink) {
  TestPlan plan = makeModel("hang");
  plan.code = readFile(SBP_KERNELS);
  writeFile(directory / "hang.sbpx", plan.bytes());
  std::string name = "sbp-flight-$(uname -n)-$$.json",
              hang = "SBP_WATCHDOG_SECONDS=0.3 SBP_FLIGHT_RECORDS=. exec";
  writeFile(directory / "precious", "precious");
  RunOutcome result = run(std::string("hang.sbpx") + x,
                          "ln -s precious " + name + " && " + hang);
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(readFile(directory / "precious"), "precious");
  std::string record = readRecord();
  EXPECT_THAT(record, HasSubstr("\"reason\": \"no progress for 0.3"));
  for (const auto &file : fs::directory_iterator(directory))
    EXPECT_FALSE(file.is_symlink()) << file.path();
  result = run(std::string("hang.sbpx") + x, "mkdir " + name + " && " + hang);
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.output, HasSubstr("; flight record in ./sbp-flight-"));
}

#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) &&     \
    !__has_feature(thread_sanitizer)
TEST_F(RunnerTest, CrashedKernelIsALostRank) {
  TestPlan plan = makeModel("crash");
  plan.code = readFile(SBP_KERNELS);
  writeFile(directory / "crash.sbpx", plan.bytes());
  RunOutcome result =
      run(std::string("crash.sbpx") + x, "SBP_FLIGHT_RECORDS=.");
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.output, HasSubstr(" got 'Illegal instruction'; "
                                       "entry 'main', step 0: rank "));
  EXPECT_THAT(result.output, HasSubstr("runs task 0"));
  EXPECT_THAT(result.output, HasSubstr("; flight record in ./sbp-flight-"));
  EXPECT_THAT(readRecord(), HasSubstr("\"launched\": [\n"));
}
#endif

TEST_F(RunnerTest, ArtifactForAnotherProcessor) {
  TestPlan plan = makeModel();
  plan.contents.header.cpuFeatures = "sse2,warpdrive";
  writeFile(directory / "other.sbpx", plan.bytes());
  RunOutcome result = run(std::string("other.sbpx") + x);
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.output, HasSubstr("'warpdrive'"));
}

#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) &&     \
    !__has_feature(thread_sanitizer)
TEST_F(RunnerTest, NeedsNothingButTheCLibraries) {
  std::string list = (directory / "ldd.txt").string();
  ASSERT_EQ(std::system(("ldd " SBP_RUN " > " + list).c_str()), 0);
  std::ifstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    bool known = false;
    for (const char *name : {"linux-vdso", "libc.so", "libm.so", "libstdc++.so",
                             "libgcc_s.so", "ld-linux"})
      known |= line.find(name) != line.npos;
    EXPECT_TRUE(known) << line;
  }
}
#endif
