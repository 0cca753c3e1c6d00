// FetchSteps.cpp: results of all steps, kept where a resumed run finds them
//
// In the checkpoint's folder, one dense slice a step and nothing else, so that
// it may be gone on with under any plan and for any number of steps.
#include "Fetcher.h"
#include "Outputs.h"
#include <algorithm>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

static std::string nameFile(uint32_t port) { return textOf(port, ".steps"); }

static std::string namePath(uint32_t port) {
  return textOf(kResultsFolder, "/", nameFile(port));
}

std::vector<Fetcher::StepsFile> Fetcher::getStepsFiles() const {
  std::vector<StepsFile> files;
  for (const Target &target : targets)
    if (target.steps)
      files.push_back({getPort(target).name, namePath(target.port),
                       countBytes(getPort(target)), target.steps.get()});
  return files;
}

/// The first process makes the files, then the others open them.
Status Fetcher::openSteps(int64_t firstStep) {
  for (bool isTurnOfFirst : {true, false}) {
    auto open = [&](Target &target) -> Status {
      Folder checkpoint, results;
      SBP_RETURN_IF_FAILED(Folder::open(options.checkpoint, checkpoint));
      SBP_RETURN_IF_FAILED(checkpoint.makeFolder(kResultsFolder, results));
      bool isNew = isTurnOfFirst && firstStep == 0;
      SBP_ASSIGN_OR_RETURN(
          target.steps,
          PartsFile::openInPlace(results, nameFile(target.port), isNew));
      return {};
    };
    Status status;
    for (Target &target : targets)
      if (target.all && !status.failed() &&
          processes.isFirst() == isTurnOfFirst)
        status = open(target);
    SBP_RETURN_IF_FAILED(processes.allReduceStatus(std::move(status)));
  }
  return {};
}

/// Copies the steps to the user's file, each process its share.
Status Fetcher::writeSteps(Target &target, OutputFiles &files) {
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(target.steps->sync()));
  std::string path = textOf(options.checkpoint, "/", namePath(target.port));
  const PortT &port = getPort(target);
  uint64_t bytes = options.steps * countBytes(port);
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> mapped,
                       MappedFile::open(path));
  if (mapped->bytes().size < bytes)
    return userError(path,
                     ": has lost a part of the data that was written to it");
  auto *data = static_cast<const char *>(mapped->bytes().data);
  std::string header = makeHeader(target);
  if (!target.parts)
    return files.write(target.path, header + std::string(data, bytes));
  const LocalWorld &world = session.getWorld();
  uint64_t share = bytes / world.countProcesses() + 1;
  uint64_t begin = std::min(bytes, share * world.getProcess());
  uint64_t end = std::min(bytes, begin + share);
  SBP_RETURN_IF_FAILED(
      target.parts->write(header.size() + begin, data + begin, end - begin));
  return target.parts->close();
}
