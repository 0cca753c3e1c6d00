// SourceLines.h: shortens the source lines of diagnostics

#ifndef TOOLS_COMMON_SOURCELINES_H
#define TOOLS_COMMON_SOURCELINES_H

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

namespace sbp {

/// Makes diagnostics of `sources` print at most 160 columns of a source line
/// around their column, to stderr: the arguments of a function with their
/// distributions can take thousands of columns. Replaces the handler of
/// `sources`.
inline void shortenSourceLines(llvm::SourceMgr &sources) {
  static constexpr size_t kShown = 160, kBefore = 60;
  sources.setDiagHandler([](const llvm::SMDiagnostic &diagnostic, void *) {
    llvm::raw_ostream &os = llvm::errs();
    llvm::StringRef line = diagnostic.getLineContents();
    size_t column = std::max(0, diagnostic.getColumnNo());
    if (line.size() <= kShown || column > line.size())
      return diagnostic.print(nullptr, os);
    size_t begin = column > kBefore ? column - kBefore : 0;
    std::string part = line.substr(begin, kShown).str();
    if (begin + kShown < line.size())
      part += "...";
    if (begin != 0) {
      part = "..." + part;
      column += 3;
    }
    llvm::WithColor(os, llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true)
        << diagnostic.getFilename() << ":" << diagnostic.getLineNo() << ":"
        << diagnostic.getColumnNo() + 1 << ": ";
    llvm::SMDiagnostic(*diagnostic.getSourceMgr(), diagnostic.getLoc(),
                       diagnostic.getFilename(), diagnostic.getLineNo(),
                       column - begin, diagnostic.getKind(),
                       diagnostic.getMessage(), part, {})
        .print(nullptr, os, /*ShowColors=*/true, /*ShowKindLabel=*/true,
               /*ShowLocation=*/false);
  });
}

} // namespace sbp

#endif // TOOLS_COMMON_SOURCELINES_H
