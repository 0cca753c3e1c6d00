// CommonFile.cpp: creates a file in the first process and opens it in all
#include "CommonFile.h"
#include "Actor.h"
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

Status run::chooseToken(Processes &processes, std::string &token) {
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(
      processes.gather(textOf(getpid(), "-", readClock()), all));
  token = all[0];
  return {};
}

Result<std::unique_ptr<PartsFile>> run::openTogether(const std::string &path,
                                                     uint64_t bytes,
                                                     Processes &processes) {
  std::unique_ptr<PartsFile> file;
  std::string token;
  SBP_RETURN_IF_FAILED(chooseToken(processes, token));
  for (bool isTurnOfFirst : {true, false}) {
    auto open = [&]() -> Status {
      if (processes.isFirst() != isTurnOfFirst)
        return {};
      SBP_ASSIGN_OR_RETURN(file, isTurnOfFirst
                                     ? PartsFile::create(path, token, bytes)
                                     : PartsFile::open(path, token));
      return {};
    };
    SBP_RETURN_IF_FAILED(processes.allReduceStatus(open()));
  }
  return file;
}
