// CInterface.cpp: sbp_compiler.h

#include "sbp/Driver/Compiler.h"
#include "sbp_compiler.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

using namespace sbp;

namespace {

/// An open handle. Calls that compile hold a share of it, so that it outlives
/// a close meanwhile.
struct Handle {
  std::unique_ptr<Compiler> compiler; ///< null where the options are refused
  sbp_compiler_options options = {};  ///< the callback and its argument
  CompilerResult result;
  /// Messages and their notes in order, with the index of each note's message.
  std::vector<std::pair<const CompilerDiagnostic *, int64_t>> diagnostics;
  std::string message;
};

/// The open handles by number. Thread-safe.
class Handles {
public:
  uint64_t add(std::shared_ptr<Handle> handle) {
    std::lock_guard<std::mutex> lock(mutex);
    handles[++last] = std::move(handle);
    return last;
  }
  /// Returns the handle; null if it is not open.
  std::shared_ptr<Handle> find(uint64_t number) {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = handles.find(number);
    return found == handles.end() ? nullptr : found->second;
  }
  /// Closes the handle and returns it; null if it is not open.
  std::shared_ptr<Handle> remove(uint64_t number) {
    std::lock_guard<std::mutex> lock(mutex);
    auto node = handles.extract(number);
    return node ? std::move(node.mapped()) : nullptr;
  }

private:
  std::mutex mutex;
  std::map<uint64_t, std::shared_ptr<Handle>> handles;
  uint64_t last = 0; ///< numbers count from 1 and are never used twice
};

/// Calls on_phase.
class PhaseListener : public CompilerListener {
public:
  explicit PhaseListener(const sbp_compiler_options &options)
      : options(options) {}
  void beginPhase(std::string_view name, int64_t ops) override {
    if (options.on_phase)
      options.on_phase(options.user, std::string(name).c_str(), ops);
  }

private:
  const sbp_compiler_options &options;
};

} // namespace

static Handles &getHandles() {
  static Handles handles;
  return handles;
}

/// Returns an error if the first `size` bytes of a struct of `known` bytes
/// cannot be used; empty if they can. All fields end at multiples of 8.
static std::string checkSize(const char *name, size_t size, size_t known) {
  std::string found = std::string("struct_size of ") + name + " is " +
                      std::to_string(size) + ", ";
  if (size > known)
    return found + "but this library knows " + std::to_string(known) +
           " bytes: it is older than the header";
  if (size < sizeof(size_t) || size % 8 != 0)
    return found + "expected sizeof(" + name + "), " + std::to_string(known);
  return "";
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Returns an error if a field has a value that is none of its kind; empty if
/// all are known.
static std::string checkValues(const sbp_compiler_options &given) {
  constexpr uint32_t kFlags = SBP_COMPILER_EXPLAIN | SBP_COMPILER_STRICT |
                              SBP_COMPILER_WITH_REFERENCE |
                              SBP_COMPILER_REPORT_PER_RANK;
  if (given.flags & ~kFlags)
    return "flags: unknown bits in " + std::to_string(given.flags) +
           ", expected a sum of 1, 2, 4 and 8";
  if (given.report > SBP_COMPILER_REPORT_PAGE)
    return "report: expected 0, 1 or 2, found " + std::to_string(given.report);
  if (given.output > SBP_COMPILER_TASKS)
    return "output: expected 0 or 1, found " + std::to_string(given.output);
  if (given.credit_count && !given.credits)
    return "credits: a null pointer with a count of " +
           std::to_string(given.credit_count);
  return "";
}

static CompilerOptions convert(const sbp_compiler_options &given) {
  auto read = [](const char *text) { return std::string(text ? text : ""); };
  CompilerOptions options;
  options.target = read(given.target);
  if (given.cpu)
    options.cpu = given.cpu;
  options.chip = read(given.chip);
  options.float32 = read(given.float32);
  options.overlap = read(given.overlap);
  options.topologyFile = read(given.topology);
  options.ratesFile = read(given.rates);
  options.tuningFile = read(given.tuning);
  options.shareFolder = read(given.share_folder);
  if (given.memory_limit)
    options.memoryLimit = given.memory_limit;
  options.credits.assign(given.credits, given.credits + given.credit_count);
  if (given.streams)
    options.streams = given.streams;
  options.explain = given.flags & SBP_COMPILER_EXPLAIN;
  options.strict = given.flags & SBP_COMPILER_STRICT;
  options.withReference = given.flags & SBP_COMPILER_WITH_REFERENCE;
  options.reportPerRank = given.flags & SBP_COMPILER_REPORT_PER_RANK;
  if (given.report)
    options.report = given.report == SBP_COMPILER_REPORT_JSON
                         ? ReportKind::Json
                         : ReportKind::Page;
  if (given.output == SBP_COMPILER_TASKS)
    options.output = CompilerOutput::Tasks;
  return options;
}

/// Makes the compiler of a handle. Returns an error, or an empty text.
static std::string makeCompiler(const sbp_compiler_options *given,
                                Handle &handle) {
  if (given) {
    std::string error = checkSize("sbp_compiler_options", given->struct_size,
                                  sizeof(handle.options));
    if (!error.empty())
      return error;
    std::memcpy(&handle.options, given, given->struct_size);
  }
  if (std::string error = checkValues(handle.options); !error.empty())
    return error;
  handle.compiler = std::make_unique<Compiler>(convert(handle.options));
  std::vector<CompilerDiagnostic> errors = handle.compiler->check();
  if (errors.empty())
    return "";
  handle.compiler.reset();
  return errors.front().text;
}

//===----------------------------------------------------------------------===//
// Calls that compile
//===----------------------------------------------------------------------===//

/// Returns "FILE:LINE:COLUMN: TEXT" of the first error; empty if there is none.
static std::string describeFirstError(const CompilerResult &result) {
  for (const CompilerDiagnostic &diagnostic : result.diagnostics) {
    if (diagnostic.severity != CompilerSeverity::Error)
      continue;
    std::string place;
    if (!diagnostic.file.empty())
      place = diagnostic.file + ":" + std::to_string(diagnostic.line) + ":" +
              std::to_string(diagnostic.column) + ": ";
    return place + diagnostic.text;
  }
  return "";
}

/// Stores the result in the handle and returns its status.
static sbp_compiler_status keep(Handle &handle, CompilerResult result) {
  handle.result = std::move(result);
  handle.diagnostics.clear();
  for (const CompilerDiagnostic &diagnostic : handle.result.diagnostics) {
    int64_t parent = handle.diagnostics.size();
    handle.diagnostics.emplace_back(&diagnostic, -1);
    for (const CompilerDiagnostic &note : diagnostic.notes)
      handle.diagnostics.emplace_back(&note, parent);
  }
  switch (handle.result.status) {
  case CompilerStatus::Success:
    return SBP_COMPILER_OK;
  case CompilerStatus::Failure:
    handle.message = describeFirstError(handle.result);
    return SBP_COMPILER_USER_ERROR;
  case CompilerStatus::Cancelled:
    handle.message = "the compilation was cancelled";
    return SBP_COMPILER_CANCELLED;
  case CompilerStatus::InternalError:
    handle.message = "internal error: " + handle.result.internalError;
    return SBP_COMPILER_INTERNAL_ERROR;
  }
  return SBP_COMPILER_INTERNAL_ERROR;
}

static sbp_compiler_status refuse(Handle &handle, std::string message) {
  handle.message = std::move(message);
  return SBP_COMPILER_USER_ERROR;
}

/// Calls `body` with the open handle and the text of the model, unless one is
/// missing.
template <typename Body>
static sbp_compiler_status compileText(sbp_compiler compiler, const char *text,
                                       size_t size, Body body) {
  std::shared_ptr<Handle> handle = getHandles().find(compiler);
  if (!handle)
    return SBP_COMPILER_USER_ERROR;
  keep(*handle, {});
  if (!handle->compiler)
    return refuse(*handle, "the options of this compiler were refused");
  if (!text && size)
    return refuse(*handle, "the text is a null pointer");
  return keep(*handle, body(*handle, std::string(text ? text : "", size)));
}

extern "C" {

uint32_t sbp_compiler_version(void) { return SBP_COMPILER_VERSION; }

sbp_compiler_status sbp_compiler_open(const sbp_compiler_options *options,
                                      sbp_compiler *compiler) {
  if (!compiler)
    return SBP_COMPILER_USER_ERROR;
  auto handle = std::make_shared<Handle>();
  handle->message = makeCompiler(options, *handle);
  sbp_compiler_status status =
      handle->compiler ? SBP_COMPILER_OK : SBP_COMPILER_USER_ERROR;
  *compiler = getHandles().add(std::move(handle));
  return status;
}

sbp_compiler_status sbp_compiler_close(sbp_compiler compiler) {
  std::shared_ptr<Handle> handle = getHandles().remove(compiler);
  if (handle && handle->compiler)
    handle->compiler->cancel();
  return handle ? SBP_COMPILER_OK : SBP_COMPILER_USER_ERROR;
}

sbp_compiler_status sbp_compiler_compile(sbp_compiler compiler,
                                         const char *text, size_t size,
                                         const char *name) {
  return compileText(compiler, text, size,
                     [&](Handle &handle, const std::string &model) {
                       PhaseListener listener(handle.options);
                       return handle.compiler->compile(
                           model, name ? name : "model", &listener);
                     });
}

sbp_compiler_status sbp_compiler_add_training(sbp_compiler compiler,
                                              const char *text, size_t size,
                                              const char *name,
                                              const char *training) {
  return compileText(
      compiler, text, size, [&](Handle &handle, const std::string &model) {
        return handle.compiler->addTraining(model, name ? name : "model",
                                            training ? training : "");
      });
}

sbp_compiler_status sbp_compiler_cancel(sbp_compiler compiler) {
  std::shared_ptr<Handle> handle = getHandles().find(compiler);
  if (!handle || !handle->compiler)
    return SBP_COMPILER_USER_ERROR;
  handle->compiler->cancel();
  return SBP_COMPILER_OK;
}

/// Returns the bytes of `text` and their number in `*size`; null for none.
static const char *lend(const std::string *text, size_t *size) {
  bool isEmpty = !text || text->empty();
  if (size)
    *size = isEmpty ? 0 : text->size();
  return isEmpty ? nullptr : text->data();
}

const char *sbp_compiler_result(sbp_compiler compiler, size_t *size) {
  std::shared_ptr<Handle> handle = getHandles().find(compiler);
  return lend(handle ? &handle->result.artifact : nullptr, size);
}

const char *sbp_compiler_report(sbp_compiler compiler, size_t *size) {
  std::shared_ptr<Handle> handle = getHandles().find(compiler);
  return lend(handle ? &handle->result.report : nullptr, size);
}

const char *sbp_compiler_message(sbp_compiler compiler) {
  std::shared_ptr<Handle> handle = getHandles().find(compiler);
  return handle ? handle->message.c_str()
                : "the compiler is closed or was never open";
}

size_t sbp_compiler_diagnostic_count(sbp_compiler compiler) {
  std::shared_ptr<Handle> handle = getHandles().find(compiler);
  return handle ? handle->diagnostics.size() : 0;
}

sbp_compiler_status
sbp_compiler_get_diagnostic(sbp_compiler compiler, size_t index,
                            sbp_compiler_diagnostic *diagnostic) {
  std::shared_ptr<Handle> handle = getHandles().find(compiler);
  if (!handle)
    return SBP_COMPILER_USER_ERROR;
  if (!diagnostic)
    return refuse(*handle, "the diagnostic is a null pointer");
  size_t size = diagnostic->struct_size;
  std::string error =
      checkSize("sbp_compiler_diagnostic", size, sizeof(*diagnostic));
  if (!error.empty())
    return refuse(*handle, error);
  if (index >= handle->diagnostics.size())
    return refuse(*handle, "no diagnostic " + std::to_string(index) + " of " +
                               std::to_string(handle->diagnostics.size()));
  auto [found, parent] = handle->diagnostics[index];
  sbp_compiler_diagnostic values = {size,
                                    static_cast<uint32_t>(found->severity),
                                    found->line,
                                    found->column,
                                    found->isAboutOptions,
                                    parent,
                                    found->file.c_str(),
                                    found->text.c_str()};
  std::memcpy(diagnostic, &values, size);
  return SBP_COMPILER_OK;
}

} // extern "C"
