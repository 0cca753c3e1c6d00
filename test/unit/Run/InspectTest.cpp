// InspectTest.cpp: descriptions of artifacts and checkpoints
#include "Inspect.h"
#include "RunModels.h"
#include <nlohmann/json.hpp>
#include <sstream>

using namespace sbp;
using namespace sbp::test;

namespace {
class InspectTest : public RunModels {
protected:
  std::string describe(bool asJson) {
    std::ostringstream text;
    expectOk(run::inspect(bytes.view(), asJson, text));
    return text.str();
  }
};
} // namespace

TEST_F(InspectTest, TextNamesPortsAndBytes) {
  std::string text = describe(/*asJson=*/false);
  EXPECT_THAT(text, HasSubstr("ranks: 2\n"));
  EXPECT_THAT(text, HasSubstr("  input x: 4x2xf32 "));
  EXPECT_THAT(text, HasSubstr("  output y: 4x2xf32 "));
  EXPECT_THAT(text, HasSubstr("  class of 2 ranks: "));
}

TEST_F(InspectTest, JsonHasTheSame) {
  nlohmann::json json = nlohmann::json::parse(describe(/*asJson=*/true));
  EXPECT_EQ(json["ranks"], 2);
  EXPECT_EQ(json["states"][0]["name"], "w");
  EXPECT_EQ(json["entries"][0]["inputs"][0]["type"], "4x2xf32");
}

TEST_F(InspectTest, DamagedFilesAreErrors) {
  std::ostringstream text;
  EXPECT_THAT(messageOf(run::inspect({"none", 4}, false, text)),
              HasSubstr("not an .sbpx artifact"));
  EXPECT_THAT(messageOf(run::inspectCheckpoint(folder, false, text)),
              HasSubstr("it is not a folder of --checkpoint"));
  EXPECT_EQ(text.str(), "");
}
