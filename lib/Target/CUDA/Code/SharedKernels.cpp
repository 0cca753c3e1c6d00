// SharedKernels.cpp: kernels that are equal in the code of several chips
//
// A PTX text is a head (version, target, variables of the module), followed by
// kernels, each from its line ".globl" on. For example, the code for sm_80 and
// sm_90a with kernels a and b, of which b is equal:
//
//   bytes of sm_80:   head80 a80 b      pieces: none, the text is its bytes
//   bytes of sm_90a:  head90 a90        pieces: its bytes 0 to their end, b of
//                                       the bytes of sm_80
#include "SharedKernels.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace sbp;

static constexpr StringLiteral kKernel = "\t// .globl\t";
/// Prefixes of names that the number of a function follows.
static constexpr StringLiteral kNumbered[] = {"$L__BB", "__local_depot"};

std::string cuda::numberFunctionsAlike(StringRef ptx) {
  std::string text;
  text.reserve(ptx.size());
  while (!ptx.empty()) {
    size_t next = ptx.size();
    StringRef found;
    for (StringRef prefix : kNumbered)
      if (size_t at = ptx.find(prefix); at < next) {
        next = at;
        found = prefix;
      }
    text += ptx.take_front(next + found.size());
    ptx = ptx.drop_front(next + found.size());
    if (!found.empty()) {
      text += '0';
      ptx = ptx.drop_while([](char c) { return isDigit(c); });
    }
  }
  return text;
}

/// Splits a text into its head and its kernels.
static SmallVector<StringRef> split(StringRef text) {
  SmallVector<StringRef> parts;
  while (true) {
    size_t end = text.find(kKernel, parts.empty() ? 0 : kKernel.size());
    parts.push_back(text.take_front(end));
    if (end == StringRef::npos)
      return parts;
    text = text.drop_front(end);
  }
}

/// Appends a range of the bytes of a code to the pieces of a text.
static void append(std::vector<CodePiece> &pieces, CodePiece piece) {
  if (!pieces.empty() && pieces.back().code == piece.code &&
      pieces.back().offset + pieces.back().bytes == piece.offset)
    pieces.back().bytes += piece.bytes;
  else
    pieces.push_back(piece);
}

void cuda::shareKernels(MutableArrayRef<CodeBlob> codes) {
  StringMap<CodePiece> known; ///< where the text of a kernel is stored
  for (auto [number, code] : enumerate(codes)) {
    std::string text(code.bytes.begin(), code.bytes.end());
    std::string own;
    std::vector<CodePiece> pieces;
    for (StringRef part : split(text)) {
      CodePiece piece{unsigned(number), own.size(), part.size()};
      auto [found, isNew] = known.try_emplace(part, piece);
      if (isNew)
        own += part;
      append(pieces, found->second);
    }
    if (own.size() == text.size())
      continue;
    code.bytes.assign(own.begin(), own.end());
    code.pieces = std::move(pieces);
  }
}
