// FuzzArtifact.cpp: any bytes as a plan
//
// Hashes stop a fuzzer at once, so the input is the plan itself: raw bytes as
// the FlatBuffers segment, and edits of a valid plan's numbers. Whatever the
// verifier accepts must run without touching foreign memory.
#include "TestPlan.h"
#include <cstdio>
#include <cstring>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;

static void noKernel(const sbp_host_services *, void *const *, void *const *,
                     void *, const int64_t *) {}

static std::string makeValidPlan() {
  TestPlan plan(2);
  uint32_t split = plan.distribution(TestPlan::S),
           whole = plan.distribution(TestPlan::B);
  uint32_t x = plan.input("x", {8, 2}, split),
           w = plan.state("w", {4}, whole, 1);
  uint32_t h = plan.reg({8, 2}, split), y = plan.reg({8, 2}, whole);
  plan.compute("k", {x, w}, {h});
  plan.allGather(h, y);
  plan.output("y", y);
  std::string bytes = plan.bytes();
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Plan::Pack(builder, &plan.plan()));
  return {reinterpret_cast<const char *>(builder.GetBufferPointer()),
          builder.GetSize()};
}

/// A plan of another program, packed into a fresh artifact.
static void runPlan(const Plan *table) {
  artifact::Contents contents;
  table->UnPackTo(&contents.plan);
  if (contents.plan.ranks > 64)
    return;
  std::vector<std::string> constants;
  for (const auto &constant : contents.plan.constants) {
    std::optional<int64_t> count = countElements(constant->shape);
    if (!ElementType::find(constant->dtype) || !count || *count > 4096)
      return;
    constants.emplace_back(*count * artifact::getByteWidth(constant->dtype),
                           '\1');
  }
  for (const std::string &constant : constants)
    contents.constants.push_back({constant.data(), constant.size()});
  contents.code.resize(contents.plan.code.size());
  contents.interfaces = describeKernels(contents.plan);
  sbp::Result<std::string> bytes = artifact::write(contents);
  if (bytes.failed())
    return;
  Bytes image(*bytes);
  artifact::View view;
  Program program;
  if (loadProgram(image.view(), view, program).failed())
    return;
  uint64_t memory = 0;
  for (const auto &graph : program.plan.templates)
    memory = std::max(memory, graph->arena_bytes);
  for (const auto &entry : program.plan.entries)
    for (const auto &port : entry->inputs)
      memory += *countElements(port->shape) * 8;
  for (const auto &state : program.plan.states)
    memory += *countElements(state->shape) * 8;
  if (memory > 1 << 20)
    return;
  FunctionDevice device;
  for (const auto &kernel : program.plan.kernels)
    device.functions[kernel->symbol] = noKernel;
  SessionOptions options;
  options.device = &device;
  options.seed = 1;
  Result<std::unique_ptr<Session>> created =
      Session::create(image.view(), options);
  if (created.failed())
    return;
  std::unique_ptr<Session> session = *std::move(created);
  for (uint32_t e = 0; e < program.plan.entries.size(); ++e) {
    if (session->prepare(e).failed())
      continue; // code of another kind
    if (Status status = session->step(e); status.failed()) {
      std::fprintf(stderr, "%s\n", status.message().c_str());
      __builtin_trap(); // it was proved live
    }
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  Bytes aligned(text);
  const uint8_t *bytes = static_cast<const uint8_t *>(aligned.view().data);
  (void)artifact::read(aligned.view());
  flatbuffers::Verifier verifier(bytes, size, 16, 1 << 20);
  if (size >= 8 && verifier.VerifyBuffer<Plan>(nullptr))
    runPlan(flatbuffers::GetRoot<Plan>(bytes));
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  static const std::string valid = makeValidPlan();
  if (seed % 4 != 0 || valid.size() > limit)
    return LLVMFuzzerMutate(data, size, limit);
  // One to three numbers of a valid plan change: the structure survives.
  std::memcpy(data, valid.data(), valid.size());
  for (unsigned edits = 1 + seed / 4 % 3, i = 0; i < edits; ++i) {
    seed = seed * 1103515245 + 12345;
    data[seed / 65536 * 4 % valid.size()] = seed % 13;
  }
  return valid.size();
}
