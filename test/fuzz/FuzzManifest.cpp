// FuzzManifest.cpp: any bytes as the manifest of a checkpoint
//
// Without its hash, which nearly no mutant would have right, and with it. What
// is accepted is used as it says: boxes in their states, paths in the folder.
#include "Manifest.h"
#include "StateLayout.h"
#include <cstring>

using namespace sbp;
using namespace sbp::checkpoint;

static Manifest makeManifest() {
  Manifest manifest;
  manifest.step = 4;
  manifest.entry = "main";
  manifest.ranks = manifest.processes = 2;
  manifest.inputs = {{"x", plan::DType::f32, {4}}};
  manifest.results = {{"y", plan::DType::f32, {4}}};
  SavedState state;
  state.name = "w";
  state.shape = {4, 2};
  state.terms = 2;
  state.combiner = plan::Combiner::sum;
  manifest.states = {state};
  manifest.files = {{"step-4-1/process0.safetensors",
                     100,
                     {1, 2},
                     {{0, 0, {{0, 0}, {4, 2}}, "w"}}}};
  manifest.steps = {{"y", "results/0.steps", {3, 4}}};
  return manifest;
}

static void use(const Manifest &manifest) {
  for (const SavedFile &file : manifest.files) {
    if (file.path.find("..") == 0 || file.path[0] == '/')
      __builtin_trap();
    for (const SavedPiece &piece : file.pieces) {
      std::vector<PlanBox> rest = {
          wholeBox(manifest.states[piece.state].shape)};
      if (!rest[0].contains(piece.box))
        __builtin_trap();
      subtract(rest, piece.box);
    }
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  Manifest manifest, sealed;
  if (!readManifestContents(text, "input", manifest).failed())
    use(manifest);
  if (!parseManifest(text, "input", sealed).failed() &&
      formatManifest(sealed) != text)
    __builtin_trap(); // it says something that was not read
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  if (seed % 16 == 0) {
    std::string valid = formatManifest(makeManifest());
    size = std::min(limit, valid.size());
    std::memcpy(data, valid.data(), size);
  }
  return LLVMFuzzerMutate(data, size, limit);
}
