// Movements.h: a plan with every kind of communication, type and combiner
//
// Each movement takes an input of its own to an output of its own. Ranks
// provide different pieces, also as terms of a sum: an input is split by rows,
// and the piece of a rank serves as its term. The expected outputs are computed
// here element by element, in the plan's order of terms.
#ifndef SBP_TEST_UNIT_RUNTIME_MOVEMENTS_H
#define SBP_TEST_UNIT_RUNTIME_MOVEMENTS_H

#include "TestPlan.h"

namespace sbp::test {

/// The number of rows; tensors have 7 columns, which is no multiple of the
/// ranks.
struct MovementCase {
  static constexpr int64_t columns = 7;
  plan::CommunicationKind kind;
  plan::DType dtype;
  plan::Combiner combiner;
  int64_t rows;

  bool combines() const {
    return kind == plan::CommunicationKind::all_reduce ||
           kind == plan::CommunicationKind::reduce_scatter ||
           kind == plan::CommunicationKind::reduce;
  }
  /// True where every rank provides as many elements as the whole tensor has.
  bool bringsTerms() const {
    return combines() || kind == plan::CommunicationKind::broadcast;
  }
  std::string describe() const;
};

class Movements {
public:
  explicit Movements(uint32_t ranks);

  /// Returns true where the test was built with a compiler, which plans for
  /// GPUs need.
  static const bool hasTransfers;

  const std::vector<MovementCase> &get() const { return movements; }
  /// Returns the plan, for GPUs with the compiler's transfer functions as its
  /// code.
  std::string makePlan(bool isForGpus) const;
  /// Returns the values of all inputs, drawn from `seed`.
  std::vector<std::string> makeInputs(int seed) const;
  /// Returns the expected piece of `rank` of output `index`; none where it has
  /// no part of it.
  std::optional<std::string> expect(const std::vector<std::string> &inputs,
                                    size_t index, uint32_t rank) const;
  /// Returns the only rank that holds the output; none where several do.
  std::optional<uint32_t> getOwner(size_t index) const;

private:
  /// Returns the ranks that provide terms, in the plan's order, which differs
  /// from the order of ranks.
  std::vector<uint32_t> getOrder(size_t index) const;
  std::string combine(const std::string &input, size_t index) const;

  uint32_t ranks;
  std::vector<MovementCase> movements;
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_MOVEMENTS_H
