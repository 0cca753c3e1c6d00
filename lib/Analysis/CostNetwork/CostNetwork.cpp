// CostNetwork.cpp: variables and interned cost tables
//
// A weighted constraint network (Schiex et al., "Valued constraint satisfaction
// problems", 1995). Tables are interned by content, so that equal layers share
// them and products of tables are memoised by id. Example: variables a, b with
// 2 states each and the terms u(a) = (0, 3), t(a, b) = ((1, 0), (0, 1)) have
// the cost u(0) + t(0, 1) = 0 for the assignment (0, 1).

#include "sbp/Analysis/CostNetwork/CostNetwork.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace sbp {

TablePool::Id TablePool::intern(ArrayRef<unsigned> shape, Costs entries) {
  ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(entries.data()),
                          entries.size() * sizeof(Cost));
  // DenseMap reserves two keys, so the hash loses two bits.
  uint64_t hash = xxh3_64bits(bytes) >> 2;
  // A branch's pool is layered on that of its parent, which it must not change.
  for (const TablePool *pool = this; pool; pool = pool->base) {
    auto candidates = pool->byContent.find(hash);
    if (candidates == pool->byContent.end())
      continue;
    for (Id id : candidates->second)
      if (const CostTable &table = pool->get(id);
          shape == ArrayRef<unsigned>(table.shape) && table.entries == entries)
        return id;
  }
  Id id = getNumTables();
  tables.push_back(std::make_unique<CostTable>(
      CostTable{SmallVector<unsigned, 4>(shape), std::move(entries)}));
  byContent[hash].push_back(id);
  return id;
}

std::optional<TablePool::Id>
TablePool::findProduct(const Product &product) const {
  for (const TablePool *pool = this; pool; pool = pool->base)
    if (auto known = pool->products.find(product);
        known != pool->products.end())
      return known->second;
  return std::nullopt;
}

void TablePool::addProduct(Product product, Id result) {
  products.try_emplace(std::move(product), result);
}

/// Ends the compilation with a message: solving would read out of bounds.
[[noreturn]] static void refuseTerm(ArrayRef<unsigned> shape,
                                    ArrayRef<unsigned> domains) {
  std::string text;
  raw_string_ostream os(text);
  os << "a cost table of shape [";
  interleaveComma(shape, os);
  os << "] is applied to variables with [";
  interleaveComma(domains, os);
  os << "] states";
  reportFatalInternalError(Twine(text));
}

unsigned CostNetwork::addVariable(unsigned domain) {
  if (domain == 0)
    reportFatalInternalError("a variable of the choice has no state");
  domains.push_back(domain);
  live.push_back(true);
  termsOf.emplace_back();
  deadTermsOf.push_back(0);
  seenIn.push_back(0);
  return domains.size() - 1;
}

void CostNetwork::addTerm(TablePool::Id table, ArrayRef<unsigned> variables) {
  // A term without variables is part of every assignment.
  if (variables.empty()) {
    constant += pool->get(table).entries.front();
    return;
  }
  // Checked in release builds too: the cost of an edge is small compared with
  // it.
  SmallVector<unsigned, 4> expected = map_to_vector<4>(
      variables, [&](unsigned variable) { return domains[variable]; });
  if (pool->get(table).shape != expected)
    refuseTerm(pool->get(table).shape, expected);
  for (unsigned variable : variables)
    termsOf[variable].push_back(terms.size());
  terms.push_back({table, SmallVector<unsigned, 4>(variables), true});
}

void CostNetwork::addTerm(ArrayRef<unsigned> variables, Costs entries) {
  SmallVector<unsigned, 4> shape = map_to_vector<4>(
      variables, [&](unsigned variable) { return domains[variable]; });
  size_t count = 1;
  for (unsigned domain : shape)
    count *= domain;
  if (entries.size() != count)
    refuseTerm(static_cast<unsigned>(entries.size()), shape);
  addTerm(pool->intern(shape, std::move(entries)), variables);
}

unsigned CostNetwork::getNumLive() const { return count(live, true); }

// Dead terms are removed lazily, in one pass for all that died since.
const SmallVector<unsigned, 4> &CostNetwork::getLiveTerms(unsigned variable) {
  if (std::exchange(deadTermsOf[variable], 0) > 0)
    erase_if(termsOf[variable],
             [&](unsigned term) { return !terms[term].live; });
  return termsOf[variable];
}

SmallVector<unsigned, 8> CostNetwork::getNeighbours(unsigned variable) {
  SmallVector<unsigned, 8> neighbours;
  for (unsigned term : getLiveTerms(variable))
    for (unsigned other : terms[term].variables)
      if (other != variable)
        neighbours.push_back(other);
  llvm::sort(neighbours);
  neighbours.erase(llvm::unique(neighbours), neighbours.end());
  return neighbours;
}

// Dead terms cost time here too; remove them once they are the majority.
double CostNetwork::countNeighbourStates(unsigned variable, double limit) {
  if (2 * deadTermsOf[variable] > termsOf[variable].size())
    getLiveTerms(variable);
  // A stamp per count replaces a set of visited variables.
  seenIn[variable] = ++numCounts;
  double states = 1;
  for (unsigned term : termsOf[variable]) {
    if (!terms[term].live)
      continue;
    for (unsigned other : terms[term].variables)
      if (std::exchange(seenIn[other], numCounts) != numCounts)
        states *= domains[other];
    if (states > limit)
      break;
  }
  return states;
}

Cost CostNetwork::evaluate(ArrayRef<unsigned> assignment) const {
  Cost cost = constant;
  for (const CostTerm &term : terms) {
    if (!term.live)
      continue;
    size_t index = 0; // row-major, the last variable fastest
    for (unsigned variable : term.variables)
      index = index * domains[variable] + assignment[variable];
    cost += pool->get(term.table).entries[index];
  }
  return cost;
}

/// A dimension of size 1 does not change the layout of a table, so only shapes
/// are interned again.
void CostNetwork::dropSingleStates() {
  for (CostTerm &term : terms) {
    if (!term.live || none_of(term.variables, [&](unsigned variable) {
          return domains[variable] == 1;
        }))
      continue;
    erase_if(term.variables,
             [&](unsigned variable) { return domains[variable] == 1; });
    if (term.variables.empty()) {
      constant += pool->get(term.table).entries.front();
      term.live = false; // Only in lists of removed variables, cleared below.
      continue;
    }
    SmallVector<unsigned, 4> shape = map_to_vector<4>(
        term.variables, [&](unsigned variable) { return domains[variable]; });
    term.table = pool->intern(shape, pool->get(term.table).entries);
  }
  for (unsigned variable = 0; variable < domains.size(); ++variable)
    if (domains[variable] == 1) {
      live[variable] = false;
      termsOf[variable].clear();
    }
}

void CostNetwork::retire(unsigned variable, ArrayRef<unsigned> deadTerms) {
  for (unsigned term : deadTerms) {
    terms[term].live = false;
    for (unsigned other : terms[term].variables)
      ++deadTermsOf[other];
  }
  live[variable] = false;
}

} // namespace sbp
