// Diagnostics.cpp: converts diagnostics of MLIR to values
//
// Places are chosen as MLIR's SourceMgrDiagnosticHandler chooses them, so that
// a printer of the values writes the same text.

#include "sbp/Driver/Diagnostics.h"
#include "DiagnosticSink.h"
#include "ModulePath.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace sbp;
namespace json = llvm::json;

// Callers that are listed for a place inside of a function that was inlined.
static constexpr unsigned kMaxCallers = 10;

static CompilerSeverity getSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return CompilerSeverity::Error;
  case DiagnosticSeverity::Warning:
    return CompilerSeverity::Warning;
  case DiagnosticSeverity::Remark:
    return CompilerSeverity::Remark;
  case DiagnosticSeverity::Note:
    return CompilerSeverity::Note;
  }
  llvm_unreachable("unknown severity");
}

/// Returns the first location with a place in a file: of a call the callee's,
/// of a fused location the first part's that has one.
static std::optional<Location> findPlace(Location loc) {
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return findPlace(call.getCallee());
  if (auto name = dyn_cast<NameLoc>(loc))
    return findPlace(name.getChildLoc());
  if (isa<FileLineColRange>(loc))
    return loc;
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::optional<Location> place = findPlace(part))
        return place;
  return std::nullopt;
}

/// Returns the call through which `loc` was reached, if there is one.
static std::optional<CallSiteLoc> findCall(Location loc) {
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return call;
  if (auto name = dyn_cast<NameLoc>(loc))
    return findCall(name.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::optional<CallSiteLoc> call = findCall(part))
        return call;
  return std::nullopt;
}

/// Returns a message at `loc`, which begins with the text of a location that
/// has no file, or with `path`, the module of a framework, unless it is empty.
static CompilerDiagnostic makeDiagnostic(Location loc, StringRef path,
                                         const std::string &text,
                                         DiagnosticSeverity severity) {
  CompilerDiagnostic diagnostic;
  diagnostic.severity = getSeverity(severity);
  if (auto place = loc->findInstanceOf<FileLineColLoc>()) {
    diagnostic.file = place.getFilename().str();
    diagnostic.line = place.getLine();
    diagnostic.column = place.getColumn();
  } else if (!isa<UnknownLoc>(loc)) {
    llvm::raw_string_ostream(diagnostic.text) << loc << ": ";
  }
  if (!path.empty())
    diagnostic.text += path.str() + ": ";
  diagnostic.text += text;
  return diagnostic;
}

static CompilerDiagnostic convert(Diagnostic &diagnostic) {
  Location last = diagnostic.getLocation();
  SmallVector<Location> callers;
  std::optional<CallSiteLoc> call = findCall(last);
  for (unsigned i = 0; call && i < kMaxCallers; ++i) {
    last = call->getCaller();
    if (std::optional<Location> place = findPlace(last))
      callers.push_back(*place);
    call = findCall(last);
  }
  Location shown = diagnostic.getLocation();
  if (std::optional<Location> place = findPlace(shown))
    shown = *place;
  else if (!callers.empty())
    shown = callers.front();
  bool isCaller = !callers.empty() && !findPlace(diagnostic.getLocation());
  CompilerDiagnostic result =
      makeDiagnostic(shown, findModulePath(diagnostic.getLocation()),
                     diagnostic.str(), diagnostic.getSeverity());
  for (Location caller : ArrayRef(callers).drop_front(isCaller))
    result.notes.push_back(
        makeDiagnostic(caller, "", "called from", DiagnosticSeverity::Note));
  for (Diagnostic &note : diagnostic.getNotes()) {
    result.notes.push_back(makeDiagnostic(note.getLocation(),
                                          findModulePath(note.getLocation()),
                                          note.str(), note.getSeverity()));
    result.notes.back().repeatsPlace = last == note.getLocation();
    last = note.getLocation();
  }
  return result;
}

//===----------------------------------------------------------------------===//
// DiagnosticSink
//===----------------------------------------------------------------------===//

void DiagnosticSink::add(CompilerDiagnostic diagnostic) {
  if (diagnostic.severity == CompilerSeverity::Error)
    hasErrors = true;
  diagnostics.push_back(std::move(diagnostic));
  if (listener)
    listener->receive(diagnostics.back());
}

void DiagnosticSink::add(Diagnostic &diagnostic) { add(convert(diagnostic)); }

void DiagnosticSink::addAboutOptions(CompilerSeverity severity,
                                     const Twine &text) {
  CompilerDiagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.isAboutOptions = true;
  diagnostic.text = text.str();
  add(std::move(diagnostic));
}

bool DiagnosticSink::accept(llvm::Error error) {
  if (!error)
    return true;
  addAboutOptions(CompilerSeverity::Error, llvm::toString(std::move(error)));
  return false;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

const char *sbp::getSeverityName(CompilerSeverity severity) {
  switch (severity) {
  case CompilerSeverity::Error:
    return "error";
  case CompilerSeverity::Warning:
    return "warning";
  case CompilerSeverity::Remark:
    return "remark";
  case CompilerSeverity::Note:
    return "note";
  }
  llvm_unreachable("unknown severity");
}

static json::Object toObject(const CompilerDiagnostic &diagnostic) {
  json::Object object{{"severity", getSeverityName(diagnostic.severity)},
                      {"text", json::fixUTF8(diagnostic.text)}};
  if (!diagnostic.file.empty())
    object["file"] = json::fixUTF8(diagnostic.file);
  if (diagnostic.line)
    object["line"] = diagnostic.line;
  if (diagnostic.column)
    object["column"] = diagnostic.column;
  json::Array notes;
  for (const CompilerDiagnostic &note : diagnostic.notes)
    notes.push_back(toObject(note));
  object["notes"] = std::move(notes);
  return object;
}

std::string sbp::toJson(const CompilerDiagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(toObject(diagnostic));
  return text;
}
