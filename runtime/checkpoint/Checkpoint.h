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

inline constexpr const char *kManifestName = "manifest.json";

/// Returns a manifest that describes the model, without stored states.
Manifest describeModel(const plan::PlanT &plan, uint32_t entry);

class Checkpoint {
public:
  /// `found` is false where the folder has no manifest.
  static Result<bool> open(const std::string &folder, Checkpoint &checkpoint);

  const Manifest &getManifest() const { return manifest; }
  /// The manifest's text: what processes compare.
  const std::string &getText() const { return text; }
  /// Returns an error that describes how another model differs.
  Status compare(const plan::PlanT &plan, uint32_t entry) const;
  /// Gives all states of the model their values.
  Status load(Session &session);
  /// Verifies the hash of every stored byte.
  Status verify();

private:
  struct OpenFile {
    Safetensors tensors;
    std::vector<bool> isVerified; ///< by piece
  };
  Result<OpenFile *> openFile(uint32_t index);
  Status getTensor(uint32_t file, size_t piece, Tensor &tensor);
  Status loadPiece(uint32_t index, int64_t termsHere,
                   std::optional<plan::Combiner> combiner,
                   const PieceMap::Place &place);
  Status copyTerm(uint32_t state, int64_t term, const PlanBox &box, char *data);

  std::string folder, text;
  Manifest manifest;
  std::map<uint32_t, OpenFile> files;
  /// By state: file and piece.
  std::vector<std::vector<std::pair<uint32_t, size_t>>> piecesOf;
};

} // namespace sbp::checkpoint

#endif // SBP_RUNTIME_CHECKPOINT_CHECKPOINT_H
