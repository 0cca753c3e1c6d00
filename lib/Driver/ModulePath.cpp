// ModulePath.cpp: names and places in the locations of exported models

#include "ModulePath.h"

#include "mlir/IR/Operation.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"

using namespace mlir;

StringRef sbp::findModulePath(Location loc) {
  StringRef path;
  loc->walk([&](Location part) {
    auto name = dyn_cast<NameLoc>(part);
    if (!name || name.getName() == kAdjointLocName)
      return WalkResult::advance();
    path = name.getName();
    return WalkResult::interrupt();
  });
  return path;
}

bool sbp::hasPlacesElsewhere(Operation *root, StringRef name) {
  auto isElsewhere = [&](Operation *op) {
    auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
    return place && place.getFilename() != name ? WalkResult::interrupt()
                                                : WalkResult::advance();
  };
  return root->walk(isElsewhere).wasInterrupted();
}
