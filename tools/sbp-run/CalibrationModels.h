// CalibrationModels.h: the text of small models that rates are measured by
#ifndef SBP_TOOLS_SBP_RUN_CALIBRATIONMODELS_H
#define SBP_TOOLS_SBP_RUN_CALIBRATIONMODELS_H

#include <cstdint>
#include <string>

namespace sbp::run::models {

std::string makeProduct(int64_t m, int64_t n, int64_t k);
/// A chain of `count` products that take next to nothing.
std::string makeCalls(int64_t count);
std::string makeFill(int64_t rows, int64_t columns);
std::string makeAttention(int64_t heads, int64_t length, int64_t width);
std::string makeTopK(int64_t rows, int64_t columns, int64_t k);
/// `body` on %in for each of n elements, which `ranks` ranks share.
std::string makeElementwise(int64_t n, const std::string &body,
                            int64_t ranks = 1);
/// A body that multiplies and adds %in so often.
std::string makeArithmetic(int64_t count);
/// Sums of rows.
std::string makeRows(int64_t rows, int64_t columns);
std::string makeGather(int64_t rows, int64_t width, int64_t taken);
/// Sums of `slots` rows a token.
std::string makeBag(int64_t rows, int64_t width, int64_t tokens, int64_t slots);
/// Products of a row a token with each of `slots` rows of the table.
std::string makeRowDot(int64_t rows, int64_t width, int64_t tokens,
                       int64_t slots);
/// From one component to another, along one axis; rows of 256 columns.
std::string makeBoxing(int64_t ranks, int64_t rows, const char *from,
                       const char *to);

} // namespace sbp::run::models

#endif
