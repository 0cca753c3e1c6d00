// StatusLine.h: the progress of a run, on a terminal
#ifndef SBP_TOOLS_SBP_RUN_STATUSLINE_H
#define SBP_TOOLS_SBP_RUN_STATUSLINE_H

#include "Session.h"
#include <cstdint>
#include <optional>
#include <string>

namespace sbp::run {

/// The result that the progress of a run shows: the first float without
/// dimensions that is no state, which is the loss of a training step.
class WatchedResult {
public:
  /// Finds the result. The session outlives this object.
  WatchedResult(Session &session, uint32_t entry);
  /// Returns ", NAME VALUE" of the last step; empty without such a result, and
  /// where no rank of this process holds its whole value. May be called between
  /// steps of the entry.
  std::string describe();

private:
  struct Place {
    uint32_t port, rank;
  };
  Session &session;
  uint32_t entry;
  std::optional<Place> place;
};

/// One line of stderr that is overwritten about five times a second. It shows
/// nothing where stderr is no terminal.
class StatusLine {
public:
  /// Shows a run from step `first` to `total` and `watched`, which outlives the
  /// line, if `isEnabled`. Its time counts from here.
  StatusLine(bool isEnabled, int64_t first, int64_t total,
             WatchedResult &watched);
  /// Removes the line.
  ~StatusLine();
  StatusLine(const StatusLine &) = delete;
  /// Shows that `steps` steps have run, those before `first` included; it is
  /// greater than `first`.
  void update(int64_t steps);

private:
  bool isShown;
  WatchedResult &watched;
  /// Steps, and the times of the begin and of the next update in ns of
  /// readClock().
  int64_t first, total, begin, next;
};

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_STATUSLINE_H
