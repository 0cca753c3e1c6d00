// WorkOrders.cpp: orders of a pipeline's work that users write

#include "sbp/Analysis/Scheduling/WorkOrders.h"

#include "sbp/Calculus/JsonText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace sbp;

/// Bounds that no pipeline reaches: a longer file is refused before its groups
/// are stored.
static constexpr size_t kMaxGroups = size_t(1) << 22;
static constexpr int64_t kMaxNumber = 1 << 20;

static Error refuseOrders(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

bool sbp::isOrderFile(StringRef schedule) {
  return schedule.ends_with(".json");
}

std::string sbp::toText(WorkGroup group, bool hasChunks) {
  std::string text = getLetter(group.kind) + std::to_string(group.microBatch);
  if (hasChunks)
    text += ".c" + std::to_string(group.chunk);
  return text;
}

/// Takes a number without leading zeros off the front of `text`.
static std::optional<int64_t> takeNumber(StringRef &text) {
  StringRef digits = text.take_while(isDigit);
  int64_t number;
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0') ||
      digits.getAsInteger(10, number) || number > kMaxNumber)
    return std::nullopt;
  text = text.drop_front(digits.size());
  return number;
}

static std::optional<WorkGroup> parseGroup(StringRef text) {
  WorkGroup group;
  const WorkKind *kind = find_if(kWorkKinds, [&](WorkKind kind) {
    return !text.empty() && getLetter(kind) == text[0];
  });
  if (kind == std::end(kWorkKinds))
    return std::nullopt;
  group.kind = *kind;
  text = text.drop_front();
  std::optional<int64_t> microBatch = takeNumber(text);
  if (!microBatch)
    return std::nullopt;
  group.microBatch = *microBatch;
  if (text.consume_front(".c")) {
    std::optional<int64_t> chunk = takeNumber(text);
    if (!chunk)
      return std::nullopt;
    group.chunk = *chunk;
  }
  return text.empty() ? std::optional(group) : std::nullopt;
}

Expected<WorkOrder> sbp::parseOrder(StringRef text) {
  Expected<json::Value> value = parseJson(text);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  const json::Array *ranks = object ? object->getArray("order") : nullptr;
  if (!ranks)
    return refuseOrders(
        "expected an object with \"order\", a list of groups for each "
        "rank; found " +
        showJson(*value));
  // The members that writeSchedule writes.
  constexpr StringLiteral kMembers[] = {"kind",
                                        "micro_batches",
                                        "ranks",
                                        "chunks",
                                        "makespan_units",
                                        "ideal_units",
                                        "bubble_over_ideal",
                                        "in_flight",
                                        "order",
                                        "start_units"};
  for (const auto &member : *object)
    if (!is_contained(kMembers, StringRef(member.first)))
      return refuseOrders("\"" + member.first.str() +
                          "\" is no member of a schedule; expected \"order\"");
  WorkOrder order;
  size_t count = 0;
  for (auto [rank, list] : enumerate(*ranks)) {
    std::string path = ("order[" + Twine(rank) + "]").str();
    const json::Array *groups = list.getAsArray();
    if (!groups)
      return refuseOrders(path + ": expected a list of groups, found " +
                          showJson(list));
    if ((count += groups->size()) > kMaxGroups)
      return refuseOrders(path + ": more than " + Twine(kMaxGroups) +
                          " groups");
    order.emplace_back();
    for (auto [index, entry] : enumerate(*groups)) {
      std::optional<StringRef> name = entry.getAsString();
      std::optional<WorkGroup> group = name ? parseGroup(*name) : std::nullopt;
      if (!group)
        return refuseOrders(
            path + "[" + Twine(index) + "]: " + showJson(entry) +
            " is no group; expected F, B or W and a micro-batch, such "
            "as \"F0\", or \"B2.c1\" in chunk 1");
      order.back().push_back(*group);
    }
  }
  return order;
}

Expected<WorkOrder> sbp::readOrderFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return refuseOrders(path + ": " + buffer.getError().message());
  Expected<WorkOrder> order = parseOrder((*buffer)->getBuffer());
  if (!order)
    return refuseOrders(path + ": " + toString(order.takeError()));
  return order;
}

mlir::ArrayAttr sbp::toAttribute(mlir::MLIRContext *context,
                                 const WorkOrder &order) {
  SmallVector<mlir::Attribute> ranks;
  for (const auto &groups : order)
    ranks.push_back(mlir::StringAttr::get(
        context, join(map_range(groups,
                                [](WorkGroup group) {
                                  return toText(group, /*hasChunks=*/true);
                                }),
                      " ")));
  return mlir::ArrayAttr::get(context, ranks);
}

std::optional<WorkOrder> sbp::readOrder(mlir::ArrayAttr attribute) {
  if (!attribute)
    return std::nullopt;
  WorkOrder order;
  for (mlir::Attribute rank : attribute) {
    SmallVector<StringRef> names;
    auto text = mlir::dyn_cast<mlir::StringAttr>(rank);
    (text ? text.getValue() : StringRef())
        .split(names, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    order.emplace_back();
    for (StringRef name : names)
      if (std::optional<WorkGroup> group = parseGroup(name))
        order.back().push_back(*group);
  }
  return order;
}

const PipelineKind &sbp::getKindOf(const WorkOrder &order) {
  static constexpr PipelineKind kKinds[] = {{"order", false, false, nullptr},
                                            {"order", true, false, nullptr}};
  bool hasWeightWork = any_of(order, [](const auto &groups) {
    return any_of(
        groups, [](WorkGroup group) { return group.kind == WorkKind::Weight; });
  });
  return kKinds[hasWeightWork];
}
