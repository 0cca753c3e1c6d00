// ParameterGroups.h: optimizer options by the path of a parameter
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_PARAMETERGROUPS_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_PARAMETERGROUPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace sbp {

/// Returns true if `pattern` is the end of the path `name`. Both are divided
/// into parts at '.', and `*` stands for any text inside of one part. Example:
/// `bias` and `layers.*.bias` match `model.layers.3.bias`.
bool matchesPath(llvm::StringRef pattern, llvm::StringRef name);

/// Options of the parameters that a pattern matches.
struct ParameterGroup {
  std::string pattern;
  std::optional<double> weightDecay; ///< at least 0
  std::optional<double> rate;        ///< a constant rate; above 0
  std::optional<double> rateScale;   ///< factor of the common rate; at least 0

  /// Parses `PATTERN:OPTION=VALUE[:OPTION=VALUE]...`, such as
  /// `head.*:weight-decay=0:rate-scale=0.1`. Fails on an unknown option or a
  /// value that is no finite number in the range of the option.
  static llvm::Expected<ParameterGroup> parse(llvm::StringRef text);
};

/// A parameter as groups see it.
struct GroupedParameter {
  std::string name;
  int64_t rank;
};

/// Options for each parameter.
class ParameterGroups {
public:
  /// The pattern in `no-decay=` of parameters with at most one dimension:
  /// biases, and gains of norms.
  static constexpr llvm::StringLiteral kVectors = "vectors";

  /// `undecayed` are patterns of parameters whose weight decay is 0. Fails
  /// where a pattern matches no parameter, and where two groups match one.
  static llvm::Expected<ParameterGroups>
  create(llvm::ArrayRef<std::string> groups,
         llvm::ArrayRef<std::string> undecayed,
         llvm::ArrayRef<GroupedParameter> parameters);

  /// Returns the options of a parameter, by its number in `parameters`.
  const ParameterGroup &operator[](size_t number) const {
    return options[number];
  }
  /// Returns true if a group sets a weight decay above 0.
  bool decays() const;

private:
  llvm::Error add(const ParameterGroup &group,
                  llvm::ArrayRef<GroupedParameter> parameters);
  llvm::Error addUndecayed(llvm::StringRef pattern,
                           llvm::ArrayRef<GroupedParameter> parameters);

  llvm::SmallVector<ParameterGroup> options; ///< one per parameter
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_PARAMETERGROUPS_H
