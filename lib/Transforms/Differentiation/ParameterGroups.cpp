// ParameterGroups.cpp: matches parameters with the groups of their options

#include "ParameterGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace sbp;

static Error fail(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// `*` stands for any text.
static bool matchesPart(StringRef pattern, StringRef part) {
  size_t star = pattern.find('*');
  if (star == StringRef::npos)
    return pattern == part;
  if (!part.consume_front(pattern.take_front(star)))
    return false;
  StringRef rest = pattern.drop_front(star + 1);
  for (size_t skipped = 0; skipped <= part.size(); ++skipped)
    if (matchesPart(rest, part.drop_front(skipped)))
      return true;
  return false;
}

bool sbp::matchesPath(StringRef pattern, StringRef name) {
  SmallVector<StringRef> wanted, parts;
  pattern.split(wanted, '.');
  name.split(parts, '.');
  if (wanted.size() > parts.size())
    return false;
  return llvm::all_of(
      llvm::zip_equal(wanted, ArrayRef(parts).take_back(wanted.size())),
      [](auto pair) {
        return matchesPart(std::get<0>(pair), std::get<1>(pair));
      });
}

Expected<ParameterGroup> ParameterGroup::parse(StringRef text) {
  SmallVector<StringRef> fields;
  text.split(fields, ':');
  ParameterGroup group;
  group.pattern = fields.front().str();
  auto refuse = [&](const Twine &why) { return fail("groups=" + text + why); };
  if (group.pattern.empty() || fields.size() < 2)
    return refuse(": expected PATTERN:OPTION=VALUE, such as "
                  "norm.*:weight-decay=0");
  for (StringRef field : ArrayRef(fields).drop_front()) {
    auto [option, value] = field.split('=');
    std::optional<double> *target = option == "weight-decay"
                                        ? &group.weightDecay
                                    : option == "rate"       ? &group.rate
                                    : option == "rate-scale" ? &group.rateScale
                                                             : nullptr;
    if (!target)
      return refuse(": unknown option '" + option +
                    "'; known: weight-decay, rate, rate-scale");
    double number;
    if (value.getAsDouble(number) || !std::isfinite(number) || number < 0)
      return refuse(": " + option + " is '" + value +
                    "', expected a finite number that is not negative");
    if (*target)
      return refuse(": " + option + " stands twice");
    *target = number;
  }
  if (group.rate && group.rateScale)
    return refuse(": rate and rate-scale exclude each other");
  return group;
}

Error ParameterGroups::add(const ParameterGroup &group,
                           ArrayRef<GroupedParameter> parameters) {
  bool matches = false;
  for (auto [parameter, own] : llvm::zip_equal(parameters, options)) {
    if (!matchesPath(group.pattern, parameter.name))
      continue;
    matches = true;
    if (!own.pattern.empty())
      return fail("groups= '" + own.pattern + "' and '" + group.pattern +
                  "' both match parameter '" + parameter.name +
                  "'; a parameter belongs to one group");
    own = group;
  }
  if (matches)
    return Error::success();
  return fail("groups= '" + group.pattern +
              "' matches no parameter; there are " +
              llvm::join(llvm::map_range(parameters,
                                         [](const GroupedParameter &parameter) {
                                           return parameter.name;
                                         }),
                         ", "));
}

Error ParameterGroups::addUndecayed(StringRef pattern,
                                    ArrayRef<GroupedParameter> parameters) {
  bool matches = false;
  for (auto [parameter, own] : llvm::zip_equal(parameters, options)) {
    if (pattern == kVectors ? parameter.rank > 1
                            : !matchesPath(pattern, parameter.name))
      continue;
    matches = true;
    if (own.weightDecay.value_or(0) != 0)
      return fail("no-decay=" + pattern + " and the weight-decay of groups= '" +
                  own.pattern + "' both apply to parameter '" + parameter.name +
                  "'");
    own.weightDecay = 0.0;
  }
  if (matches)
    return Error::success();
  return fail("no-decay=" + pattern +
              (pattern == kVectors
                   ? ": no parameter has at most one dimension"
                   : " matches no parameter; '" + kVectors.str() +
                         "' stands for those of at most one dimension"));
}

Expected<ParameterGroups>
ParameterGroups::create(ArrayRef<std::string> groups,
                        ArrayRef<std::string> undecayed,
                        ArrayRef<GroupedParameter> parameters) {
  ParameterGroups result;
  result.options.resize(parameters.size());
  for (const std::string &text : groups) {
    Expected<ParameterGroup> group = ParameterGroup::parse(text);
    if (!group)
      return group.takeError();
    if (Error error = result.add(*group, parameters))
      return std::move(error);
  }
  for (const std::string &pattern : undecayed)
    if (Error error = result.addUndecayed(pattern, parameters))
      return std::move(error);
  return result;
}

bool ParameterGroups::decays() const {
  return llvm::any_of(options, [](const ParameterGroup &group) {
    return group.weightDecay && *group.weightDecay > 0;
  });
}
