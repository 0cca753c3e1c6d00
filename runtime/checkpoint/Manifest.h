// Manifest.h: what a checkpoint consists of
//
// manifest.json in the checkpoint's folder. It names the files that belong to
// it, so a checkpoint is there as soon as its manifest has its name. It ends
// with a hash of itself and stands there as `formatManifest` writes it, to the
// byte: whatever else is refused.
#ifndef SBP_RUNTIME_CHECKPOINT_MANIFEST_H
#define SBP_RUNTIME_CHECKPOINT_MANIFEST_H

#include "Layout.h"
#include "PlanBox.h"
#include "Status.h"
#include <optional>
#include <string>
#include <vector>

namespace sbp::checkpoint {

/// An input, result or state of the model: what another model has otherwise.
struct NamedType {
  std::string name;
  plan::DType dtype = plan::DType::f32;
  Shape shape;
  bool operator==(const NamedType &) const = default;
};

struct SavedState : NamedType {
  std::string distribution; ///< as it was stored, "@mesh, [S(0), B]"
  /// Partial values: how many terms there are, and how they combine.
  int64_t terms = 1;
  std::optional<plan::Combiner> combiner;
};

/// A dense box of one term of a state, as a tensor of a file.
struct SavedPiece {
  uint32_t state = 0;
  int64_t term = 0;
  PlanBox box;
  std::string tensor;
};

/// A safetensors file. Its metadata has a hash of every tensor.
struct SavedFile {
  std::string path; ///< below the folder, "step-40-1f/process0.safetensors"
  uint64_t bytes = 0;
  artifact::Hash header = {}; ///< of what stands before the data
  std::vector<SavedPiece> pieces;
};

/// The results of all steps so far, one after the other in a file.
struct SavedSteps {
  std::string name; ///< of the result
  std::string path; ///< below the folder
  artifact::Hash hash = {};
};

struct Manifest {
  int64_t step = 0; ///< steps that were run
  std::string entry;
  std::string program; ///< digest of what the entry computes; empty: not known
  uint32_t ranks = 0, processes = 0;
  std::vector<NamedType> inputs, results;
  std::vector<SavedState> states;
  std::vector<SavedFile> files;
  std::vector<SavedSteps> steps;
};

std::string formatManifest(const Manifest &manifest);
/// `name` is for messages. What it gives has names that are distinct, boxes
/// that lie in their states and paths that lie below the folder.
Status parseManifest(std::string_view text, const std::string &name,
                     Manifest &manifest);
/// The same without looking at the hash; for tests of the reader.
Status readManifestContents(std::string_view text, const std::string &name,
                            Manifest &manifest);

/// The hash of so many steps and one more.
artifact::Hash hashStep(const artifact::Hash &before, const void *data,
                        uint64_t bytes);
std::string toHex(const artifact::Hash &hash);

} // namespace sbp::checkpoint

#endif // SBP_RUNTIME_CHECKPOINT_MANIFEST_H
