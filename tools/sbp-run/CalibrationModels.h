// CalibrationModels.h: the text of small models that rates are measured by
//
// Each model is a module with the entry @main, of f32 tensors and i32 indices.
// Sizes count elements, not bytes.
#ifndef SBP_TOOLS_SBP_RUN_CALIBRATIONMODELS_H
#define SBP_TOOLS_SBP_RUN_CALIBRATIONMODELS_H

#include <cstdint>
#include <string>

namespace sbp::run::models {

/// Returns the product of an m x k by a k x n matrix.
std::string makeProduct(int64_t m, int64_t n, int64_t k);
/// Returns a chain of `count` products of 4 x 4 matrices, whose time is that of
/// the calls.
std::string makeCalls(int64_t count);
/// Returns a matrix filled with zeros.
std::string makeFill(int64_t rows, int64_t columns);
/// Returns attention of one sequence of `length` tokens without a mask; `width`
/// is that of a head.
std::string makeAttention(int64_t heads, int64_t length, int64_t width);
/// Returns the `k` largest elements of each row of a matrix.
std::string makeTopK(int64_t rows, int64_t columns, int64_t k);
/// Returns a generic that applies `body`, which defines %v from %in, to each of
/// `n` elements, split over `ranks` ranks.
std::string makeElementwise(int64_t n, const std::string &body,
                            int64_t ranks = 1);
/// Returns a body for makeElementwise of `count` ops, at least 1, that
/// alternately multiply by %in and add it.
std::string makeArithmetic(int64_t count);
/// Returns sums over the rows of a matrix.
std::string makeRows(int64_t rows, int64_t columns);
/// Returns the `taken` rows of a table that an input of indices names.
std::string makeGather(int64_t rows, int64_t width, int64_t taken);
/// Returns sums of `slots` table rows per token.
std::string makeBag(int64_t rows, int64_t width, int64_t tokens, int64_t slots);
/// Returns products of one row per token with `slots` rows of a table.
std::string makeRowDot(int64_t rows, int64_t width, int64_t tokens,
                       int64_t slots);
/// Returns a boxing from one component to another along one axis, of rows with
/// 256 columns.
std::string makeBoxing(int64_t ranks, int64_t rows, const char *from,
                       const char *to);

} // namespace sbp::run::models

#endif
