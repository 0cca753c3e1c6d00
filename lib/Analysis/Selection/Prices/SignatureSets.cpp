// SignatureSets.cpp: the priced signatures of each op structure
//
// Enumerates the sound signatures of a structure, prices them, and drops those
// that cannot be part of an optimum (dead-end elimination, Desmet et al.,
// Nature 1992): s is dominated by t if boxing the operands from s to t, running
// t, and boxing the results back costs no more than s. This is valid because
// boxing costs satisfy the triangle inequality. Example: a matmul on one axis
// of 8 ranks has six signatures; computing it on every rank is dominated for
// large shapes by splitting it and gathering the result.

#include "SignatureSets.h"
#include "Dominance.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Analysis/Selection/Prices/ScaledPartials.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

struct SignatureSets::Structure {
  const RuledOp &ruled;
  OpWork work;
  unsigned placement;
  ArrayRef<bool> matters, mayBePartial;
};

/// Returns a key of everything that the signatures and their costs depend on.
static std::string encode(const RuledOp &ruled, const OpWork &work,
                          unsigned placement, ArrayRef<bool> matters,
                          ArrayRef<bool> mayBePartial) {
  std::string key;
  raw_string_ostream os(key);
  auto optionals = [&](const auto &list) {
    for (const auto &entry : list)
      os << (entry ? static_cast<int64_t>(*entry) : -1) << ",";
    os << ";";
  };
  auto numbers = [&](std::initializer_list<double> list) {
    for (double number : list) // exact, unlike its decimal text
      os << llvm::bit_cast<uint64_t>(number) << " ";
  };
  os << placement << " " << !ruled.rule.refusal.empty();
  for (const OpWork::Part &part : work.parts) {
    os << "w";
    numbers({part.flops, part.scratchBytes, part.rowBytes, part.rowVisits,
             part.skew});
    os << part.table << ":";
    interleaveComma(part.undividedBy, os);
    os << (part.kind ? static_cast<int>(*part.kind) : -1);
    optionals(std::array{part.skewedBy, part.lanes});
  }
  for (const OpWork::Held &held : work.held) {
    os << "h";
    numbers({held.bytes});
    interleaveComma(held.undividedBy, os);
  }
  for (OpWork::Traffic traffic : work.reads)
    os << static_cast<int>(traffic);
  for (bool flag : work.writes)
    os << flag;
  for (bool flag : work.staysInRows)
    os << flag;
  os << work.rowDims;
  for (bool flag : work.fills)
    os << flag;
  for (ArrayRef<bool> flags : {matters, mayBePartial})
    for (bool flag : flags)
      os << flag;
  for (bool flag : ruled.rule.shapeOnly)
    os << flag;
  for (Type type : ruled.operandTypes)
    os << type.getAsOpaquePointer() << " ";
  for (Type type : ruled.resultTypes)
    os << type.getAsOpaquePointer() << " ";
  for (const Factor &factor : ruled.rule.factors) {
    os << "f" << static_cast<int>(factor.kind) << " " << factor.extent << " "
       << factor.trailing << factor.needsNonEmpty << factor.blocks << ":";
    optionals(factor.combiners);
    optionals(factor.operandCombiners);
    optionals(factor.operandDims);
    optionals(factor.resultDims);
    for (const auto *list : {&factor.operandWindows, &factor.resultWindows})
      for (const std::optional<Windows> &windows : *list)
        os << (windows ? *windows : Windows()) << ",";
    interleaveComma(factor.leading, os);
    os << "|";
    interleaveComma(factor.before, os);
  }
  for (const AdditiveSet &additive : ruled.rule.additive) {
    os << "a" << static_cast<int>(additive.combiner);
    for (bool operand : additive.operands)
      os << operand;
    optionals(additive.results);
  }
  return key;
}

/// Returns an upper bound on the number of signatures over `axes` axes; 1 where
/// they are few for every op.
static double countSignatures(const RuledOp &ruled, int64_t axes) {
  // Enumeration and pruning take about a second at most up to four axes.
  if (axes <= 4)
    return 1;
  Placement line;
  line.axisNames = {"x"};
  line.axisSizes = {2};
  line.ranks = {0, 1};
  return std::pow(enumerateSignatures(ruled, line).size(), axes);
}

static int64_t countAxes(const Placement &placement) {
  return count_if(placement.axisSizes, [](int64_t n) { return n > 1; });
}

double SignatureSets::count(Operation *op, unsigned placement) {
  return countSignatures(combiners.reduce(*getRuledOp(op)),
                         countAxes(states.getPlacement(placement)));
}

/// Largest number of signatures that selection searches. Five axes of a matrix
/// product reach it in a second; a table over two such ops has its square.
static constexpr double kMaxSignatures = 8192;

bool SignatureSets::hasTooMany(Operation *op, unsigned placement) {
  return count(op, placement) > kMaxSignatures;
}

LogicalResult SignatureSets::refuse(Operation *op, unsigned placement) {
  double most = std::min(count(op, placement), 1e18);
  return op->emitOpError() << "has up to " << static_cast<int64_t>(most)
                           << " signatures over the "
                           << countAxes(states.getPlacement(placement))
                           << " axes of @"
                           << states.getPlacement(placement).name
                           << ", and choosing ends at "
                           << static_cast<int64_t>(kMaxSignatures)
                           << ": use --strict, or one axis for those that are "
                              "always cut alike";
}

const SignatureSet &SignatureSets::get(Operation *op, unsigned placement,
                                       ArrayRef<bool> matters,
                                       ArrayRef<bool> mayBePartial) {
  auto ruled = getRuledOp(op);
  Structure structure{*ruled, getWork(op), placement, matters, mayBePartial};
  auto [it, isNew] = byStructure.try_emplace(encode(
      structure.ruled, structure.work, placement, matters, mayBePartial));
  if (isNew) {
    it->second = std::make_unique<SignatureSet>(enumerate(structure));
    it->second->id = byStructure.size() - 1;
    work += 100.0 * it->second->size() * it->second->size();
  }
  return *it->second;
}

void SignatureSets::allowOrder(unsigned placement, ArrayRef<int64_t> order) {
  auto &known = orders[placement];
  SmallVector<int64_t, 4> copy(order);
  if (!is_sorted(order) && !is_contained(known, copy))
    known.push_back(std::move(copy));
}

/// The enumeration applies axes outermost first: permute them and back.
void SignatureSets::enumerateInOrders(const Structure &structure,
                                      std::vector<Signature> &signatures) {
  const Placement &placement = states.getPlacement(structure.placement);
  for (const auto &order : orders[structure.placement]) {
    Placement permuted = placement;
    for (auto [i, axis] : llvm::enumerate(order))
      permuted.axisSizes[i] = placement.axisSizes[axis];
    auto permuteBack = [&](Distribution &distribution) {
      Distribution original = distribution;
      for (auto [i, axis] : llvm::enumerate(order))
        original.components[axis] = distribution.components[i];
      original.order.assign(order.begin(), order.end());
      // Interning drops an order that has no effect.
      distribution =
          states.get(states.intern(structure.placement, original)).distribution;
    };
    for (Signature &signature :
         enumerateSignatures(combiners.reduce(structure.ruled), permuted)) {
      llvm::for_each(signature.operands, permuteBack);
      llvm::for_each(signature.results, permuteBack);
      signatures.push_back(std::move(signature));
    }
  }
}

/// Number of signatures up to which none is pruned if memory counts (two axes
/// of most ops). A boxed copy is held next to its source, so a signature that
/// holds less on its own may hold more together with its boxings, and dominance
/// is not exact. With the signatures of three axes the solver would find no
/// solution.
static constexpr size_t kFewSignatures = 64;

SignatureSet SignatureSets::enumerate(const Structure &structure) {
  const RuledOp &ruled = structure.ruled;
  const Placement &placement = states.getPlacement(structure.placement);
  SignatureSet set;
  set.signatures = enumerateSignatures(combiners.reduce(ruled), placement);
  enumerateInOrders(structure, set.signatures);
  erase_if(set.signatures, [&](const Signature &signature) {
    return scalesCreatedPartialSum(ruled, signature, structure.mayBePartial);
  });
  for (const Signature &signature : set.signatures) {
    auto &operands = set.operands.emplace_back();
    for (auto [i, operand] : llvm::enumerate(signature.operands))
      operands.push_back(states.intern(structure.placement, operand,
                                       scalesPartialSum(ruled, signature, i)));
    auto &results = set.results.emplace_back();
    for (const Distribution &result : signature.results)
      results.push_back(states.intern(structure.placement, result));
    set.costs.push_back(getComputeCost(model, structure.work, ruled.rule,
                                       ruled.operandTypes, ruled.resultTypes,
                                       placement, signature));
  }
  dropEqual(set, structure);
  // Boxing there and back bounds what a neighbour may pay only where boxing
  // through a third distribution is never cheaper.
  if (!model.topology && !(countsMemory && set.size() <= kFewSignatures))
    dropDominated(set, structure);
  return set;
}

static void keep(SignatureSet &set, const std::vector<bool> &dead) {
  size_t kept = 0;
  for (size_t i = 0; i < set.size(); ++i) {
    if (dead[i])
      continue;
    if (kept != i) {
      set.signatures[kept] = std::move(set.signatures[i]);
      set.operands[kept] = std::move(set.operands[i]);
      set.results[kept] = std::move(set.results[i]);
      set.costs[kept] = set.costs[i];
    }
    ++kept;
  }
  set.signatures.resize(kept);
  set.operands.resize(kept);
  set.results.resize(kept);
  set.costs.resize(kept);
}

/// Returns the bytes that the op itself holds, in addition to the values that
/// its neighbours see: scratch memory, and the operands that sources make for
/// it.
double SignatureSets::getBytes(const Structure &structure,
                               const Signature &signature) {
  const Placement &placement = states.getPlacement(structure.placement);
  double bytes =
      getHeldBytes(structure.work, structure.ruled.rule, placement, signature);
  for (auto [type, distribution, isLive] : zip_equal(
           structure.ruled.operandTypes, signature.operands, structure.matters))
    if (!isLive)
      bytes += getLargestBytes(placement, distribution, type);
  return bytes;
}

/// Among signatures that are equal in all states that matter, keeps those that
/// no other beats in cost and, where memory counts, in bytes; the first among
/// ties.
void SignatureSets::dropEqual(SignatureSet &set, const Structure &structure) {
  std::map<std::vector<StateTable::Id>, std::vector<size_t>> alive;
  std::vector<double> bytes(set.size(), 0);
  std::vector<bool> dead(set.size(), false);
  for (size_t i = 0; i < set.size(); ++i) {
    if (countsMemory)
      bytes[i] = getBytes(structure, set.signatures[i]);
    std::vector<StateTable::Id> key(set.results[i].begin(),
                                    set.results[i].end());
    for (auto [state, isLive] : zip_equal(set.operands[i], structure.matters))
      if (isLive)
        key.push_back(state);
    auto isNoBetter = [&](size_t s, size_t t) {
      return set.costs[t] <= set.costs[s] && bytes[t] <= bytes[s];
    };
    std::vector<size_t> &equal = alive[std::move(key)];
    dead[i] = any_of(equal, [&](size_t other) { return isNoBetter(i, other); });
    if (dead[i])
      continue;
    erase_if(equal, [&](size_t other) {
      dead[other] = dead[other] || isNoBetter(other, i);
      return dead[other];
    });
    equal.push_back(i);
  }
  keep(set, dead);
}

/// Returns bytes by signature, for the op itself and every operand and result.
std::vector<std::vector<double>>
SignatureSets::getHeld(const SignatureSet &set, const Structure &structure) {
  const Placement &placement = states.getPlacement(structure.placement);
  std::vector<std::vector<double>> held(1);
  for (const Signature &signature : set.signatures)
    held[0].push_back(getBytes(structure, signature));
  auto add = [&](auto &&getDistribution, Type type) {
    auto &bytes = held.emplace_back();
    for (const Signature &signature : set.signatures)
      bytes.push_back(
          getLargestBytes(placement, getDistribution(signature), type));
  };
  for (auto [i, type] : llvm::enumerate(structure.ruled.operandTypes))
    if (structure.matters[i])
      add([i = i](const Signature &s) { return s.operands[i]; }, type);
  for (auto [i, type] : llvm::enumerate(structure.ruled.resultTypes))
    add([i = i](const Signature &s) { return s.results[i]; }, type);
  return held;
}

/// Drops each signature that another one dominates and, where memory counts,
/// that holds no less of any value.
void SignatureSets::dropDominated(SignatureSet &set,
                                  const Structure &structure) {
  Dominance dominance(set);
  auto getCosts = [&](auto &lists, unsigned index, Type type) {
    std::vector<StateTable::Id> stateList;
    for (auto &list : lists)
      stateList.push_back(list[index]);
    return LocalCosts(states, model, stateList, type);
  };
  for (auto [i, type] : llvm::enumerate(structure.ruled.operandTypes))
    if (structure.matters[i])
      dominance.addOperand(getCosts(set.operands, i, type));
  for (auto [i, type] : llvm::enumerate(structure.ruled.resultTypes))
    if (isa<RankedTensorType>(type))
      dominance.addResult(getCosts(set.results, i, type));
  if (countsMemory)
    for (std::vector<double> &held : getHeld(set, structure))
      dominance.addBytes(std::move(held));
  keep(set, dominance.find());
}

} // namespace sbp
