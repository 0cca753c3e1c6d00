// MutatedTexts.cpp: wrong models through one process
//
// sbp-mutated-texts COUNT MODEL.mlir...: changes texts of models at random
// places and compiles each with a Compiler. Prints how many compilations
// succeeded and failed. The exit code is 1 where LeakSanitizer finds memory
// that has leaked, or where a compilation ends with an internal error or an
// error without a message. With a COUNT of "leak" it leaks memory itself.

#include "sbp/Driver/Compiler.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdio>
#include <random>
#include <sanitizer/lsan_interface.h>

using namespace sbp;

namespace {

/// Changes texts; equal seeds give equal changes.
class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}

  std::string change(std::string text) {
    for (unsigned left = 1 + draw(3); left > 0 && !text.empty(); --left)
      changeOnce(text);
    return text;
  }

private:
  size_t draw(size_t count) { return random() % count; }

  /// Returns the line that contains position `at`, with the line end before.
  static std::string getLine(const std::string &text, size_t at) {
    size_t begin = text.rfind('\n', at);
    begin = begin == std::string::npos ? 0 : begin;
    size_t end = std::min(text.find('\n', begin + 1), text.size());
    return text.substr(begin, end - begin);
  }

  void changeOnce(std::string &text) {
    static constexpr char kInserted[] = "(){}[]<>:,%@#\"0123abcxy- =!?";
    size_t begin = draw(text.size());
    size_t length = std::min(1 + draw(30), text.size() - begin);
    switch (draw(9)) {
    case 0:
      text.erase(begin, length);
      break;
    case 1:
      text.insert(begin, text.substr(begin, length));
      break;
    case 2:
      text[begin] = kInserted[draw(sizeof(kInserted) - 1)];
      break;
    case 3:
      text.insert(begin, text.substr(draw(text.size()), length));
      break;
    case 4: // a line of another place
      begin = text.find('\n', begin);
      if (begin != std::string::npos)
        text.insert(begin, getLine(text, draw(text.size())));
      break;
    default: // a digit, so that most texts are parsed
      begin = text.find_first_of("0123456789", begin);
      if (begin != std::string::npos)
        text[begin] = "0123456789"[draw(10)];
    }
  }

  std::mt19937 random;
};

/// The number of compilations by status.
struct Counts {
  int succeeded = 0, failed = 0, faults = 0;
};

} // namespace

static void compile(const std::string &text, unsigned seed, Counts &counts) {
  CompilerOptions options;
  options.explain = seed % 3 == 0;
  options.withReference = seed % 5 == 0;
  if (seed % 4 == 1)
    options.memoryLimit = 1000;
  if (seed % 6 == 2)
    options.report = ReportKind::Page;
  if (seed % 7 == 3)
    options.target = "cuda";
  CompilerResult result = Compiler(options).compile(text, "model.mlir");
  bool hasError = false;
  for (const CompilerDiagnostic &diagnostic : result.diagnostics)
    hasError |= diagnostic.severity == CompilerSeverity::Error &&
                !diagnostic.text.empty();
  if (result.status == CompilerStatus::Success && !hasError) {
    ++counts.succeeded;
  } else if (result.status == CompilerStatus::Failure && hasError) {
    ++counts.failed;
  } else {
    ++counts.faults;
    std::printf("seed %u: status %d %s\n%s\n", seed, int(result.status),
                result.internalError.c_str(), text.c_str());
  }
}

/// Leaks 100 bytes. Not inlined, so that no register holds their address.
__attribute__((noinline)) static void leak() {
  volatile char *bytes = new char[100];
  bytes[0] = 1;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  unsigned count = std::atoi(argv[1]);
  if (std::string_view(argv[1]) == "leak")
    leak();
  std::vector<std::string> models;
  for (int i = 2; i < argc; ++i) {
    auto buffer = llvm::MemoryBuffer::getFile(argv[i]);
    if (!buffer)
      return 2;
    models.push_back((*buffer)->getBuffer().str());
  }
  Counts whole, changed;
  for (const std::string &model : models)
    compile(model, 0, whole);
  for (unsigned seed = 0; seed < count; ++seed)
    compile(Mutator(seed).change(models[seed % models.size()]), seed, changed);
  bool hasLeaks = __lsan_do_recoverable_leak_check();
  std::printf("%d models compiled, %u texts: %d compiled, %d refused, %d "
              "faults, %s\n",
              whole.succeeded, count, changed.succeeded, changed.failed,
              changed.faults, hasLeaks ? "leaks" : "no leak");
  std::fflush(stdout); // before the check of the process's end
  return hasLeaks || changed.faults || whole.faults;
}
