// StatusLine.h: how far a run is, on a terminal
#ifndef SBP_TOOLS_SBP_RUN_STATUSLINE_H
#define SBP_TOOLS_SBP_RUN_STATUSLINE_H

#include <cstdint>

namespace sbp::run {

/// One line of stderr that is written over several times a second, and gone
/// when the steps are over. Nothing where stderr is no terminal.
class StatusLine {
public:
  /// Shows steps from `first` to `total` if `isEnabled`.
  StatusLine(bool isEnabled, int64_t first, int64_t total);
  ~StatusLine();
  StatusLine(const StatusLine &) = delete;
  /// So many steps were run.
  void update(int64_t steps);

private:
  bool isShown;
  int64_t first, total, begin, next;
};

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_STATUSLINE_H
