// ClusterRows.cpp: long rows, each in the shared memory of a cluster
#include "Choice/Prediction.h"
#include "ClusterRowsBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class ClusterRows : public RowsGenerator {
public:
  StringRef getName() const override { return "cluster_rows"; }

private:
  static std::optional<ClusterSchedule> choose(const RowGroup &group,
                                               const Chip &chip) {
    return ClusterSchedule::choose(group, RowPasses(group), chip);
  }
  std::string getSchedule(const RowGroup &group,
                          const Chip &chip) const override {
    return choose(group, chip)->print(group);
  }
  bool accepts(const RowGroup &group, const Chip &chip) const override {
    return choose(group, chip).has_value();
  }
  double predictSeconds(const RowGroup &group, const Chip &chip,
                        double bytes) const override;
  LogicalResult build(LaunchPlan &plan, const RowGroup &group) const override {
    return ClusterRowsBuilder(plan, group).build();
  }
};
} // namespace

/// Returns the share of the rate of a copy that was measured for kernels of the
/// same design.
static double getShare(const RowGroup &group, const RowPasses &passes,
                       const ClusterSchedule &schedule) {
  bool isWide = llvm::any_of(group.members, [&](linalg::GenericOp op) {
    return !group.isRowScalar(op) && isWritten(group, op);
  });
  bool hasInvariants =
      llvm::any_of(passes.getSources(),
                   [](const RowSource &one) { return one.isInvariant(); });
  if (!isWide)
    return 0.84; // nothing of the row's width is written
  if (!hasInvariants)
    return 0.94;
  // Gains of persistent clusters that do not fit are read for each row.
  return schedule.rounds == 1 || schedule.holdsInvariants ? 0.90 : 0.68;
}

double ClusterRows::predictSeconds(const RowGroup &group, const Chip &chip,
                                   double bytes) const {
  RowPasses passes(group);
  ClusterSchedule schedule = *ClusterSchedule::choose(group, passes, chip);
  double share = getShare(group, passes, schedule);
  schedule.applyTo(passes);
  bytes += passes.countRepeatedBytes(schedule.capacity);
  return getCopySeconds(chip, bytes, share);
}

namespace sbp::cuda {
void registerClusterRows(GeneratorList &generators) {
  generators.push_back(std::make_unique<ClusterRows>());
}
} // namespace sbp::cuda
