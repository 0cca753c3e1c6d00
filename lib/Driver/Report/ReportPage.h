// ReportPage.h: the HTML page that displays a report
#ifndef SBP_LIB_DRIVER_REPORT_REPORTPAGE_H
#define SBP_LIB_DRIVER_REPORT_REPORTPAGE_H

#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace sbp {

/// Writes the page around its data, which is JSON in a script element.
class ReportPage {
public:
  /// Writes the page up to its data to `os`, which outlives this object.
  explicit ReportPage(llvm::raw_ostream &os);
  /// Returns the stream of the data, which this object owns. It escapes the
  /// characters that could end the script element.
  llvm::raw_ostream &getData() { return *data; }
  /// Writes the rest of the page. Once, after the data.
  void finish();

private:
  llvm::raw_ostream &os;
  std::unique_ptr<llvm::raw_ostream> data;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_REPORT_REPORTPAGE_H
