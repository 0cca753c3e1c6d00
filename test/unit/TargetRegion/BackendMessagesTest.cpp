// BackendMessagesTest.cpp: messages of LLVM become diagnostics
#include "sbp/Support/BackendMessages.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

using namespace sbp;

namespace {

TEST(BackendMessages, AnErrorIsADiagnosticAndTheProcessGoesOn) {
  mlir::MLIRContext context;
  std::vector<std::string> texts;
  mlir::ScopedDiagnosticHandler handler(
      &context,
      [&](mlir::Diagnostic &diagnostic) { texts.push_back(diagnostic.str()); });
  llvm::LLVMContext llvmContext;
  BackendMessages messages(llvmContext, mlir::UnknownLoc::get(&context));
  llvmContext.diagnose(
      llvm::DiagnosticInfoGeneric("a register is gone", llvm::DS_Warning));
  EXPECT_FALSE(messages.hasError());
  llvmContext.emitError("there is no register");
  EXPECT_TRUE(messages.hasError());
  EXPECT_EQ(texts,
            (std::vector<std::string>{
                "LLVM cannot compile the kernels as requested: a register is "
                "gone",
                "LLVM cannot compile the kernels as requested: there is no "
                "register"}));
}

} // namespace
