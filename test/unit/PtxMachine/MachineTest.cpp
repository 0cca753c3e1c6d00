// MachineTest.cpp: behaviour and reports of the PTX executor
#include "Machine.h"
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>

using namespace sbp;
using namespace sbp::ptx;

namespace {
/// Runs a kernel with one pointer to `words` numbers and returns them.
struct Outcome {
  Status status;
  std::vector<uint32_t> memory;
  Counters counters;
};
} // namespace

static std::string wrap(const std::string &body,
                        const std::string &before = "") {
  return ".version 8.0\n.target sm_90a\n.address_size 64\n" + before +
         ".visible .entry k(.param .u64 .ptr .global .align 256 data)\n{\n"
         ".reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n"
         "ld.param.u64 %rd0, [data];\nmov.u32 %r0, %tid.x;\n"
         "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd1, %rd0, %rd2;\n" +
         body + "\nret;\n}\n";
}

static Outcome run(const std::string &text, std::vector<uint32_t> data,
                   Launch launch = {}, uint64_t seed = 1,
                   bool isWritten = true) {
  Outcome result;
  GlobalMemory memory;
  Machine machine(memory);
  result.status = machine.load(text);
  if (result.status.failed())
    return result;
  uint64_t address = memory.allocate(4 * data.size(), "data");
  if (isWritten)
    EXPECT_FALSE(memory.write(address, data.data(), 4 * data.size()).failed());
  launch.kernel = "k";
  launch.parameters.resize(8);
  std::memcpy(launch.parameters.data(), &address, 8);
  result.status = machine.launch(launch, seed, result.counters);
  if (!result.status.failed())
    result.status = memory.read(data.data(), address, 4 * data.size());
  result.memory = data;
  return result;
}

static void expectError(const Outcome &result, const std::string &text) {
  ASSERT_TRUE(result.status.failed()) << "expected: " << text;
  EXPECT_NE(result.status.message().find(text), std::string::npos)
      << result.status.message();
}

static std::vector<uint32_t> count(size_t n) {
  std::vector<uint32_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

static Launch threads(uint32_t number, uint32_t blocks = 1) {
  Launch launch;
  launch.block = {number, 1, 1};
  launch.grid = {blocks, 1, 1};
  return launch;
}

TEST(PtxMachine, LanesThatPartMeetAgain) {
  // Every lane loops as often as its number; then all are counted.
  std::string body =
      "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\n"
      "LOOP:\nsetp.ge.u32 %p1, %r1, %r0;\n@%p1 bra DONE;\n"
      "add.s32 %r1, %r1, 1;\nadd.s32 %r2, %r2, %r1;\nbra.uni LOOP;\n"
      "DONE:\nvote.sync.ballot.b32 %r3, 1, -1;\npopc.b32 %r3, %r3;\n"
      "mad.lo.s32 %r4, %r3, 1000, %r2;\nst.global.b32 [%rd1], %r4;";
  for (uint64_t seed = 0; seed < 5; ++seed) {
    Outcome result = run(wrap(body), count(32), threads(32), seed);
    ASSERT_FALSE(result.status.failed()) << result.status.message();
    for (uint32_t i = 0; i < 32; ++i)
      EXPECT_EQ(result.memory[i], 32000 + i * (i + 1) / 2);
  }
}

TEST(PtxMachine, WhatALoopCarriesKeepsItsPlace) {
  // The next iteration reads %r1 only in the instruction that writes it, which
  // comes before all others of the loop.
  std::string body = "mov.u32 %r1, 0;\nmov.u32 %r4, 0;\nbra.uni BODY;\n"
                     "NEXT:\nadd.s32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, "
                     "3;\n@%p1 bra BODY;\nbra.uni DONE;\n"
                     "BODY:\nadd.s32 %r2, %r1, %r0;\nadd.s32 %r3, %r2, 100;\n"
                     "add.s32 %r4, %r4, %r3;\nbra.uni NEXT;\n"
                     "DONE:\nst.global.b32 [%rd1], %r4;";
  Outcome result = run(wrap(body), count(32), threads(32));
  ASSERT_FALSE(result.status.failed()) << result.status.message();
  EXPECT_EQ(result.memory[5], 3 * 105u + 3);
}

TEST(PtxMachine, LanesThatEndLeaveTheOthers) {
  std::string body =
      "setp.lt.u32 %p1, %r0, 8;\n@%p1 ret;\nst.global.b32 [%rd1], 7;";
  Outcome result = run(wrap(body), count(32), threads(32));
  ASSERT_FALSE(result.status.failed()) << result.status.message();
  EXPECT_EQ(result.memory[7], 7u);
  EXPECT_EQ(result.memory[3], 3u);
  EXPECT_EQ(result.memory[8], 7u);
}

TEST(PtxMachine, ShufflesSumAWarp) {
  std::string body = "ld.global.b32 %r1, [%rd1];\n";
  for (int step : {16, 8, 4, 2, 1})
    body += "shfl.sync.bfly.b32 %r2, %r1, " + std::to_string(step) +
            ", 31, -1;\nadd.s32 %r1, %r1, %r2;\n";
  Outcome result =
      run(wrap(body + "st.global.b32 [%rd1], %r1;"), count(32), threads(32));
  ASSERT_FALSE(result.status.failed()) << result.status.message();
  EXPECT_EQ(result.memory[5], 496u);
  result = run(wrap("shfl.sync.down.b32 %r1|%p1, %r0, 1, 31, -1;\n@!%p1 "
                    "mov.u32 %r1, 99;\nst.global.b32 [%rd1], %r1;"),
               count(32), threads(32));
  EXPECT_EQ(result.memory[3], 4u);
  EXPECT_EQ(result.memory[31], 99u);
  result = run(wrap("shfl.sync.idx.b32 %r1, %r0, 2, 0x181f, -1;\nst.global.b32 "
                    "[%rd1], %r1;"),
               count(32), threads(32));
  EXPECT_EQ(result.memory[13], 10u); // groups of eight
}

static const char *const kExchange =
    ".shared .align 4 .b8 tile[256];\n"
    "shl.b32 %r1, %r0, 2;\nmov.b32 %r2, tile;\nadd.s32 %r2, %r2, %r1;\n"
    "st.shared.b32 [%r2], %r0;\n";

TEST(PtxMachine, BarriersOrderSharedMemory) {
  std::string body = std::string(kExchange) +
                     "bar.sync 0;\nsub.s32 %r3, 63, %r0;\nshl.b32 %r3, %r3, "
                     "2;\nmov.b32 %r4, tile;\n"
                     "add.s32 %r4, %r4, %r3;\nld.shared.b32 %r5, "
                     "[%r4];\nst.global.b32 [%rd1], %r5;";
  for (uint64_t seed = 0; seed < 5; ++seed) {
    Outcome result = run(wrap(body), count(64), threads(64), seed);
    ASSERT_FALSE(result.status.failed()) << result.status.message();
    EXPECT_EQ(result.memory[0], 63u);
    EXPECT_EQ(result.counters.barriers, 1u);
  }
  std::string without = body;
  without.erase(without.find("bar.sync 0;"), 11);
  for (uint64_t seed = 0; seed < 5; ++seed) // found whichever warp comes first
    EXPECT_TRUE(
        run(wrap(without), count(64), threads(64), seed).status.failed());
}

// Warps 0 and 1 access the tile in either order.
static Outcome runBeside(const std::string &zero, const std::string &one,
                         uint64_t seed) {
  std::string body = "setp.gt.u32 %p1, %r0, 31;\nmov.b64 %rd3, 0;\n"
                     "mov.b32 %r5, 0;\ncvt.u16.u32 %h, %r5;\n"
                     "@%p1 bra ONE;\n" +
                     zero + "\nbra.uni DONE;\nONE:\n" + one + "\nDONE:";
  // Warp 0 writes all of it first.
  std::string before = ".shared .align 16 .b8 tile[16];\n.reg .b16 %h;\n"
                       "setp.gt.u32 %p2, %r0, 0;\n@%p2 bra FULL;\n"
                       "st.shared.v4.b32 [tile], {%r0, %r0, %r0, %r0};\n"
                       "FULL:\nbar.sync 0;\n";
  return run(wrap(before + body), count(64), threads(64), seed);
}

// A byte is the same for accesses of any width.
TEST(PtxMachine, RacesBetweenWidthsAreReported) {
  const std::string narrow = "st.shared.b16 [tile+10], %h;",
                    narrowLoad = "ld.shared.b16 %h, [tile+10];",
                    wide = "st.shared.v2.b32 [tile+8], {%r5, %r5};",
                    wideLoad = "ld.shared.v4.b32 {%r1, %r2, %r3, %r4}, [tile];",
                    beside = "st.shared.b16 [tile+8], %h;",
                    besideLoad = "ld.shared.b8 %h, [tile+9];";
  for (uint64_t seed = 0; seed < 6; ++seed) {
    const std::pair<std::string, std::string> races[] = {
        {narrow, wideLoad}, {narrow, wide}, {narrowLoad, wide}};
    for (const auto &[a, b] : races) {
      expectError(runBeside(a, b, seed), "race on shared memory");
      expectError(runBeside(b, a, seed), "race on shared memory");
      // accesses of the same warp next to it hide no race
      expectError(runBeside(a, besideLoad + b, seed), "race on shared memory");
      expectError(runBeside(beside + a, b, seed), "race on shared memory");
    }
    const std::pair<std::string, std::string> fine[] = {
        {narrow, beside}, {narrow, besideLoad}, {narrowLoad, wideLoad}};
    for (const auto &[a, b] : fine)
      for (const Outcome &result :
           {runBeside(a, b, seed), runBeside(b, a, seed)})
        EXPECT_FALSE(result.status.failed()) << result.status.message();
  }
}

TEST(PtxMachine, AtomicsAddUp) {
  Launch launch = threads(96, 7);
  Outcome result =
      run(wrap("red.global.add.u32 [%rd0], 1;\natom.global.max.u32 "
               "%r1, [%rd0+4], %r0;"),
          {0, 0}, launch);
  ASSERT_FALSE(result.status.failed()) << result.status.message();
  EXPECT_EQ(result.memory[0], 96u * 7);
  EXPECT_EQ(result.memory[1], 95u);
}

TEST(PtxMachine, VectorsAndCounters) {
  Outcome result =
      run(wrap("mul.wide.u32 %rd2, %r0, 16;\nadd.s64 %rd1, %rd0, %rd2;\n"
               "ld.global.nc.v4.b32 {%r1, %r2, %r3, %r4}, "
               "[%rd1];\nst.global.v2.b32 [%rd1+8], {%r1, %r2};"),
          count(128), threads(32));
  ASSERT_FALSE(result.status.failed()) << result.status.message();
  EXPECT_EQ(result.memory[6], 4u);
  EXPECT_EQ(result.counters.globalRequests, 2u);
  EXPECT_EQ(result.counters.globalSectors, 16u + 16u);
}

TEST(PtxMachine, VariablesOfTheModule) {
  Outcome result = run(wrap("ld.global.b32 %r1, [table+4];\nmov.b64 %rd3, "
                            "table;\ncvta.global.u64 %rd3, %rd3;\n"
                            "ld.b32 %r2, [%rd3+8];\nadd.s32 %r1, %r1, "
                            "%r2;\nst.global.b32 [%rd0], %r1;",
                            ".global .align 4 .b32 table[3] = {1, -2, 30};\n"),
                       {0}, threads(1));
  ASSERT_FALSE(result.status.failed()) << result.status.message();
  EXPECT_EQ(result.memory[0], 28u);
}

TEST(PtxMachine, ParametersHaveAddresses) {
  const std::string choose = "setp.eq.u32 %p0, %r0, 1;\n"
                             "mov.b64 %rd3, data;\nadd.s64 %rd4, %rd3, 64;\n"
                             "selp.b64 %rd5, %rd4, %rd3, %p0;\n"
                             "ld.param.b64 %rd6, [%rd5];\n"
                             "st.global.b32 [%rd6+8], 7;";
  Outcome result = run(wrap(choose), count(4));
  ASSERT_FALSE(result.status.failed()) << result.status.message();
  EXPECT_EQ(result.memory[2], 7u);
  expectError(run(wrap(choose), count(4), threads(2)),
              "reads byte 64 of the kernel's parameters, which have 8");
}

TEST(PtxMachine, AccessesOutsideAreReported) {
  expectError(run(wrap("st.global.b32 [%rd1+4], %r0;"), count(32), threads(32)),
              "byte 128 of 'data' (128 bytes)");
  expectError(run(wrap("ld.global.b32 %r1, [%rd0+-4];"), count(4)),
              "4 bytes before 'data'");
  expectError(run(wrap("ld.global.b32 %r1, [%rd0+2];"), count(4)),
              "misaligned");
  expectError(run(wrap("ld.shared.b32 %r1, [tile+256];",
                       ".shared .align 4 .b8 tile[256];\n"),
                  count(4)),
              "shared memory, which has 256");
}

// A word whose first byte is initialised.
TEST(PtxMachine, BytesBehindWhatWasWrittenAreOthersEveryTime) {
  const char *begin = "st.global.b8 [%rd1], 5; ld.global.b32 %r1, [%rd1];",
             *end = "st.global.b32 [%rd1], %r1;";
  auto get = [&](const std::string &between, uint64_t seed) {
    auto result =
        run(wrap(begin + between + end), count(1), threads(1), seed, false);
    EXPECT_FALSE(result.status.failed()) << result.status.message();
    return result.memory[0];
  };
  for (uint64_t seed : {1, 2, 3})
    EXPECT_EQ(get("and.b32 %r1, %r1, 255;", seed), 5u);
  EXPECT_NE(get("", 1), get("", 2));
}

TEST(PtxMachine, ReadsOfWhatWasNeverWrittenAreReported) {
  expectError(run(wrap("ld.global.b32 %r1, [%rd1];"), count(32), threads(32), 1,
                  /*isWritten=*/false),
              "never written");
  expectError(run(wrap("ld.shared.b32 %r1, [tile+16];",
                       ".shared .align 4 .b8 tile[256];\n"),
                  count(4)),
              "never written");
  expectError(
      run(wrap("st.global.b32 [%rd0], 1;"), count(2), threads(1), 1, false),
      "byte 4 of 'data' was never written");
}

TEST(PtxMachine, DeadlocksNameTheLine) {
  expectError(
      run(wrap("setp.gt.u32 %p1, %r0, 31;\n@%p1 bra END;\nbar.sync 0;\nEND:"),
          count(64), threads(64)),
      "deadlock; block (0, 0, 0): warp 0 waits at the barrier of PTX line 15 "
      "warp 1 has ended");
  expectError(
      run(wrap("setp.gt.u32 %p1, %r0, 5;\n@%p1 bra END;\nbar.sync 0;\nEND:"),
          count(32), threads(32)),
      "not all lanes");
}

TEST(PtxMachine, AbsentLanesAreReported) {
  expectError(run(wrap("setp.gt.u32 %p1, %r0, 5;\n@%p1 bra "
                       "END;\nshfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;\nEND:"),
                  count(32), threads(32)),
              "not here");
}

TEST(PtxMachine, LaunchesAreChecked) {
  expectError(run(wrap(""), count(4), threads(1025)), "1025 threads a block");
  Launch launch;
  launch.sharedBytes = 1 << 20;
  expectError(run(wrap(""), count(4), launch), "shared memory");
}

// The registers of a block are bounded by what the text permits the assembler.
TEST(PtxMachine, RegistersOfABlockAreChecked) {
  auto say = [](const std::string &directive) {
    std::string text = wrap("");
    return text.insert(text.find("{\n"), directive + "\n");
  };
  expectError(run(wrap(""), count(4), threads(288)),
              "288 threads of up to 255 registers need 73728, a block has "
              "65536: say .maxntid");
  EXPECT_FALSE(run(wrap(""), count(4), threads(256)).status.failed());
  EXPECT_FALSE(
      run(say(".maxntid 1024"), count(4), threads(1024)).status.failed());
  EXPECT_FALSE(
      run(say(".maxnreg 64"), count(4), threads(1024)).status.failed());
  expectError(run(say(".maxntid 1024\n.maxnreg 65"), count(4), threads(1024)),
              "1024 threads of up to 65 registers need 73728");
}

static Outcome runOnThreads(const std::string &text, unsigned workers) {
  Outcome result;
  GlobalMemory memory;
  Machine machine(memory);
  machine.setThreads(workers);
  result.status = machine.load(text);
  uint64_t address = memory.allocate(4 * 4096, "data");
  EXPECT_FALSE(memory.fill(address, 0, 4 * 4096).failed());
  Launch launch = threads(96, 29);
  launch.kernel = "k";
  launch.parameters.resize(8);
  std::memcpy(launch.parameters.data(), &address, 8);
  result.status = machine.launch(launch, 1, result.counters);
  result.memory.resize(4096);
  EXPECT_FALSE(memory.read(result.memory.data(), address, 4 * 4096).failed());
  return result;
}

// Blocks on several threads give the same results and counters as on one,
// atomics included; a failing block ends the launch.
TEST(PtxMachine, BlocksRunOnSeveralThreads) {
  std::string body = "mov.u32 %r1, %ctaid.x;\nmad.lo.s32 %r2, %r1, 96, %r0;\n"
                     "mul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd1, %rd0, %rd2;\n"
                     "st.global.b32 [%rd1+4], %r2;\n"
                     "red.global.add.u32 [%rd0], 1;";
  Outcome one = runOnThreads(wrap(body), 1);
  for (unsigned workers : {2, 3, 64}) {
    Outcome several = runOnThreads(wrap(body), workers);
    ASSERT_FALSE(several.status.failed()) << several.status.message();
    EXPECT_EQ(several.memory, one.memory);
    EXPECT_EQ(several.counters.laneInstructions, one.counters.laneInstructions);
    EXPECT_EQ(several.counters.globalSectors, one.counters.globalSectors);
  }
  EXPECT_EQ(one.memory[0], 29u * 96);
  EXPECT_EQ(one.memory[29 * 96], 29u * 96 - 1);
  std::string last = "mov.u32 %r1, %ctaid.x;\nsetp.eq.u32 %p1, %r1, 28;\n"
                     "@%p1 st.global.b32 [%rd0+-4], %r1;";
  expectError(runOnThreads(wrap(last), 4), "4 bytes before 'data'");
}

TEST(PtxParser, BadTextsNameTheLine) {
  auto parse = [](const std::string &text) {
    Module module;
    Status status = parseModule(text, module);
    return status.failed() ? status.message() : std::string("parsed");
  };
  EXPECT_EQ(parse(""), "parsed");
  EXPECT_NE(parse(wrap("frobnicate.b32 %r1, %r2;"))
                .find("PTX line 13: 'frobnicate.b32' is not known"),
            std::string::npos);
  EXPECT_NE(
      parse(wrap("add.s32 %r1, %rd2, %r3;")).find("operand of 8 bytes where 4"),
      std::string::npos);
  EXPECT_NE(parse(wrap("add.s32 %r1, %r2;")).find("too few operands"),
            std::string::npos);
  EXPECT_NE(
      parse(wrap("add.rz.f32 %r1, %r2, %r3;")).find("not known in this form"),
      std::string::npos);
  EXPECT_NE(
      parse(wrap("add.ftz.f32 %r1, %r2, %r3;")).find("not known in this form"),
      std::string::npos);
  EXPECT_NE(parse(wrap("bra NOWHERE;")).find("label 'NOWHERE'"),
            std::string::npos);
  EXPECT_NE(parse(wrap("mov.u32 %tid.x, 1;")).find("constant"),
            std::string::npos);
  EXPECT_NE(parse(wrap(".local .align 4 .b8 depot[16];")).find("spills"),
            std::string::npos);
  EXPECT_NE(parse(".extern .func (.param .b32 x) __nv_expf (.param .b32 y);")
                .find("external"),
            std::string::npos);
  EXPECT_NE(parse(wrap("ld.param.u64 %rd1, [data+8];"))
                .find("beyond the kernel's parameters"),
            std::string::npos);
  // Every prefix of a valid text is rejected without a crash.
  std::string whole = wrap(kExchange);
  for (size_t i = 0; i < whole.size(); ++i)
    parse(whole.substr(0, i));
}
