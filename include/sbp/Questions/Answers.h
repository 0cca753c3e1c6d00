// Answers.h: questions to the compiler that need no compilation
//
// Each function writes its answer to a stream. It fails with an error for the
// user, which has no prefix, before it has written anything.
#ifndef SBP_QUESTIONS_ANSWERS_H
#define SBP_QUESTIONS_ANSWERS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace sbp {

/// Plans the boxing that `request` describes (BoxingRequest.h) and writes its
/// steps, the bytes that each rank receives and the lower bound of any plan.
/// `model`, which may be null, declares placements that the request names.
llvm::Error answerBoxing(llvm::StringRef request, mlir::MLIRContext &context,
                         mlir::ModuleOp model, llvm::raw_ostream &answer);

/// Schedules the pipeline that `request` describes, as in "schedule=1f1b
/// ranks=4 micro-batches=8 forward=1 backward=2", and writes one line of JSON.
llvm::Error answerSchedule(llvm::StringRef request, llvm::raw_ostream &answer);

/// Solves a problem of the IOPDDL contest, a file of plain or gzipped JSON, and
/// writes cost, lower bound, gap and seconds. `seconds` limits the search;
/// without it the memory of the problem has no limit.
llvm::Error answerInstance(llvm::StringRef path, std::optional<double> seconds,
                           llvm::raw_ostream &answer);

} // namespace sbp

#endif // SBP_QUESTIONS_ANSWERS_H
