// PtxMachineSpeed.cpp: the speed of the PTX executor
#include "Machine.h"
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>

using namespace sbp;
using namespace sbp::ptx;

/// A loop of arithmetic with one shared load and store a round.
static std::string writeKernel() {
  std::string text =
      ".version 8.0\n.target sm_90a\n.address_size 64\n"
      ".visible .entry k(.param .u64 data)\n{\n.shared .align 16 .b8 "
      "tile[1024];\n.reg .pred %p;\n.reg .b32 %r<8>;\n.reg .b64 %d<4>;\n"
      "ld.param.u64 %d0, [data];\nmov.u32 %r0, %tid.x;\nmov.u32 %r1, 0;\n"
      "shl.b32 %r4, %r0, 2;\nmov.b32 %r5, tile;\nadd.s32 %r4, %r4, %r5;\n"
      "mul.wide.u32 %d1, %r0, 4;\nadd.s64 %d1, %d0, %d1;\n"
      "ld.global.b32 %r2, [%d1];\nLOOP:\n";
  for (int i = 0; i < 8; ++i)
    text += "fma.rn.f32 %r2, %r2, %r2, %r2;\nadd.s32 %r3, %r1, %r0;\n"
            "xor.b32 %r2, %r2, %r3;\n";
  return text + "st.shared.b32 [%r4], %r2;\nld.shared.b32 %r2, [%r4];\n"
                "add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p, %r1, 2000;\n"
                "@%p bra LOOP;\nst.global.b32 [%d1], %r2;\nret;\n}\n";
}

int main() {
  GlobalMemory memory;
  Machine machine(memory);
  uint64_t address = memory.allocate(1024, "data");
  Status status = machine.load(writeKernel());
  if (!status.failed())
    status = memory.fill(address, 0, 1024);
  Launch launch;
  launch.kernel = "k";
  launch.block = {256, 1, 1};
  launch.grid = {20, 1, 1};
  launch.parameters.resize(8);
  std::memcpy(launch.parameters.data(), &address, 8);
  Counters counters;
  auto begin = std::chrono::steady_clock::now();
  std::clock_t used = std::clock();
  if (!status.failed())
    status = machine.launch(launch, 1, counters);
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  if (status.failed()) {
    std::fprintf(stderr, "%s\n", status.message().c_str());
    return 1;
  }
  double cores = double(std::clock() - used) / CLOCKS_PER_SEC;
  double count = double(counters.laneInstructions) * 1e-9;
  std::printf("%.3f G lane instructions/s (%.3f s), %.3f a core (%.3f s of the "
              "processor)\n",
              count / seconds, seconds, count / cores, cores);
  return 0;
}
