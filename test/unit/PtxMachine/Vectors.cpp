// Vectors.cpp: kernels of one instruction, executed and exported
#include "Vectors.h"
#include "Machine.h"
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::ptx;

namespace {
/// A vector in common form: operands and results by thread.
struct Case {
  std::string instruction, types;
  std::vector<uint64_t> operands, results;
  unsigned ulps = 0;
};
} // namespace

static std::string getType(char letter) {
  return letter == 'h'   ? "b16"
         : letter == 'w' ? "b32"
         : letter == 'd' ? "b64"
                         : "pred";
}

/// Returns a kernel in which every thread loads its operands, executes the
/// instruction and stores the result.
static std::string write(const Case &one) {
  size_t numOperands = one.types.size() - 1;
  std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible "
      ".entry k(.param .u64 in, .param .u64 out)\n{\n"
      ".reg .b64 %in, %out, %wide;\n.reg .b32 %thread;\n"
      "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n"
      "mov.u32 %thread, %tid.x;\nmul.wide.u32 %wide, %thread, " +
      std::to_string(8 * numOperands) +
      ";\nadd.s64 %in, %in, %wide;\nmul.wide.u32 %wide, %thread, 8;\n"
      "add.s64 %out, %out, %wide;\n";
  const char *names = "oabcde";
  for (size_t i = 0; i <= numOperands; ++i)
    text += ".reg ." + getType(one.types[i]) + " %" + names[i] + ";\n";
  for (size_t i = 1; i <= numOperands; ++i) {
    std::string address = "[%in+" + std::to_string(8 * (i - 1)) + "]";
    if (one.types[i] == 'p')
      text += "ld.global.b64 %wide, " + address + ";\nsetp.ne.s64 %" +
              names[i] + ", %wide, 0;\n";
    else
      text += "ld.global." + getType(one.types[i]) + " %" + names[i] + ", " +
              address + ";\n";
  }
  text += one.instruction + "\n";
  if (one.types[0] == 'p')
    text += "selp.b64 %wide, 1, 0, %o;\nst.global.b64 [%out], %wide;\n";
  else
    text += "mov.b64 %wide, 0;\nst.global.b64 [%out], %wide;\nst.global." +
            getType(one.types[0]) + " [%out], %o;\n";
  return text + "ret;\n}\n";
}

static std::vector<uint64_t> evaluate(const Case &one, uint64_t seed) {
  GlobalMemory memory;
  Machine machine(memory);
  Status loaded = machine.load(write(one));
  if (loaded.failed()) {
    ADD_FAILURE() << loaded.message() << "\n" << write(one);
    return {};
  }
  std::vector<uint64_t> results(one.results.size());
  uint64_t in = memory.allocate(8 * one.operands.size()),
           out = memory.allocate(8 * results.size());
  EXPECT_FALSE(
      memory.write(in, one.operands.data(), 8 * one.operands.size()).failed());
  Launch launch;
  launch.kernel = "k";
  launch.block = {uint32_t(results.size()), 1, 1};
  launch.parameters.resize(16);
  std::memcpy(launch.parameters.data(), &in, 8);
  std::memcpy(launch.parameters.data() + 8, &out, 8);
  Counters counters;
  Status ran = machine.launch(launch, seed, counters);
  EXPECT_FALSE(ran.failed()) << ran.message();
  EXPECT_FALSE(memory.read(results.data(), out, 8 * results.size()).failed());
  return results;
}

/// 64-bit numbers are written as strings, since JSON numbers are doubles.
static void record(const std::vector<uint64_t> &numbers, std::ostream &os) {
  for (size_t i = 0; i < numbers.size(); ++i)
    os << (i ? ", \"" : "\"") << numbers[i] << '"';
}
static void record(const Case &one, std::ostream &os) {
  os << R"({"instruction": ")" << one.instruction << R"(", "types": ")"
     << one.types << R"(", "operands": [)";
  record(one.operands, os);
  os << R"(], "results": [)";
  record(one.results, os);
  os << R"(], "ulps": )";
  one.ulps == kUnspecified ? os << "null" : os << one.ulps;
  os << R"(, "ptx": ")";
  for (char c : write(one))
    c == '\n' ? os << "\\n" : os << c;
  os << "\"}\n";
}

static void checkCase(const Case &one) {
  for (uint64_t seed : {1, 2})
    EXPECT_EQ(evaluate(one, seed), one.results)
        << one.instruction << std::hex << " on " << one.operands[0];
  if (const char *path = std::getenv("SBP_PTX_VECTORS")) {
    std::ofstream file(path, std::ios::app);
    record(one, file);
  }
}
void sbp::ptx::check(const std::vector<Vector> &vectors) {
  for (const Vector &one : vectors)
    checkCase(
        Case{one.instruction, one.types, one.operands, {one.result}, one.ulps});
}
void sbp::ptx::check(const std::vector<Together> &vectors) {
  for (const Together &one : vectors) {
    Case written{one.instruction, one.types, {}, {}};
    for (uint32_t thread = 0; thread < one.threads; ++thread) {
      for (uint64_t operand : one.getOperands(thread))
        written.operands.push_back(operand);
      written.results.push_back(one.getResult(thread));
    }
    checkCase(written);
  }
}
