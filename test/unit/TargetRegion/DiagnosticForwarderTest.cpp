// DiagnosticForwarderTest.cpp: diagnostics of a target reach the caller
#include "mlir/IR/Diagnostics.h"
#include "sbp/Target/Region/RegionImport.h"
#include <gtest/gtest.h>

using namespace mlir;

// A warning of a target's own context was dropped, and with it the only name of
// a code generation step that fails without an error.
TEST(DiagnosticForwarder, EverySeverityReachesTheCallersContext) {
  MLIRContext caller, target;
  std::vector<std::string> found;
  ScopedDiagnosticHandler handler(&caller, [&](Diagnostic &diagnostic) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << static_cast<int>(diagnostic.getSeverity()) << " "
       << diagnostic.getLocation() << " " << diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      os << " | " << note.getLocation() << " " << note.str();
    found.push_back(text);
    return success();
  });
  sbp::region::DiagnosticForwarder forwarder(
      target, FileLineColLoc::get(&caller, "model.mlir", 1, 1));
  auto inFile = FileLineColLoc::get(&target, "model.mlir", 7, 3);
  emitError(inFile) << "e";
  emitRemark(inFile) << "r";
  InFlightDiagnostic warning = emitWarning(UnknownLoc::get(&target));
  warning << "w";
  warning.attachNote(inFile) << "n";
  warning.report();
  auto print = [](DiagnosticSeverity severity, const char *text) {
    return std::to_string(static_cast<int>(severity)) +
           " loc(\"model.mlir\":" + text;
  };
  EXPECT_EQ(found, (std::vector<std::string>{
                       print(DiagnosticSeverity::Error, "7:3) e"),
                       print(DiagnosticSeverity::Remark, "7:3) r"),
                       print(DiagnosticSeverity::Warning,
                             "1:1) w | loc(\"model.mlir\":7:3) n")}));
}
