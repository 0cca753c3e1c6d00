// PipelineAttribute.cpp: the schedule of an entry's pipeline as its attribute
//
// {kind = "1f1b", micro_batches = 8, makespan = 33, stages = [array<i64:
// number, rank, chunk, forward, backward, weight>, ...], order = [array<i64>,
// ...], starts = [array<i64>, ...]}, the last two per rank. A group of `order`
// is (micro-batch * chunks + chunk) * 3 + kind of work.

#include "sbp/Analysis/Scheduling/PipelineAttribute.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sbp;

/// Returns the largest number of chunks of a rank.
static int64_t countChunks(const Pipeline &pipeline) {
  int64_t chunks = 1;
  for (const PipelineStage &stage : pipeline.stages)
    chunks = std::max<int64_t>(chunks, stage.chunk + 1);
  return chunks;
}

static constexpr int64_t kNumKinds = std::size(kWorkKinds);

DictionaryAttr sbp::toAttribute(MLIRContext *context, const StageGraph &stages,
                                const PipelineSchedule &schedule) {
  Builder builder(context);
  const Pipeline &pipeline = stages.pipeline;
  int64_t chunks = countChunks(pipeline);
  SmallVector<Attribute> entries, order, starts;
  for (auto [number, stage] : llvm::zip_equal(stages.stages, pipeline.stages))
    entries.push_back(builder.getDenseI64ArrayAttr(
        {number, stage.rank, stage.chunk, stage.durations[0],
         stage.durations[1], stage.durations[2]}));
  for (const auto &groups : schedule.order) {
    SmallVector<int64_t> values;
    for (WorkGroup group : groups)
      values.push_back((group.microBatch * chunks + group.chunk) * kNumKinds +
                       int64_t(group.kind));
    order.push_back(builder.getDenseI64ArrayAttr(values));
  }
  for (const auto &times : schedule.starts)
    starts.push_back(builder.getDenseI64ArrayAttr(times));
  NamedAttribute members[] = {
      builder.getNamedAttr("kind", builder.getStringAttr(stages.kind->name)),
      builder.getNamedAttr("makespan",
                           builder.getI64IntegerAttr(schedule.makespan)),
      builder.getNamedAttr("micro_batches",
                           builder.getI64IntegerAttr(pipeline.microBatches)),
      builder.getNamedAttr("order", builder.getArrayAttr(order)),
      builder.getNamedAttr("stages", builder.getArrayAttr(entries)),
      builder.getNamedAttr("starts", builder.getArrayAttr(starts))};
  return builder.getDictionaryAttr(members);
}

std::optional<EntrySchedule> sbp::readSchedule(DictionaryAttr attribute) {
  if (!attribute)
    return std::nullopt;
  EntrySchedule result;
  auto getNumber = [&](StringRef name) {
    return cast<IntegerAttr>(attribute.get(name)).getInt();
  };
  auto getLists = [&](StringRef name) {
    return cast<ArrayAttr>(attribute.get(name)).getAsRange<DenseI64ArrayAttr>();
  };
  result.kind = cast<StringAttr>(attribute.get("kind")).str();
  result.pipeline.microBatches = getNumber("micro_batches");
  result.schedule.makespan = getNumber("makespan");
  for (DenseI64ArrayAttr entry : getLists("stages")) {
    ArrayRef<int64_t> values = entry;
    result.stages.push_back(values[0]);
    result.pipeline.stages.push_back({unsigned(values[1]),
                                      unsigned(values[2]),
                                      {values[3], values[4], values[5]}});
  }
  int64_t chunks = countChunks(result.pipeline);
  for (DenseI64ArrayAttr entry : getLists("order")) {
    std::vector<WorkGroup> &groups = result.schedule.order.emplace_back();
    for (int64_t value : entry.asArrayRef())
      groups.push_back({kWorkKinds[value % kNumKinds],
                        unsigned(value / kNumKinds % chunks),
                        value / kNumKinds / chunks});
  }
  for (DenseI64ArrayAttr entry : getLists("starts"))
    result.schedule.starts.push_back(entry.asArrayRef().vec());
  result.pipeline.ranks = result.schedule.order.size();
  return result;
}
