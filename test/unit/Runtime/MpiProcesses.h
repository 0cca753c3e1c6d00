// MpiProcesses.h: the processes that mpirun started, of which this is one
#ifndef SBP_TEST_UNIT_RUNTIME_MPIPROCESSES_H
#define SBP_TEST_UNIT_RUNTIME_MPIPROCESSES_H

#include "SharedTransport.h"
#include <map>
#include <memory>
#include <string>

namespace sbp::test {

/// Opened once and closed at the end of the program: a process has one MPI.
struct MpiProcesses {
  static MpiProcesses &get();
  ~MpiProcesses();

  /// Pieces by rank: those of this process before, of all afterwards. All
  /// processes come here.
  void gatherPieces(std::map<uint32_t, std::string> &pieces);
  /// Messages through memory that the processes share, if that `isWanted`. All
  /// processes come here.
  std::unique_ptr<SharedTransport> share(bool isWanted);

  std::unique_ptr<Transport> transport;
  const char *reason = nullptr; ///< why there are none; null: there are

private:
  MpiProcesses();
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_MPIPROCESSES_H
