// CostLoops.h: the innermost loops over cost tables
//
// Compiled for several vector widths and dispatched at load time, whatever the
// target of the build: min and + of doubles with integer values give one result
// in any order. Pointers are borrowed for the call, `out` and `to` overlap no
// other argument, and all counts and strides are in elements. Thread-safe.
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_COSTLOOPS_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_COSTLOOPS_H

#include <cstddef>

namespace sbp {

/// Rows that one call of minAddRows reads.
inline constexpr unsigned kRowsPerBatch = 8;

/// out[i] = min(out[i], by[k] + rows[k][i]) over `kRowsPerBatch` rows of
/// `count` elements.
void minAddRows(double *out, const double *const *rows, const double *by,
                size_t count);
/// out[i] = min(out[i], by + row[i]).
void minAddRow(double *out, const double *row, double by, size_t count);
/// out[i] = min(out[i], by + row[i] + more[i]).
void minAddSum(double *out, const double *row, const double *more, double by,
               size_t count);
/// Row-major table: out[column] = min(out[column], by[row] + entry).
void minAddOverRows(double *out, const double *entries, const double *by,
                    size_t rows, size_t columns);
/// Row-major table of one column or more: out[row] = min(out[row], entry +
/// by[column]).
void minAddOverColumns(double *out, const double *entries, const double *by,
                       size_t rows, size_t columns);
/// Row-major blocks of one column or more: out[row] = min(out[row], entry +
/// by[block][column]).
void minAddOverBlocks(double *out, const double *entries, const double *by,
                      size_t blocks, size_t rows, size_t columns);
/// Row-major sums: out[i][j] = a[i] + b[j].
void addOuter(double *out, const double *a, size_t rows, const double *b,
              size_t columns);
/// Copies a table with arbitrary strides to a row-major one: to[row * columns +
/// column] = from[row * rowStride + column * columnStride].
void copyStrided(double *to, const double *from, size_t rows, size_t columns,
                 size_t rowStride, size_t columnStride);
/// Adds the table that copyStrided would copy to the row-major one in `to`.
void addStrided(double *to, const double *from, size_t rows, size_t columns,
                size_t rowStride, size_t columnStride);
/// Returns the largest other[i] - row[i] over all i with finite row[i]; a
/// finite number far below all costs if there is none.
double getLargestSaving(const double *other, const double *row, size_t count);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_COSTLOOPS_H
