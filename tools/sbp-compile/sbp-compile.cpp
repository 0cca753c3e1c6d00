// sbp-compile.cpp: compiles a model to an artifact, an executable or tasks
//
// The command line of the library in lib/Driver: reads the model, prints
// messages and the progress line, and writes the output and the report.

#include "../common/InternalErrors.h"
#include "../common/KeptMemory.h"
#include "Messages.h"
#include "Options.h"
#include "Output.h"
#include "Progress.h"

#include "sbp/Driver/Compiler.h"
#include "sbp/Driver/Source.h"
#include "sbp/Support/InputFile.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace sbp;

// Exit code of every user error (contract.md).
static constexpr int kUserError = 1;

namespace {

/// One run of the program.
class Program : CompilerListener {
public:
  explicit Program(const Options &options)
      : options(options), messages(options.printsJson), output(messages),
        reportFile(messages) {}
  /// Returns the exit code.
  int run();

private:
  void beginPhase(std::string_view name, int64_t ops) override {
    progress.begin({name.data(), name.size()}, ops);
  }
  /// Opens the output files, so that one that cannot be written is an error
  /// before the model is compiled.
  bool acceptModel() override;
  void receive(const CompilerDiagnostic &diagnostic) override;

  bool read();
  bool write(const CompilerResult &result);

  const Options &options;
  std::string text, name; ///< of the model; outlive `messages`
  Messages messages;
  Progress progress;
  OutputFile output, reportFile;
};

} // namespace

bool Program::acceptModel() {
  return output.open(options.output, options.isExecutable) &&
         (options.reportFile.empty() || reportFile.open(options.reportFile));
}

void Program::receive(const CompilerDiagnostic &diagnostic) {
  if (diagnostic.severity == CompilerSeverity::Error &&
      !diagnostic.isAboutOptions)
    errorWasPrinted = true;
  progress.clear();
  messages.print(diagnostic);
}

bool Program::read() {
  auto buffer = readInputFile(options.input, /*mayBeInput=*/true);
  if (!buffer)
    return messages.fail(toString(buffer.takeError()));
  text = (*buffer)->getBuffer().str();
  name = (*buffer)->getBufferIdentifier().str();
  messages.setModel(text, name);
  return true;
}

/// Renames both files or none: all data is written before either gets its name.
bool Program::write(const CompilerResult &result) {
  if (!options.isExecutable) {
    output.os() << result.artifact;
  } else {
    std::string program =
        makeExecutable(options.programPath, result.artifact, messages);
    if (program.empty())
      return false;
    output.os() << program;
  }
  bool hasReport = !options.reportFile.empty();
  if (hasReport)
    reportFile.os() << result.report;
  return output.finish() && (!hasReport || reportFile.keep()) && output.keep();
}

int Program::run() {
  Compiler compiler(options.compiler);
  std::vector<CompilerDiagnostic> errors = compiler.check();
  for (const CompilerDiagnostic &error : errors)
    messages.print(error);
  if (!errors.empty() || !read())
    return kUserError;
  CompilerResult result = compiler.compile(text, name, this);
  progress.end();
  if (result.status == CompilerStatus::InternalError)
    exitWithInternalError((": " + result.internalError).c_str());
  return result.status == CompilerStatus::Success && write(result) ? 0
                                                                   : kUserError;
}

int main(int argc, char **argv) {
  std::error_code ignored = sys::Process::FixupStandardFileDescriptors();
  (void)ignored;
  reportInternalErrors("sbp-compile");
  keepFreedMemory();
  getModelDialects(); // registers the targets that the command line lists
  return Program(parseOptions(argc, argv)).run();
}
