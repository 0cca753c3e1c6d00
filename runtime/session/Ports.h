// Ports.h: global tensors in and out
#ifndef SBP_RUNTIME_SESSION_PORTS_H
#define SBP_RUNTIME_SESSION_PORTS_H

#include "BoxTransfer.h"
#include "Memory.h"

namespace sbp {

/// Copies between one global tensor and pieces of ranks, made ready once:
/// executing allocates nothing.
class PieceMap {
public:
  /// A piece: where it lives and which box of the global tensor it is.
  struct Place {
    HostImage *image; ///< outlives the map; `Memory` owns it
    uint64_t offset;  ///< bytes in the image
    PlanBox box;
    int64_t partialClass = 0;
  };

  /// Makes the map from a global tensor to pieces. The value goes to partial
  /// class 0, the others get the identity of the combiner (nullopt without
  /// partial pieces).
  static PieceMap scatter(plan::DType type, const Shape &shape,
                          std::optional<plan::Combiner> combiner,
                          const std::vector<Place> &places);
  /// Makes the map from pieces to a global tensor. Pieces of one box are terms,
  /// combined in the order given: further replicas are left out by the caller.
  static PieceMap gather(plan::DType type, const Shape &shape,
                         std::optional<plan::Combiner> combiner,
                         const std::vector<Place> &places);

  /// Copies the dense tensor `global` to the pieces of a map of `scatter`, and
  /// to their devices. Fails where a device does.
  Status scatterFrom(const void *global);
  /// Copies the pieces of a map of `gather` from their devices, which may fail,
  /// to the dense tensor `global`, whose other elements stay as they are.
  Status gatherTo(void *global);

private:
  /// Adds an image to those that are pushed or pulled, once.
  void addImage(HostImage *image);

  std::vector<BoxTransfer> transfers;
  std::vector<HostImage *> images;
  std::vector<const void *> sources;
  std::vector<void *> destinations;
};

/// Returns the shape of one micro-batch of a port; the shape of the port where
/// micro-batches do not cut it.
Shape getTokenShape(const plan::EntryT &entry, const plan::PortT &port);
/// Returns `box`, given in the coordinates of micro-batch `token`, in those of
/// the whole tensor.
PlanBox moveToToken(const plan::EntryT &entry, const plan::PortT &port,
                    PlanBox box, uint32_t token);

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_PORTS_H
