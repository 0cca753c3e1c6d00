// TextFaults.h: faults planted into the text of a kernel
#ifndef SBP_TEST_UNIT_PTXMACHINE_TEXTFAULTS_H
#define SBP_TEST_UNIT_PTXMACHINE_TEXTFAULTS_H

#include "Machine.h"
#include <functional>
#include <gtest/gtest.h>

namespace sbp::ptx {

/// A change of a kernel's text that makes it wrong: `to` replaces every `from`.
/// `message` is the part of the error that does not depend on the seed.
struct TextFault {
  const char *name, *from, *to, *message = "";
};

/// Expects that `run`, which runs a text under a seed and compares its results,
/// fails for each fault under three of three seeds, and that no instruction of
/// a faulty text is unknown.
template <size_t count>
void expectFound(
    const std::string &kernel, const TextFault (&faults)[count],
    const std::function<Status(const std::string &text, uint64_t seed)> &run) {
  for (const TextFault &fault : faults) {
    std::string text = kernel, from = fault.from, to = fault.to;
    size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << fault.name;
    for (; at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
    for (uint64_t seed = 0; seed < 3; ++seed) {
      Status status = run(text, seed);
      ASSERT_TRUE(status.failed()) << fault.name << ", seed " << seed;
      EXPECT_NE(status.message().find(fault.message), std::string::npos)
          << fault.name << ": " << status.message();
      EXPECT_EQ(status.message().find("not known"), std::string::npos)
          << fault.name << ": " << status.message();
      if (seed == 0)
        ::testing::Test::RecordProperty(fault.name, status.message());
    }
  }
}

} // namespace sbp::ptx

#endif // SBP_TEST_UNIT_PTXMACHINE_TEXTFAULTS_H
