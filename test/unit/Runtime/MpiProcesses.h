// MpiProcesses.h: the processes that mpirun started, of which this is one
#ifndef SBP_TEST_UNIT_RUNTIME_MPIPROCESSES_H
#define SBP_TEST_UNIT_RUNTIME_MPIPROCESSES_H

#include "SharedTransport.h"
#include <map>
#include <memory>
#include <string>

namespace sbp::test {

/// The MPI transport of the test program, opened once and closed at its end.
struct MpiProcesses {
  static MpiProcesses &get();
  ~MpiProcesses();

  /// Gathers pieces by rank: `pieces` holds those of this process before and
  /// all afterwards. All processes call it.
  void gatherPieces(std::map<uint32_t, std::string> &pieces);
  /// Opens a shared-memory transport where `isWanted` is true. All processes
  /// call it.
  std::unique_ptr<SharedTransport> share(bool isWanted);

  std::unique_ptr<Transport> transport;
  const char *reason =
      nullptr; ///< why there are no processes; null where there are

private:
  MpiProcesses();
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_MPIPROCESSES_H
