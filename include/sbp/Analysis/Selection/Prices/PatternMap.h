// PatternMap.h: a hash map from 128-bit keys to small numbers
#ifndef SBP_ANALYSIS_SELECTION_PRICES_PATTERNMAP_H
#define SBP_ANALYSIS_SELECTION_PRICES_PATTERNMAP_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbp {

/// Hash map with linear probing (Knuth, TAOCP 3, section 6.4) from 128-bit keys
/// to int32_t. Entries are never removed. Selection makes millions of look-ups.
/// Not thread-safe.
class PatternMap {
public:
  using Key = unsigned __int128;

  /// Returns the number of `key`, -1 for a new key; the caller assigns it. The
  /// reference is valid until the next call.
  int32_t &operator[](Key key) {
    if (2 * count >= slots.size())
      grow();
    Slot &slot = find(key);
    if (!slot.isTaken) {
      slot = {key, -1, true};
      ++count;
    }
    return slot.number;
  }

private:
  struct Slot {
    Key key = 0;
    int32_t number = -1;
    bool isTaken = false;
  };

  static uint64_t hash(Key key) {
    auto low = static_cast<uint64_t>(key),
         high = static_cast<uint64_t>(key >> 64);
    uint64_t mixed = (low ^ high * 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
    return mixed ^ mixed >> 29;
  }
  /// Returns the slot of `key`, or the free one where it belongs. Requires a
  /// free slot.
  Slot &find(Key key) {
    std::size_t mask = slots.size() - 1;
    std::size_t at = hash(key) & mask;
    while (slots[at].isTaken && slots[at].key != key)
      at = (at + 1) & mask;
    return slots[at];
  }
  /// Makes 1024 slots, or four times as many as there are.
  void grow() {
    std::vector<Slot> before(slots.empty() ? 1024 : 4 * slots.size());
    before.swap(slots);
    for (const Slot &slot : before)
      if (slot.isTaken)
        find(slot.key) = slot;
  }

  std::vector<Slot> slots;
  std::size_t count = 0;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_PATTERNMAP_H
