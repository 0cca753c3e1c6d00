// Checkpoint.h: a checkpoint of a folder, and states from it
//
// Files are checked when something of them is read: header and every tensor
// used against the hashes that lead to them from the manifest. A process reads
// what its ranks hold, under whatever plan.
#ifndef SBP_RUNTIME_CHECKPOINT_CHECKPOINT_H
#define SBP_RUNTIME_CHECKPOINT_CHECKPOINT_H

#include "Manifest.h"
#include "Result.h"
#include "Safetensors.h"
#include "Session.h"

namespace sbp::checkpoint {

/// The name of the manifest in the folder of a checkpoint.
inline constexpr const char *kManifestName = "manifest.json";

/// Returns a manifest that describes the model: the name, program digest,
/// inputs and results of its entry number `entry`, without inputs that are
/// states and without boundary values; all states whose role is `model`, also
/// those of other entries; and the number of ranks. Step, processes, files and
/// steps are not set.
Manifest describeModel(const plan::PlanT &plan, uint32_t entry);

/// A checkpoint that is open for reading. Used by one thread at a time.
/// Functions fail with a user error that names the file where one is absent or
/// damaged.
class Checkpoint {
public:
  /// Opens the checkpoint in `folder` into `checkpoint`, a new object. Returns
  /// false where the folder has no manifest. Fails where the manifest cannot be
  /// read or is invalid; other files are not opened yet.
  static Result<bool> open(const std::string &folder, Checkpoint &checkpoint);

  const Manifest &getManifest() const { return manifest; }
  /// Returns the manifest's text, by which processes compare their checkpoints.
  const std::string &getText() const { return text; }
  /// Returns a success where names and types of states, inputs and results,
  /// entry and program of the model are those of the checkpoint, and otherwise
  /// a user error that describes the first difference. Distributions, ranks and
  /// a digest that either side lacks are not compared.
  Status compare(const plan::PlanT &plan, uint32_t entry) const;
  /// Copies the pieces that this process holds of the model's states into
  /// `session`, and marks them as initialised. `compare` has succeeded for the
  /// session's plan. Closes the files at the end. A failure, which may be that
  /// of a device, leaves some states unset or set in part.
  Status load(Session &session);
  /// Verifies every file: its size, the hashes of its header and of all
  /// tensors, that it has no others than the manifest lists, and that the
  /// pieces cover every term of every state.
  Status verify();

private:
  /// A mapped file whose header is verified.
  struct OpenFile {
    Safetensors tensors;
    std::vector<bool> isVerified; ///< by piece
  };
  /// Returns file number `index` of the manifest, opened by the first call. The
  /// pointer lives until `load` ends.
  Result<OpenFile *> openFile(uint32_t index);
  /// Sets `tensor` to a view of a piece in its file; verifies its hash once.
  Status getTensor(uint32_t file, size_t piece, Tensor &tensor);
  /// Fills the piece of one rank with its term of the manifest's state `index`,
  /// where the model has `termsHere` terms; a different number or combiner is
  /// combined in term 0, and other terms become identities.
  Status loadPiece(uint32_t index, int64_t termsHere,
                   std::optional<plan::Combiner> combiner,
                   const PieceMap::Place &place);
  /// Copies `box`, which is not empty, of a term, dense, to `data`. Fails where
  /// the pieces leave a hole in it; a part may be written then.
  Status copyTerm(uint32_t state, int64_t term, const PlanBox &box, char *data);

  std::string folder, text; ///< path of the folder, text of the manifest
  Manifest manifest;
  std::map<uint32_t, OpenFile> files; ///< open ones, by index in the manifest
  /// By state: file and piece.
  std::vector<std::vector<std::pair<uint32_t, size_t>>> piecesOf;
};

} // namespace sbp::checkpoint

#endif // SBP_RUNTIME_CHECKPOINT_CHECKPOINT_H
