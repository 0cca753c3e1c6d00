// SBPOpInterface.cpp: hashing and printing of signatures

#include "sbp/Interfaces/SBPOpInterface.h"
#include "llvm/ADT/STLExtras.h"

#include "sbp/Interfaces/SBPOpInterface.cpp.inc"

using namespace llvm;

namespace sbp {

hash_code hash_value(const Signature &signature) {
  hash_code code(0);
  for (const Distribution &operand : signature.operands)
    code = hash_combine(code, operand);
  for (const Distribution &result : signature.results)
    // The 1 separates results from operands: [S(0)] -> [] and [] -> [S(0)]
    // differ.
    code = hash_combine(code, result, 1);
  return code;
}

raw_ostream &operator<<(raw_ostream &os, const Signature &signature) {
  os << "[";
  llvm::interleaveComma(signature.operands, os);
  os << "] -> [";
  llvm::interleaveComma(signature.results, os);
  return os << "]";
}

} // namespace sbp
