//===- sbp-opt.cpp - mlir-opt with our dialects and passes ----------------===//

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "sbp/InitAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  sbp::registerAllDialects(registry);
  sbp::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "SBP-MLIR optimizer driver\n", registry));
}
