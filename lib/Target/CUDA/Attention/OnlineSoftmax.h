// OnlineSoftmax.h: softmax over tiles of keys, one after the other
#ifndef SBP_LIB_TARGET_CUDA_ONLINESOFTMAX_H
#define SBP_LIB_TARGET_CUDA_ONLINESOFTMAX_H

#include "AttentionForm.h"
#include "Hopper/FragmentBuilder.h"

namespace sbp::cuda {

/// Emits the online softmax (Milakov and Gimelshein 2018) of the two rows of
/// scores that a thread holds, together with the three lanes next to it. A
/// maximum is that of the whole row, a sum that of the thread's columns alone.
class OnlineSoftmax {
public:
  /// Emits a shared constant at the insertion point. All arguments must outlive
  /// this object.
  OnlineSoftmax(KernelBuilder &kernel, FragmentBuilder &fragments,
                const AttentionForm &form);

  /// The softmax after one more tile. Maxima, sums and factors have one value
  /// for each of the thread's two rows.
  struct Tile {
    Registers weights; ///< exponentials, relative to the maxima
    Registers maxima, sums;
    Registers factors; ///< multiply earlier weights; empty for the first tile
  };
  /// Adds a tile of scores. `maxima` and `sums` are of the tiles before, empty
  /// for the first one.
  Tile add(const Registers &scores, const Registers &maxima,
           const Registers &sums);
  /// The reference of a row's exponents.
  struct Base {
    mlir::Value maximum; ///< 0 for a row that sees nothing
    mlir::Value shift;   ///< null where scores are scaled before
  };
  /// Returns the reference for a row whose maximum is `maximum`, -inf if it
  /// sees nothing.
  Base getBase(mlir::Value maximum);
  /// Returns the weight of a score relative to `base`.
  mlir::Value exponentiate(mlir::Value score, const Base &base);
  /// Returns a maximum as an exponent of 2: times log2(e), and the scale if
  /// scores are scaled late.
  mlir::Value toExponent(mlir::Value maximum);
  /// Returns the natural logarithm of 2^`exponent`, or -inf where `sum`, of a
  /// row that sees nothing, is 0.
  static mlir::Value toLogarithm(FragmentBuilder &h, mlir::Value exponent,
                                 mlir::Value sum);
  /// Returns the results of a row from its weighted values: each times
  /// 1 / `sum`, and 0 for a row that sees nothing, whose sum is 0.
  static Registers divide(FragmentBuilder &h, const Registers &values,
                          mlir::Value sum);
  /// Returns the sum of a row from those of its four lanes.
  mlir::Value joinLanes(mlir::Value sum);
  /// Returns the logarithm of the sum of exponentials of a row, -inf where it
  /// sees nothing.
  mlir::Value getLogarithm(mlir::Value maximum, mlir::Value sum);

private:
  /// Returns the maximum of a row's scores over its four lanes.
  mlir::Value findMaximum(llvm::ArrayRef<mlir::Value> scores);

  KernelBuilder &kernel;
  FragmentBuilder &h;
  const AttentionForm &form;
  mlir::Value factor; ///< scores times it are exponents of 2
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ONLINESOFTMAX_H
