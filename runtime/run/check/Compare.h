// Compare.h: results of all ranks against those of one
#ifndef SBP_RUNTIME_RUN_CHECK_COMPARE_H
#define SBP_RUNTIME_RUN_CHECK_COMPARE_H

#include "Feeder.h"
#include "Processes.h"
#include "Session.h"
#include <string>
#include <vector>

namespace sbp::run {

/// A value inside of the model or a result, compared with the one-rank program.
struct Comparison {
  std::string name; ///< of the port
  int64_t elements;
  double largest; ///< largest difference from f64, over finite elements
};
/// Returns a user error unless the artifact holds both references of the entry.
Status checkReference(const Session &session, uint32_t entry);
/// Runs `steps` steps of the stored one-rank programs on the same inputs, in
/// the first process, and compares the results of the last. Appends to `values`
/// one row for each value that agrees, in the first process. `tolerance` is a
/// factor of all bounds. All processes return the same outcome: code 2 where a
/// value is beyond its bound, which the message names.
Status compareWithReference(Session &session, Feeder &feeder, uint32_t entry,
                            int64_t steps, double tolerance,
                            Processes &processes,
                            std::vector<Comparison> &values);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_CHECK_COMPARE_H
