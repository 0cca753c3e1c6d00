// Manifest.h: the list of the files and contents of a checkpoint
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

/// The name and type of an input, result or state, by which a checkpoint is
/// compared with the model that resumes it.
struct NamedType {
  std::string name;
  plan::DType dtype = plan::DType::f32;
  Shape shape; ///< global, in elements
  bool operator==(const NamedType &) const = default;
};

/// A state of the model and the form in which the writing run held it.
struct SavedState : NamedType {
  std::string distribution; ///< as it was stored, "@mesh, [S(0), B]"
  /// Partial values: how many terms there are, and how they combine. 1 and
  /// nullopt for a whole value.
  int64_t terms = 1;
  std::optional<plan::Combiner> combiner;
};

/// A dense box of one term of a state, as a tensor of a file.
struct SavedPiece {
  uint32_t state = 0; ///< index in Manifest::states
  int64_t term = 0;   ///< less than the state's `terms`
  PlanBox box;        ///< never empty, in elements of the global tensor
  std::string tensor; ///< name in the file
};

/// A safetensors file. Its metadata has a hash of every tensor.
struct SavedFile {
  std::string path;   ///< below the folder, "step-40-1f/process0.safetensors"
  uint64_t bytes = 0; ///< size of the file
  artifact::Hash header = {};     ///< of what stands before the data
  std::vector<SavedPiece> pieces; ///< one per tensor of the file
};

/// A file with the results of all steps so far, one after the other.
struct SavedSteps {
  std::string name;         ///< of the result
  std::string path;         ///< below the folder
  artifact::Hash hash = {}; ///< of all steps, by `hashStep`
};

/// The contents of manifest.json.
struct Manifest {
  int64_t step = 0;    ///< steps that were run, at least 1 in a file
  std::string entry;   ///< name of the entry that was run
  std::string program; ///< digest of what the entry computes; empty: not known
  uint32_t ranks = 0, processes = 0;
  std::vector<NamedType> inputs, results; ///< without states
  std::vector<SavedState> states;
  std::vector<SavedFile> files; ///< empty in a description of a model
  std::vector<SavedSteps> steps;
};

/// Returns the text of manifest.json, its hash included. Bytes of names that
/// are no UTF-8 are replaced.
std::string formatManifest(const Manifest &manifest);
/// Parses a manifest into `manifest`, which is empty before. Fails with a user
/// error that begins with `name` where the text is no manifest, is of a newer
/// format or does not match its hash; `manifest` may then hold a part. After a
/// success the names of states, the paths of files, the tensors of a file and
/// the results of `steps` are distinct, boxes lie in their states and paths
/// below the folder. Names of inputs and of results are not compared.
Status parseManifest(std::string_view text, const std::string &name,
                     Manifest &manifest);
/// Parses a manifest as `parseManifest` does, but ignores its hash; for tests
/// of the reader.
Status readManifestContents(std::string_view text, const std::string &name,
                            Manifest &manifest);

/// Returns the hash of a sequence of steps whose last one is `data`; `before`
/// is the hash of the steps before it, zero for the first.
artifact::Hash hashStep(const artifact::Hash &before, const void *data,
                        uint64_t bytes);
/// Returns the hash as 32 lower-case hexadecimal digits, the high word first.
std::string toHex(const artifact::Hash &hash);

} // namespace sbp::checkpoint

#endif // SBP_RUNTIME_CHECKPOINT_MANIFEST_H
