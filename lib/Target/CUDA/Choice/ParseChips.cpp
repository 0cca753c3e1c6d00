// ParseChips.cpp: the chips that a value of --chip names
#include "NativeChips.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sbp::cuda;

/// The value of --chip for the GPUs of this machine.
static constexpr llvm::StringLiteral kNative = "native";

llvm::Expected<llvm::SmallVector<const Chip *>>
sbp::cuda::parseChips(llvm::StringRef text) {
  llvm::SmallVector<const Chip *> chips;
  if (text.empty()) {
    for (const Chip &chip : getChips())
      if (chip.isDefault)
        chips.push_back(&chip);
    return chips;
  }
  if (text == kNative)
    return findNativeChips();
  for (llvm::StringRef name : llvm::split(text, ',')) {
    if (name.empty())
      return llvm::createStringError("--chip=" + text +
                                     ": expected names separated by commas");
    if (name == kNative)
      return llvm::createStringError("--chip=" + text + ": '" + name +
                                     "' stands for all chips and alone");
    const Chip *chip = findChip(name);
    if (!chip)
      return llvm::createStringError("chip '" + name +
                                     "' is unknown; known: " + listChips());
    if (llvm::is_contained(chips, chip))
      return llvm::createStringError("--chip=" + text + ": '" + name +
                                     "' is named twice");
    chips.push_back(chip);
  }
  llvm::sort(chips); // addresses in the table
  return chips;
}
