// BoxingRequest.h: `tensor<64x64xf32> on [4] from [S(0)] to [B]`
#ifndef SBP_QUESTIONS_BOXINGREQUEST_H
#define SBP_QUESTIONS_BOXINGREQUEST_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Calculus/Distribution.h"
#include "llvm/Support/Error.h"

namespace sbp {

/// One end of a boxing.
struct BoxingEnd {
  Placement placement;
  Distribution distribution;
};

/// A boxing whose plan is requested.
struct BoxingRequest {
  mlir::RankedTensorType type;
  BoxingEnd from, to;
};

/// Parses
///
///     question     ::= tensor-type (`on` placement)? `from` end `to` end
///     end          ::= distribution (`on` placement)?
///     distribution ::= `[S(0), B, P(max)]` (`, order = [1, 0]`)?
///                    | `#sbp.distribution<` placement `,` distribution `>`
///     placement    ::= `[2, 4]` | `[dp = 2, tp = 4]`, (`ranks [6, 5, ...]`)?
///                    | `@mesh`, declared in `model` (which may be null)
///
/// `on` after the type holds for both ends, that of `from` also for a `to`
/// without one; without `ranks` they count from 0.
/// An error names the part that cannot be parsed and what is expected. The
/// result keeps no reference to `text` or `model`; its type belongs to
/// `context`.
llvm::Expected<BoxingRequest> parseBoxingRequest(llvm::StringRef text,
                                                 mlir::MLIRContext &context,
                                                 mlir::ModuleOp model);

} // namespace sbp

#endif // SBP_QUESTIONS_BOXINGREQUEST_H
