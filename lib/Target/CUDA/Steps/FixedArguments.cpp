// FixedArguments.cpp: arguments of a region that no step writes
#include "FixedArguments.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Target/Region/RegionImport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

void sbp::cuda::copyFixedArguments(func::FuncOp from, func::FuncOp to) {
  for (unsigned i = 0; i < from.getNumArguments(); ++i)
    if (from.getArgAttr(i, kFixedAttr))
      to.setArgAttr(i, kFixedAttr, UnitAttr::get(to.getContext()));
}

std::string sbp::cuda::hashRegion(func::FuncOp region) {
  std::string hash = sbp::region::hashRegion(region), text = hash;
  for (unsigned i = 0; i < region.getNumArguments(); ++i)
    if (region.getArgAttr(i, kFixedAttr))
      text += " " + std::to_string(i);
  if (text == hash)
    return hash;
  llvm::XXH128_hash_t both =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  return llvm::utohexstr(both.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(both.low64, /*LowerCase=*/true, 16);
}
