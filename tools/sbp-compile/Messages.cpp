// Messages.cpp: the messages of sbp-compile on stderr
//
// Messages about a model have the form of MLIR's tools: FILE:LINE:COLUMN, the
// text, the line of the file, and a mark below the column.

#include "Messages.h"

#include "../common/SourceLines.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace sbp;

Messages::Messages(bool printsJson) : printsJson(printsJson) {
  shortenSourceLines(sources);
}

void Messages::setModel(const std::string &text, StringRef name) {
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(text, name), SMLoc());
}

static SourceMgr::DiagKind getKind(CompilerSeverity severity) {
  switch (severity) {
  case CompilerSeverity::Error:
    return SourceMgr::DK_Error;
  case CompilerSeverity::Warning:
    return SourceMgr::DK_Warning;
  case CompilerSeverity::Remark:
    return SourceMgr::DK_Remark;
  case CompilerSeverity::Note:
    return SourceMgr::DK_Note;
  }
  llvm_unreachable("unknown severity");
}

/// Returns the place in a buffer, which is read if it is another file than the
/// model; an invalid one where that is not possible.
SMLoc Messages::findPlace(const CompilerDiagnostic &message) {
  if (message.line == 0 || message.column == 0)
    return {};
  unsigned buffer = 0;
  for (unsigned i = 1; i <= sources.getNumBuffers() && !buffer; ++i)
    if (sources.getMemoryBuffer(i)->getBufferIdentifier() == message.file)
      buffer = i;
  std::string path;
  if (!buffer)
    buffer = sources.AddIncludeFile(message.file, SMLoc(), path);
  return buffer ? sources.FindLocForLineAndColumn(buffer, message.line,
                                                  message.column)
                : SMLoc();
}

void Messages::printText(const CompilerDiagnostic &message) {
  SourceMgr::DiagKind kind = getKind(message.severity);
  if (message.isAboutOptions) {
    (kind == SourceMgr::DK_Error ? WithColor::error(errs(), "sbp-compile")
                                 : WithColor::warning(errs(), "sbp-compile"))
        << message.text << "\n";
    return;
  }
  if (message.file.empty() && message.line == 0)
    return sources.PrintMessage(errs(), SMLoc(), kind, message.text);
  SMLoc place = message.repeatsPlace ? SMLoc() : findPlace(message);
  if (place.isValid())
    return sources.PrintMessage(errs(), place, kind, message.text);
  std::string name = message.file + ":" + std::to_string(message.line) + ":" +
                     std::to_string(message.column);
  SMDiagnostic(name, kind, message.text).print(nullptr, errs());
}

void Messages::print(const CompilerDiagnostic &diagnostic) {
  if (printsJson) {
    errs() << toJson(diagnostic) + "\n";
    return;
  }
  printText(diagnostic);
  for (const CompilerDiagnostic &note : diagnostic.notes)
    printText(note);
}

bool Messages::fail(const Twine &text) {
  CompilerDiagnostic error;
  error.isAboutOptions = true;
  error.text = text.str();
  print(error);
  return false;
}
