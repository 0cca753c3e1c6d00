// NamedValue.h: a name with the text of its value or file
#ifndef SBP_RUNTIME_RUN_FEED_NAMEDVALUE_H
#define SBP_RUNTIME_RUN_FEED_NAMEDVALUE_H

#include <string>

namespace sbp::run {

/// "NAME=VALUE", as given.
struct NamedValue {
  std::string name, value;
};

/// Returns true for "NAME=@FILE:all", which writes the results of all steps.
inline bool isOfAllSteps(const NamedValue &output) {
  return output.value.ends_with(":all");
}
/// Returns the path of "NAME=@FILE" or "NAME=@FILE:all".
inline std::string getFile(const NamedValue &output) {
  std::string path = output.value.substr(1);
  return isOfAllSteps(output) ? path.substr(0, path.size() - 4) : path;
}

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_FEED_NAMEDVALUE_H
