// WidestVectors.h: loops for the widest vectors of the machine
#ifndef SBP_ANALYSIS_COSTNETWORK_WIDESTVECTORS_H
#define SBP_ANALYSIS_COSTNETWORK_WIDESTVECTORS_H

/// Compiles a function for AVX-512, AVX2 and the baseline, and selects one at
/// load time. Sanitizers are not yet initialised when ifunc resolvers run then,
/// so builds with one have the baseline alone.
#if defined(__x86_64__) && !__has_feature(address_sanitizer) &&                \
    !__has_feature(thread_sanitizer) && !__has_feature(memory_sanitizer)
#define SBP_WIDEST                                                             \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SBP_WIDEST
#endif

#endif // SBP_ANALYSIS_COSTNETWORK_WIDESTVECTORS_H
