// FuzzPieces.cpp: any bytes as the pieces of --input-shards
//
// Two pieces of a split, a copied and a partial input, cut from the bytes. What
// is accepted is what the step reads: no foreign memory, no failure.
#include "Tensor.h"
#include "TestPlan.h"
#include <cstdio>
#include <cstring>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;

static Bytes makeArtifact() {
  TestPlan plan(2);
  for (auto kind : {TestPlan::S, TestPlan::B, TestPlan::P}) {
    uint32_t distribution = plan.distribution(kind);
    std::string name(1, "SBP"[kind]);
    plan.output(name, plan.input(name, {4, 2}, distribution));
  }
  return Bytes(plan.bytes());
}

static void feed(Session &session, const std::vector<std::string> &files) {
  const EntryT &entry = *session.getPlan().entries[0];
  for (uint32_t p = 0; p < entry.inputs.size(); ++p) {
    session.beginInputPieces();
    for (uint32_t rank = 0; rank < 2; ++rank) {
      const std::string &file = files[(2 * p + rank) % files.size()];
      std::optional<PlanBox> box =
          session.getPortBox(0, *entry.inputs[p], rank);
      Tensor tensor;
      if (!box ||
          parseNpy({file.data(), file.size()}, "piece", nullptr, tensor)
              .failed() ||
          tensor.dtype != entry.inputs[p]->dtype ||
          tensor.shape != box->shape() ||
          session.setInputPiece(0, p, rank, tensor.data).failed())
        return;
    }
  }
  if (session.step(0).failed())
    __builtin_trap(); // it was proved live
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const Bytes artifact = makeArtifact();
  // The first byte says where the second piece begins.
  if (size < 2)
    return 0;
  size_t cut = 1 + data[0] * (size - 1) / 256;
  const char *text = reinterpret_cast<const char *>(data);
  std::vector<std::string> files = {std::string(text + 1, cut - 1),
                                    std::string(text + cut, size - cut)};
  FunctionDevice device;
  SessionOptions options;
  options.device = &device;
  Result<std::unique_ptr<Session>> session =
      Session::create(artifact.view(), options);
  if (session.failed()) {
    std::fprintf(stderr, "%s\n", session.status().message().c_str());
    __builtin_trap();
  }
  feed(**session, files);
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
/// Seeds: two valid pieces, of the split input or of the others.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  if (seed % 8 == 0) {
    int64_t rows = seed / 8 % 2 ? 2 : 4;
    std::string piece =
        formatNpy(DType::f32, {rows, 2}, std::string(rows * 8, 0).data());
    std::string valid = std::string("\x80", 1) + piece + piece;
    size = std::min(limit, valid.size());
    std::memcpy(data, valid.data(), size);
  }
  return LLVMFuzzerMutate(data, size, limit);
}
