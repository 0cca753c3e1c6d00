// FuzzOrders.cpp: any bytes as the order of a schedule
//
// What is accepted is written and read again unchanged, and a pipeline has a
// schedule of it or an error that says why not.
#include "mlir/IR/MLIRContext.h"
#include "sbp/Analysis/Scheduling/WorkOrders.h"
#include <cstring>

using namespace sbp;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::string text(reinterpret_cast<const char *>(data), size);
  llvm::Expected<WorkOrder> order = parseOrder(text);
  if (!order) {
    if (llvm::toString(order.takeError()).empty())
      __builtin_trap();
    return 0;
  }
  if (readOrder(toAttribute(&context, *order)) != *order)
    __builtin_trap();
  Pipeline pipeline = Pipeline::makeChain(2, 1, 2, {1, 2, 1}, 0);
  llvm::Expected<PipelineSchedule> schedule =
      schedulePipeline(pipeline, getKindOf(*order), {}, &*order);
  if (!schedule && llvm::toString(schedule.takeError()).empty())
    __builtin_trap();
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
/// Seeds: mutate a valid file, not only noise.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  static const char valid[] =
      R"({"kind": "1f1b", "order": [["F0", "F1", "B0", "B1"],
["F0", "B0", "F1", "B1.c0"]]})";
  if (seed % 16 == 0) {
    size = std::min(limit, sizeof(valid) - 1);
    std::memcpy(data, valid, size);
  }
  return LLVMFuzzerMutate(data, size, limit);
}
