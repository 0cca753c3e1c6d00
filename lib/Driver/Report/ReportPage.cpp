// ReportPage.cpp: the HTML page that displays a report
//
// The page is a fixed document, ReportPage.html, with the report and the graphs
// of all entries as JSON in a script element at a mark.

#include "Report/ReportPage.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace sbp;

static constexpr StringLiteral page =
#include "ReportPage.inc"
    ;
static constexpr StringLiteral kPageMark = "/*DATA*/";

namespace {
/// Passes JSON on into a script element with every "<" escaped, the only
/// character that could end the element.
class ScriptStream : public llvm::raw_ostream {
public:
  explicit ScriptStream(raw_ostream &page) : page(page) {}
  ~ScriptStream() override { flush(); }

private:
  void write_impl(const char *bytes, size_t size) override {
    for (StringRef rest(bytes, size); !rest.empty();) {
      auto [text, after] = rest.split('<');
      page << text;
      if (text.size() < rest.size())
        page << "\\u003c";
      rest = after;
    }
    written += size;
  }
  uint64_t current_pos() const override { return written; }

  raw_ostream &page;
  uint64_t written = 0;
};
} // namespace

ReportPage::ReportPage(raw_ostream &os)
    : os(os), data(std::make_unique<ScriptStream>(os)) {
  os << page.take_front(page.find(kPageMark));
}

void ReportPage::finish() {
  data->flush();
  os << page.drop_front(page.find(kPageMark) + kPageMark.size());
}
