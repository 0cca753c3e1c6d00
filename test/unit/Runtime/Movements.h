// Movements.h: one plan with every kind of communication, type and combiner
//
// Each movement takes an input of its own to an output of its own. Ranks bring
// pieces that differ, also where they bring terms: an input is cut by rows, and
// what a rank has of it is seen as its term. What comes of it is computed here
// element by element, in the plan's order of terms.
#ifndef SBP_TEST_UNIT_RUNTIME_MOVEMENTS_H
#define SBP_TEST_UNIT_RUNTIME_MOVEMENTS_H

#include "TestPlan.h"

namespace sbp::test {

/// Of tensors of rows x 7; 7 columns are no multiple of the ranks.
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
  /// Whether every rank brings as much as the whole.
  bool bringsTerms() const {
    return combines() || kind == plan::CommunicationKind::broadcast;
  }
  std::string describe() const;
};

class Movements {
public:
  explicit Movements(uint32_t ranks);

  /// Whether plans for GPUs have code: the test was built beside a compiler.
  static const bool hasTransfers;

  const std::vector<MovementCase> &get() const { return movements; }
  /// The plan; for GPUs with the compiler's functions as its code.
  std::string makePlan(bool isForGpus) const;
  /// The values of all inputs, drawn by `seed`.
  std::vector<std::string> makeInputs(int seed) const;
  /// What `rank` holds of output `index`; none if it has no part of it.
  std::optional<std::string> expect(const std::vector<std::string> &inputs,
                                    size_t index, uint32_t rank) const;
  /// The rank that alone holds the output, if it is one.
  std::optional<uint32_t> getOwner(size_t index) const;

private:
  /// Who brings terms, in the plan's order: not that of ranks.
  std::vector<uint32_t> getOrder(size_t index) const;
  std::string combine(const std::string &input, size_t index) const;

  uint32_t ranks;
  std::vector<MovementCase> movements;
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_MOVEMENTS_H
