// sbp-opt.cpp: mlir

#include "../common/InternalErrors.h"
#include "../common/KeptMemory.h"
#include "ListOps.h"
#include "PlanBoxing.h"
#include "SolveInstance.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "sbp/InitAll.h"
#include "sbp/Pipelines/Pipelines.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

/// MLIR's own message would name an option that nobody wrote.
static bool checkPhases(llvm::ArrayRef<char *> arguments) {
  for (llvm::StringRef argument : arguments)
    for (llvm::StringRef flag : {"sbp-compile-to", "sbp-verify-phase"}) {
      llvm::StringRef name = argument.ltrim('-');
      if (argument.starts_with("-") && name.consume_front(flag) &&
          name.consume_front("=") && !name.contains('=') &&
          !sbp::parsePhase(name)) {
        llvm::WithColor::error(llvm::errs(), "sbp-opt")
            << "--" << flag << "=" << name
            << ": expected model, distributed, local or tasks\n";
        return false;
      }
    }
  return true;
}

/// --verify-diagnostics wants to see all of them.
static bool expectsErrors(llvm::ArrayRef<char *> arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) {
    return argument.ltrim('-').starts_with("verify-diagnostics");
  });
}

/// Whether the output is the model itself: what is wrong with the passes is
/// found out too late.
static bool checkOutput(llvm::ArrayRef<std::string> arguments) {
  llvm::StringRef output;
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (argument == "-o" && i + 1 < arguments.size())
      output = arguments[i + 1];
    else if (llvm::StringRef(argument).starts_with("-o="))
      output = llvm::StringRef(argument).drop_front(3);
  for (const std::string &argument : arguments.drop_front())
    if (!output.empty() && argument.data() != output.data() &&
        llvm::sys::fs::is_regular_file(argument) &&
        llvm::sys::fs::equivalent(argument, output)) {
      llvm::WithColor::error(llvm::errs(), "sbp-opt")
          << "-o " << output << " would overwrite the model; name another "
          << "file\n";
      return false;
    }
  return true;
}

int main(int argc, char **argv) {
  sbp::reportInternalErrors("sbp-opt", /*trace=*/true);
  sbp::keepFreedMemory();
  if (!checkPhases(llvm::ArrayRef(argv, argc)))
    return 1;
  mlir::DialectRegistry registry;
  sbp::registerAllDialects(registry);
  sbp::registerAllPasses();
  if (!expectsErrors(llvm::ArrayRef(argv, argc)))
    // MlirOptMain makes a context of its own for each module; functions, which
    // every model has, are where we meet it.
    registry.addExtension(
        +[](mlir::MLIRContext *context, mlir::func::FuncDialect *) {
          sbp::stopAfterFirstError(*context);
        });
  std::vector<std::string> arguments = sbp::expandPhaseArguments(argc, argv);
  if (!checkOutput(arguments))
    return 1;
  if (auto code = sbp::answerBoxingQuestions(arguments, registry))
    return *code;
  if (auto code = sbp::solveInstance(arguments))
    return *code;
  if (auto code = sbp::listOps(arguments, registry))
    return *code;
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(pointers.size(), pointers.data(),
                        "SBP-MLIR optimizer driver\n", registry));
}
