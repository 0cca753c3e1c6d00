// sbp-opt.cpp: mlir-opt with the dialects and passes of sbp

#include "../common/InternalErrors.h"
#include "../common/KeptMemory.h"
#include "../common/Version.h"
#include "ListOps.h"
#include "Questions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "sbp/Driver/Source.h"
#include "sbp/InitAll.h"
#include "sbp/Pipelines/Pipelines.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

/// Checks phase names before MLIR does, whose message would name the expanded
/// option `phase=` instead of the flag that was given.
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

/// Returns whether --verify-diagnostics is given, which needs all errors.
static bool expectsErrors(llvm::ArrayRef<char *> arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) {
    return argument.ltrim('-').starts_with("verify-diagnostics");
  });
}

/// Returns whether the output is another file than the model: MlirOptMain would
/// truncate the model before it reports that a pass failed.
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
  sbp::setVersionText("sbp-opt");
  if (!checkPhases(llvm::ArrayRef(argv, argc)))
    return 1;
  mlir::DialectRegistry registry;
  sbp::registerAllDialects(registry);
  sbp::registerAllPasses();
  if (!expectsErrors(llvm::ArrayRef(argv, argc)))
    // MlirOptMain creates a context for each module. An extension of func,
    // which every model uses, is the hook to configure it.
    registry.addExtension(
        +[](mlir::MLIRContext *context, mlir::func::FuncDialect *) {
          sbp::stopAfterFirstError(*context, sbp::errorWasPrinted);
        });
  std::vector<std::string> arguments = sbp::expandPhaseArguments(argc, argv);
  if (!checkOutput(arguments))
    return 1;
  if (auto code = sbp::answerQuestion(arguments, registry))
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
