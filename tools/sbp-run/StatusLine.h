// StatusLine.h: how far a run is, on a terminal
#ifndef SBP_TOOLS_SBP_RUN_STATUSLINE_H
#define SBP_TOOLS_SBP_RUN_STATUSLINE_H

#include <cstdint>

namespace sbp::run {

/// One line of stderr that is overwritten about five times a second. It shows
/// nothing where stderr is no terminal.
class StatusLine {
public:
  /// Shows a run from step `first` to `total` if `isEnabled`. Its time counts
  /// from here.
  StatusLine(bool isEnabled, int64_t first, int64_t total);
  /// Removes the line.
  ~StatusLine();
  StatusLine(const StatusLine &) = delete;
  /// Shows that `steps` steps have run, those before `first` included; it is
  /// greater than `first`.
  void update(int64_t steps);

private:
  bool isShown;
  /// Steps, and the times of the begin and of the next update in ns of
  /// readClock().
  int64_t first, total, begin, next;
};

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_STATUSLINE_H
