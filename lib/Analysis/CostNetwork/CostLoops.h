// CostLoops.h: the innermost loops over cost tables
//
// On the widest vectors that the machine has, whatever the build is for: min
// and + of doubles that are integers have one result in any order.
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_COSTLOOPS_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_COSTLOOPS_H

#include <cstddef>

namespace sbp {

inline constexpr unsigned rowsAtOnce = 8;

/// out[i] = min(out[i], by[k] + rows[k][i]) over `rowsAtOnce` rows.
void takeLeastTogether(double *out, const double *const *rows, const double *by,
                       size_t count);
/// out[i] = min(out[i], by + row[i]).
void takeLeast(double *out, const double *row, double by, size_t count);
/// out[i] = min(out[i], by + row[i] + more[i]).
void takeLeastOfSums(double *out, const double *row, const double *more,
                     double by, size_t count);
/// Of a row-major table: out[column] = min(out[column], by[row] + entry).
void takeLeastOfColumns(double *out, const double *entries, const double *by,
                        size_t rows, size_t columns);
/// Of a row-major table: out[row] = min(out[row], entry + by[column]).
void takeLeastOfRows(double *out, const double *entries, const double *by,
                     size_t rows, size_t columns);
/// Copies a table of any strides to a row-major one.
void copyStrided(double *to, const double *from, size_t rows, size_t columns,
                 size_t rowStride, size_t columnStride);
/// Adds it.
void addStrided(double *to, const double *from, size_t rows, size_t columns,
                size_t rowStride, size_t columnStride);
/// The most by which `row` is below `other` anywhere that it is finite; a
/// finite number far below all costs where it is nowhere.
double getMostSaved(const double *other, const double *row, size_t count);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_COSTLOOPS_H
