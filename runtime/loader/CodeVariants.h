// CodeVariants.h: code of one artifact for several architectures
#ifndef SBP_RUNTIME_LOADER_CODEVARIANTS_H
#define SBP_RUNTIME_LOADER_CODEVARIANTS_H

#include "PlanVerifier.h"

namespace sbp {

/// Verifies, where the plan has variants of code, that each segment of a GPU
/// states the architecture for which the plan lists it, and that variants have
/// the transfer functions of the first one. The structure of the plan is
/// verified. Fails with the index of the code segment.
Status verifyVariants(const Program &program);

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_CODEVARIANTS_H
