// AttentionKeys.h: the keys that queries of a call see by their positions
#ifndef SBP_RUNTIME_DEVICE_HOST_ATTENTIONKEYS_H
#define SBP_RUNTIME_DEVICE_HOST_ATTENTIONKEYS_H

#include "sbp/Runtime/HostServices.h"

namespace {

/// Half-open range of keys, or of the columns of a block.
struct Range {
  int64_t begin, end;
  bool isEmpty() const { return begin >= end; }
};

/// The treatment of keys that queries do not see, by their positions or where
/// the mask is -inf.
enum class Hidden {
  Skipped, ///< left out where none of a tile sees them by its position, else
           ///< their values are multiplied by 0
  Excluded ///< left out by each query: their values need not be finite
};

/// The keys that queries see by their positions, as a call states them.
struct Positions {
  bool hasWindow;   ///< true where a query sees a bounded range of keys
  Range seen;       ///< by query 0; query i sees the range shifted by i
  int64_t firstKey; ///< position of key 0 in the sequence, 0 without a window
};

/// Reads the positions from the words and scalars of a call of attention or its
/// gradient. Without a window and causality, query 0 sees all keys.
inline Positions readPositions(const int64_t *words, const int64_t *scalars) {
  constexpr int64_t unbounded = int64_t(1) << 40;
  bool hasWindow = words[8] == SBP_ATTENTION_WINDOW;
  if (!hasWindow)
    return {false,
            {-unbounded, words[8] ? scalars[0] + 1 : unbounded},
            /*firstKey=*/0};
  int64_t position = scalars[0] - scalars[2];
  return {true, {position - words[11], position + words[12] + 1}, scalars[2]};
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_ATTENTIONKEYS_H
