// Checkpoint.cpp: opens, compares and reads checkpoints in a folder
//
// A state is stored as pieces (boxes) of its terms, in the distribution of the
// run that wrote it. A run with another distribution assembles the boxes of its
// ranks from all pieces that intersect them. Example: a state that was split in
// rows over 4 ranks is read by 2 ranks split in columns: each copies a part of
// all 4 pieces.
#include "Checkpoint.h"
#include "Snapshot.h"
#include <cstring>
#include <map>
#include <string_view>
#include <unistd.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::checkpoint;

static NamedType describePort(const PortT &port) {
  return {port.name, port.dtype, port.shape};
}

Manifest checkpoint::describeModel(const PlanT &plan, uint32_t entry) {
  Manifest model;
  const EntryT &e = *plan.entries[entry];
  model.entry = e.name;
  model.program = e.program;
  model.ranks = plan.ranks;
  for (const auto &port : e.inputs)
    if (port->state < 0)
      model.inputs.push_back(describePort(*port));
  for (const auto &port : e.outputs)
    if (!port->boundary)
      model.results.push_back(describePort(*port));
  for (const auto &state : plan.states) {
    if (state->role != EntryRole::model)
      continue;
    SavedState saved;
    static_cast<NamedType &>(saved) = {state->name, state->dtype, state->shape};
    saved.distribution = plan.distributions[state->distribution]->text;
    saved.terms = countPartialClasses(plan, state->distribution);
    if (saved.terms > 1)
      saved.combiner = getCombiner(*plan.distributions[state->distribution]);
    model.states.push_back(std::move(saved));
  }
  return model;
}

Result<bool> Checkpoint::open(const std::string &folder,
                              Checkpoint &checkpoint) {
  std::string path = folder + "/" + kManifestName;
  if (access(path.c_str(), F_OK) != 0)
    return false;
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> file,
                       MappedFile::open(path));
  checkpoint.folder = folder;
  checkpoint.text.assign(static_cast<const char *>(file->bytes().data),
                         file->bytes().size);
  Manifest &manifest = checkpoint.manifest;
  SBP_RETURN_IF_FAILED(parseManifest(checkpoint.text, path, manifest));
  checkpoint.piecesOf.resize(manifest.states.size());
  for (uint32_t f = 0; f < manifest.files.size(); ++f)
    for (size_t p = 0; p < manifest.files[f].pieces.size(); ++p)
      checkpoint.piecesOf[manifest.files[f].pieces[p].state].push_back({f, p});
  return true;
}

template <typename Type>
static std::map<std::string_view, const Type *>
mapNames(const std::vector<Type> &list) {
  std::map<std::string_view, const Type *> names;
  for (const Type &type : list)
    names.emplace(type.name, &type);
  return names;
}

/// Fails with the first entry of `here` that is different or absent in the
/// checkpoint, else with the first that only the checkpoint has.
template <typename Type>
static Status compareLists(const std::string &folder, const char *what,
                           const std::vector<Type> &here,
                           const std::vector<Type> &there) {
  auto namesHere = mapNames(here), namesThere = mapNames(there);
  auto differ = [&](const auto &...how) {
    return userError(folder, ": is a checkpoint of another model: ", how...);
  };
  for (const Type &type : here) {
    auto found = namesThere.find(type.name);
    std::string text = toString(type.shape, type.dtype);
    if (found == namesThere.end())
      return differ("it has no ", what, " '", type.name, "', which is ", text,
                    " here");
    const NamedType &other = *found->second;
    if (!(static_cast<const NamedType &>(type) == other))
      return differ(what, " '", type.name, "' is ",
                    toString(other.shape, other.dtype), " there and ", text,
                    " here");
  }
  for (const Type &type : there)
    if (!namesHere.count(type.name))
      return differ("it has the ", what, " '", type.name,
                    "', which this model does not have");
  return {};
}

Status Checkpoint::compare(const PlanT &plan, uint32_t entry) const {
  Manifest model = describeModel(plan, entry);
  SBP_RETURN_IF_FAILED(
      compareLists(folder, "state", model.states, manifest.states));
  if (model.entry != manifest.entry)
    return userError(folder, ": is a checkpoint of entry '", manifest.entry,
                     "', but '", model.entry,
                     "' is to be run: choose with --entry");
  SBP_RETURN_IF_FAILED(
      compareLists(folder, "input", model.inputs, manifest.inputs));
  SBP_RETURN_IF_FAILED(
      compareLists(folder, "result", model.results, manifest.results));
  // Checkpoints without a digest of the program are accepted by their names.
  if (model.program.empty() || manifest.program.empty() ||
      model.program == manifest.program)
    return {};
  return userError(folder,
                   ": is a checkpoint of another model: states, inputs "
                   "and results of entry '",
                   model.entry,
                   "' are alike, but what it computes is not: program ",
                   manifest.program, " there and ", model.program, " here");
}

Result<Checkpoint::OpenFile *> Checkpoint::openFile(uint32_t index) {
  if (auto found = files.find(index); found != files.end())
    return &found->second;
  OpenFile file;
  const SavedFile &saved = manifest.files[index];
  std::string path = folder + "/" + saved.path;
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> mapped,
                       MappedFile::open(path));
  if (mapped->bytes().size != saved.bytes)
    return userError(path, ": damaged: has ", mapped->bytes().size,
                     " bytes, but the manifest lists ", saved.bytes);
  SBP_RETURN_IF_FAILED(
      Safetensors::parse(mapped->bytes(), path, mapped, file.tensors));
  artifact::Bytes header = file.tensors.getHeader();
  if (!(artifact::hashBytes(header.data, header.size) == saved.header))
    return userError(path, ": damaged: the hash of its header is not that of "
                           "the manifest");
  // Hashes of tensors are checked when they are first read: a process that
  // needs few pieces does not read the whole file.
  file.isVerified.resize(saved.pieces.size());
  return &files.try_emplace(index, std::move(file)).first->second;
}

Status Checkpoint::getTensor(uint32_t f, size_t p, Tensor &tensor) {
  SBP_ASSIGN_OR_RETURN(OpenFile * file, openFile(f));
  const SavedFile &saved = manifest.files[f];
  const SavedPiece &piece = saved.pieces[p];
  std::string path = folder + "/" + saved.path;
  SBP_ASSIGN_OR_RETURN(bool found, file->tensors.find(piece.tensor, tensor));
  const SavedState &state = manifest.states[piece.state];
  if (!found || tensor.dtype != state.dtype ||
      tensor.shape != piece.box.shape())
    return userError(path, ": has no tensor '", piece.tensor, "' of ",
                     toString(piece.box.shape(), state.dtype),
                     ", which the manifest lists");
  if (file->isVerified[p])
    return {};
  auto hash = file->tensors.getMetadata().find(piece.tensor);
  if (hash == file->tensors.getMetadata().end() ||
      hash->second != hashTensor(tensor.data, tensor.bytes()))
    return userError(path, ": damaged: the hash of tensor '", piece.tensor,
                     "' is not that of its bytes");
  file->isVerified[p] = true;
  return {};
}

/// Copies the part of one term that lies in `box` from all pieces that
/// intersect it. Fails where the pieces leave a hole.
Status Checkpoint::copyTerm(uint32_t state, int64_t term, const PlanBox &box,
                            char *data) {
  std::vector<PlanBox> missing = {box};
  for (auto [f, p] : piecesOf[state]) {
    const SavedPiece &piece = manifest.files[f].pieces[p];
    PlanBox common = intersect(piece.box, box);
    if (piece.term != term || common.elements() == 0)
      continue;
    Tensor tensor;
    SBP_RETURN_IF_FAILED(getTensor(f, p, tensor));
    BoxTransfer transfer(tensor.dtype, Combiner::sum, common, {{0, piece.box}},
                         {{0, box}});
    const void *from = tensor.data;
    void *to = data;
    transfer.execute(transfer.whole(), &from, &to);
    subtract(missing, common);
  }
  if (missing.empty())
    return {};
  return userError(folder, "/", kManifestName, ": lacks ", toString(missing[0]),
                   " of state '", manifest.states[state].name, "'");
}

/// If the checkpoint has as many terms of the same combiner, each rank reads
/// its term. Otherwise the terms are combined into the first one here, and the
/// others become identities: the value is the same, its last bits may differ.
Status Checkpoint::loadPiece(uint32_t index, int64_t termsHere,
                             std::optional<Combiner> combiner,
                             const PieceMap::Place &place) {
  const SavedState &state = manifest.states[index];
  char *data = place.image->data() + place.offset;
  if (place.box.elements() == 0)
    return {};
  if (state.terms == termsHere &&
      (termsHere == 1 || state.combiner == combiner)) {
    SBP_RETURN_IF_FAILED(copyTerm(index, place.partialClass, place.box, data));
    return place.image->push();
  }
  std::vector<std::vector<char>> terms;
  std::vector<BufferBox> sources;
  size_t bytes = place.box.elements() * artifact::getByteWidth(state.dtype);
  for (int64_t term = 0; place.partialClass == 0 && term < state.terms;
       ++term) {
    sources.push_back({uint32_t(terms.size()), place.box});
    terms.emplace_back(bytes);
    SBP_RETURN_IF_FAILED(copyTerm(index, term, place.box, terms.back().data()));
  }
  std::vector<const void *> from;
  for (const std::vector<char> &term : terms)
    from.push_back(term.data());
  void *to = data;
  std::optional<Combiner> how = sources.empty() ? combiner : state.combiner;
  BoxTransfer transfer(state.dtype, how.value_or(Combiner::sum), place.box,
                       sources, {{0, place.box}});
  transfer.execute(transfer.whole(), from.data(), &to);
  return place.image->push();
}

Status Checkpoint::load(Session &session) {
  const PlanT &plan = session.getPlan();
  for (uint32_t s = 0; s < plan.states.size(); ++s) {
    if (plan.states[s]->role != EntryRole::model)
      continue;
    uint32_t index = 0;
    while (manifest.states[index].name != plan.states[s]->name)
      ++index;
    uint32_t distribution = plan.states[s]->distribution;
    int64_t terms = countPartialClasses(plan, distribution);
    std::optional<Combiner> combiner =
        getCombiner(*plan.distributions[distribution]);
    for (uint32_t rank : session.getWorld().ranks())
      if (auto place = session.findStatePiece(s, rank))
        SBP_RETURN_IF_FAILED(loadPiece(index, terms, combiner, *place));
    session.setInitialised(s);
  }
  files.clear();
  return {};
}

Status Checkpoint::verify() {
  for (uint32_t f = 0; f < manifest.files.size(); ++f) {
    SBP_ASSIGN_OR_RETURN(OpenFile * file, openFile(f));
    for (size_t p = 0; p < manifest.files[f].pieces.size(); ++p) {
      Tensor tensor;
      SBP_RETURN_IF_FAILED(getTensor(f, p, tensor));
    }
    if (file->tensors.getEntries().size() != manifest.files[f].pieces.size())
      return userError(folder, "/", manifest.files[f].path,
                       ": has tensors that the manifest does not list");
  }
  for (uint32_t s = 0; s < manifest.states.size(); ++s) {
    const SavedState &state = manifest.states[s];
    bool isEmpty = *countElements(state.shape) == 0;
    for (int64_t term = 0; !isEmpty && term < state.terms; ++term) {
      std::vector<PlanBox> missing = {wholeBox(state.shape)};
      for (auto [f, p] : piecesOf[s])
        if (manifest.files[f].pieces[p].term == term)
          subtract(missing, manifest.files[f].pieces[p].box);
      if (!missing.empty())
        return userError(folder, "/", kManifestName, ": lacks ",
                         toString(missing[0]), " of state '", state.name, "'");
    }
  }
  return {};
}
