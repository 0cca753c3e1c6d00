// Grouped.cpp: constraints, distribution and work of nn.grouped_product and
// nn.grouped_outer

#include "Grouped/Grouped.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

/// Dimensions of the three tensors of the form: rows x k, groups x k x n (or
/// groups x n x k), rows x n. An op computes one of them from the others.
static constexpr unsigned kRows = 0, kGroups = 1, kInner = 2, kColumns = 3;

namespace {

/// A tensor of the form: an operand, or the result.
struct Member {
  Value value;
  const char *name;
  std::optional<unsigned> operand; ///< nothing for the result
  SmallVector<unsigned, 3> dims;   ///< the dimension of the form, by its own
};

/// The tensors of a grouped op, and the extents of its four dimensions.
struct GroupedForm {
  Operation *op;
  SmallVector<Member, 3> members; ///< the result last
  Value bounds;

  explicit GroupedForm(GroupedProductOp op)
      : op(op),
        members{{op.getX(), "x", 0, {kRows, kInner}},
                {op.getWeights(), "weights", 1,
                 op.getTransposed()
                     ? SmallVector<unsigned, 3>{kGroups, kColumns, kInner}
                     : SmallVector<unsigned, 3>{kGroups, kInner, kColumns}},
                {op.getResult(), "result", {}, {kRows, kColumns}}},
        bounds(op.getBounds()) {}
  explicit GroupedForm(GroupedOuterOp op)
      : op(op),
        members{{op.getX(), "x", 0, {kRows, kInner}},
                {op.getY(), "y", 1, {kRows, kColumns}},
                {op.getResult(), "result", {}, {kGroups, kInner, kColumns}}},
        bounds(op.getBounds()) {}

  /// Returns the extent of a dimension of the form. The members have their
  /// ranks.
  int64_t getExtent(unsigned dim) const {
    for (const Member &member : members)
      for (auto [own, shared] : llvm::enumerate(member.dims))
        if (shared == dim)
          return getTensorType(member.value).getDimSize(own);
    llvm_unreachable("each dimension of the form is one of a member");
  }
  RowGroups getGroups() const {
    return {op, bounds, getExtent(kRows), getExtent(kGroups)};
  }
  LogicalResult verify() const;
  Rule getRule() const;
  OpWork getWork() const;
  /// Returns the offset of a shard in a dimension of the form, an index; null
  /// if the signature does not split it.
  Value getOffset(unsigned dim, OpBuilder &builder, const Signature &signature,
                  ShardContext &context) const;
};

} // namespace

LogicalResult GroupedForm::verify() const {
  static constexpr const char *names[] = {"rows", "groups", "k", "n"};
  for (const Member &member : members)
    if (getTensorType(member.value).getRank() != int64_t(member.dims.size()))
      return emitMisfit(op, {member.value})
             << member.name << " must have " << member.dims.size()
             << " dimensions, found " << member.value.getType();
  for (const Member &member : members) {
    RankedTensorType type = getTensorType(member.value);
    for (auto [own, dim] : llvm::enumerate(member.dims))
      if (type.getDimSize(own) != getExtent(dim))
        return emitMisfit(op, {members[0].value, members[1].value})
               << "dimension " << own << " of " << member.name << " is "
               << names[dim] << " and must be " << getExtent(dim) << ", found "
               << type;
    Type expected = getElementTypeOrSelf(members[0].value);
    if (type.getElementType() != expected)
      return emitMisfit(op, {members[0].value, member.value})
             << member.name << " must have elements of " << expected
             << ", the type of x, found " << type;
  }
  return getGroups().verify();
}

Rule GroupedForm::getRule() const {
  Rule rule;
  for (unsigned dim : {kRows, kGroups, kInner, kColumns}) {
    Factor factor = makeFactor(op, getExtent(dim));
    for (const Member &member : members)
      for (auto [own, shared] : llvm::enumerate(member.dims)) {
        if (shared != dim)
          continue;
        if (member.operand)
          factor.operandDims[*member.operand] = int64_t(own);
        else
          factor.resultDims[0] = int64_t(own);
      }
    if (!factor.resultDims[0]) {
      factor.kind = Factor::Kind::Reduction;
      factor.combiners = {Combiner::Sum};
    }
    factor.needsOffset = dim == kRows || dim == kGroups;
    rule.factors.push_back(std::move(factor));
  }
  addLinearity(rule, op, {0});
  addLinearity(rule, op, {1});
  return rule;
}

/// Counts all rows as those of a group.
OpWork GroupedForm::getWork() const {
  OpWork work = makeWork(op, OpWork::Traffic::Whole, /*writes=*/true);
  OpWork::Part &part = work.parts.emplace_back();
  part.flops = 2.0 * double(getExtent(kRows)) * double(getExtent(kInner)) *
               double(getExtent(kColumns));
  part.kind = WorkClass::Contraction;
  return work;
}

Value GroupedForm::getOffset(unsigned dim, OpBuilder &builder,
                             const Signature &signature,
                             ShardContext &context) const {
  for (const Member &member : members) {
    const Distribution &distribution = member.operand
                                           ? signature.operands[*member.operand]
                                           : signature.results[0];
    for (auto [own, shared] : llvm::enumerate(member.dims)) {
      auto isSplit = [own = int64_t(own)](const Component &component) {
        return component.isSplit(own);
      };
      if (shared == dim && llvm::any_of(distribution.components, isSplit))
        return context.getOffset(builder, op->getLoc(),
                                 getTensorType(member.value), distribution,
                                 int64_t(own));
    }
  }
  return {};
}

/// A shard whose first row or group is not that of the whole is the same op
/// with bounds of its own.
template <typename Op>
static FailureOr<SmallVector<Value>>
buildGroupedLocal(Op op, OpBuilder &builder, const Signature &signature,
                  ValueRange locals, ShardContext &context) {
  FailureOr<SmallVector<Value>> built =
      buildLocalByCloning(op, builder, signature, locals, context);
  if (failed(built))
    return failure();
  auto local = cast<Op>(built->front().getDefiningOp());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  GroupedForm form(op);
  Value firstRow = form.getOffset(kRows, builder, signature, context),
        firstGroup = form.getOffset(kGroups, builder, signature, context);
  if (!firstRow && !firstGroup)
    return built;
  RowGroups groups = form.getGroups();
  groups.bounds = local.getBounds();
  local.getBoundsMutable().set(groups.buildLocalBounds(
      builder, firstRow, firstGroup, GroupedForm(local).getExtent(kGroups)));
  return built;
}

LogicalResult GroupedProductOp::verify() { return GroupedForm(*this).verify(); }
LogicalResult GroupedOuterOp::verify() { return GroupedForm(*this).verify(); }
Rule GroupedProductOp::getRule() { return GroupedForm(*this).getRule(); }
Rule GroupedOuterOp::getRule() { return GroupedForm(*this).getRule(); }
OpWork GroupedProductOp::getWork() { return GroupedForm(*this).getWork(); }
OpWork GroupedOuterOp::getWork() { return GroupedForm(*this).getWork(); }

FailureOr<SmallVector<Value>>
GroupedProductOp::buildLocal(OpBuilder &builder, const Signature &signature,
                             ValueRange locals, ShardContext &context) {
  return buildGroupedLocal(*this, builder, signature, locals, context);
}

FailureOr<SmallVector<Value>>
GroupedOuterOp::buildLocal(OpBuilder &builder, const Signature &signature,
                           ValueRange locals, ShardContext &context) {
  return buildGroupedLocal(*this, builder, signature, locals, context);
}
