// DependentLaunchTest.cpp: launches that may start before the one in front ends
//
// The kernel adds one to a number of each thread, in memory that the launch in
// front of it may still write. Each planted fault is found under every seed,
// since no access before the wait is permitted, whatever the order.
#include "Machine.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::ptx;

/// Returns the kernel with `first` at its entry, `second` after its load and
/// `third` after its store.
static std::string write(const std::string &first,
                         const std::string &second = "",
                         const std::string &third = "") {
  return ".version 8.0\n.target sm_90\n.address_size 64\n"
         ".visible .entry k(.param .u64 data)\n{\n"
         ".reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n" +
         first +
         "ld.param.u64 %rd0, [data];\nmov.u32 %r0, %tid.x;\n"
         "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd1, %rd0, %rd2;\n"
         "setp.lt.u32 %p0, %r0, 32;\n"
         "ld.global.u32 %r1, [%rd1];\n" +
         second + "add.s32 %r1, %r1, 1;\nst.global.u32 [%rd1], %r1;\n" + third +
         "ret;\n}\n";
}

/// Runs two blocks of 64 threads and returns the error, empty without one.
static std::string run(const std::string &text, uint64_t seed,
                       bool overlaps = true) {
  GlobalMemory memory;
  Machine machine(memory);
  if (Status status = machine.load(text); status.failed())
    return status.message();
  std::vector<uint32_t> data(64);
  uint64_t address = memory.allocate(4 * data.size(), "data");
  if (Status status = memory.write(address, data.data(), 4 * data.size());
      status.failed())
    return status.message();
  Launch launch;
  launch.kernel = "k";
  launch.block = {64, 1, 1};
  launch.overlaps = overlaps;
  launch.parameters.resize(8);
  std::memcpy(launch.parameters.data(), &address, 8);
  Counters counters;
  Status status = machine.launch(launch, seed, counters);
  return status.failed() ? status.message() : "";
}

static const std::string kWait = "griddepcontrol.wait;\n",
                         kStart = "griddepcontrol.launch_dependents;\n";

TEST(DependentLaunch, WaitsAtItsEntry) {
  EXPECT_EQ(run(write(kWait + kStart), 1), "");
  EXPECT_EQ(run(write(kStart + kWait), 1), "");
}

TEST(DependentLaunch, NeedsNoWaitBehindTheEndOfTheOther) {
  EXPECT_EQ(run(write(""), 1, /*overlaps=*/false), "");
  EXPECT_EQ(run(write(kStart), 1, /*overlaps=*/false), "");
}

TEST(DependentLaunch, PlantedFaults) {
  const std::string access = "access of global memory without";
  const struct {
    std::string text, error;
  } faults[] = {
      // No wait at all, though the dependents of this launch start.
      {write(""), access},
      {write(kStart), access},
      // A wait after the first load, and after everything.
      {write("", kWait), access},
      {write("", "", kWait), access},
      // Some warps and some lanes do not wait.
      {write("mov.u32 %r0, %tid.x;\nsetp.lt.u32 %p0, %r0, 32;\n"
             "@%p0 griddepcontrol.wait;\n"),
       access},
      {write("mov.u32 %r0, %tid.x;\nsetp.lt.u32 %p0, %r0, 5;\n"
             "@%p0 bra PAST;\n" +
             kWait + "PAST:\n"),
       access},
      // A thread that ends early lets the next launch overtake the one before.
      {write("mov.u32 %r0, %tid.x;\nsetp.ge.u32 %p0, %r0, 32;\n@%p0 ret;\n" +
             kWait),
       "ends without griddepcontrol.wait"},
  };
  for (const auto &[text, error] : faults)
    for (uint64_t seed : {1, 2, 3})
      EXPECT_NE(run(text, seed).find(error), std::string::npos)
          << text << run(text, seed);
}

TEST(DependentLaunch, UnknownForms) {
  EXPECT_NE(run(write("griddepcontrol.stop;\n"), 1), "");
}
