//===- sbp-opt.cpp - mlir-opt with our dialects and passes ----------------===//

#include "PlanBoxing.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "sbp/InitAll.h"
#include "sbp/Pipelines/Pipelines.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  sbp::registerAllDialects(registry);
  sbp::registerAllPasses();
  std::vector<std::string> arguments = sbp::expandPhaseArguments(argc, argv);
  if (auto code = sbp::answerBoxingQuestions(arguments, registry))
    return *code;
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(pointers.size(), pointers.data(),
                        "SBP-MLIR optimizer driver\n", registry));
}
