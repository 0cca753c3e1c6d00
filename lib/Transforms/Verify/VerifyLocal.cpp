#include "VerifyPhase.h"
using namespace mlir;
LogicalResult sbp::verifyLocal(ModuleOp module) { return success(); }
LogicalResult sbp::verifyTasks(ModuleOp module) { return success(); }
