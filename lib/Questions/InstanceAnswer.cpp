// InstanceAnswer.cpp: the selection solver on a problem in a file
//
// The input is a problem of the ASPLOS/EuroSys 2025 contest on intra-operator
// parallelism (IOPDDL), plain or gzipped JSON; the output is one line:
// "cost 1234, lower bound 1200, gap 0.02833, 12.3 s".

#include "sbp/Analysis/CostNetwork/ConstrainedSolver.h"
#include "sbp/Analysis/Selection/Solution/ContestInstance.h"
#include "sbp/Questions/Answers.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <zlib.h>

using namespace llvm;
using namespace sbp;

/// Returns the text of the file. zlib passes a file without gzip header through
/// unchanged.
static Expected<std::string> readFile(const std::string &path) {
  errno = 0;
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file)
    return createStringError(
        Twine(errno ? std::strerror(errno) : "out of memory"));
  std::string text, error;
  std::vector<char> buffer(1 << 16);
  int count;
  // gzread reports a truncated file only through gzerror after the last block.
  errno = 0;
  while ((count = gzread(file, buffer.data(), buffer.size())) > 0)
    text.append(buffer.data(), count);
  int code = Z_OK;
  StringRef message = gzerror(file, &code);
  if (count < 0 || code != Z_OK)
    error = code == Z_ERRNO       ? std::strerror(errno)
            : code == Z_BUF_ERROR ? "the gzip stream is truncated"
                                  : message.str();
  gzclose(file);
  if (!error.empty())
    return createStringError(error);
  return text;
}

static std::string toText(double cost) {
  if (cost == kInfiniteCost)
    return "infinite";
  std::string text;
  raw_string_ostream(text) << format("%.0f", cost);
  return text;
}

static void printSolution(raw_ostream &answer, const Solution &solution,
                          double seconds) {
  answer << "cost " << toText(solution.cost) << ", lower bound "
         << toText(std::max(0.0, solution.lowerBound)) << ", gap ";
  if (solution.cost == kInfiniteCost)
    answer << (solution.isOptimal() ? "0: no solution fits the memory"
                                    : "unknown: no solution that fits the "
                                      "memory was found");
  else
    answer << format("%.4g", solution.getGap());
  answer << format(", %.2f s\n", seconds);
}

Error sbp::answerInstance(StringRef path, std::optional<double> seconds,
                          raw_ostream &answer) {
  Expected<std::string> text = readFile(path.str());
  if (!text)
    return createStringError("cannot read '" + path +
                             "': " + toString(text.takeError()));
  ContestInstance instance;
  if (Error wrong = instance.read(*text))
    return createStringError(path + ": " + toString(std::move(wrong)));
  auto begin = std::chrono::steady_clock::now();
  Solution solution;
  if (seconds) {
    ConstrainedOptions options;
    options.seconds = *seconds;
    options.work = kInfiniteCost;
    options.relaxations = ~0u;
    solution = solveWithin(instance.network, instance.terms, options).solution;
  } else {
    solution = solve(instance.network);
  }
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  printSolution(answer, solution, took.count());
  return Error::success();
}
