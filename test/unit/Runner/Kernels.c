/* Kernels of the test artifacts: a region as the compiler would emit it. */
#include "sbp/Runtime/HostServices.h"

/* out = 2 in; parameter 0: elements. */
void twice(const sbp_host_services *services, void *const *in, void *const *out,
           void *scratch, const int64_t *parameters) {
  for (int64_t i = 0; i < parameters[0]; ++i)
    ((float *)out[0])[i] = 2 * ((const float *)in[0])[i];
}

/* state += in, in place. */
void accumulate(const sbp_host_services *services, void *const *in,
                void *const *out, void *scratch, const int64_t *parameters) {
  for (int64_t i = 0; i < parameters[0]; ++i)
    ((float *)out[0])[i] = ((float *)in[1])[i] + ((const float *)in[0])[i];
}

/* Never comes back. */
void hang(const sbp_host_services *services, void *const *in, void *const *out,
          void *scratch, const int64_t *parameters) {
  for (volatile int i = 0; i < 1; i = 0)
    ;
}

/* Dies. */
void crash(const sbp_host_services *services, void *const *in, void *const *out,
           void *scratch, const int64_t *parameters) {
  __builtin_trap();
}
