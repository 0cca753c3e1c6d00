/* in_c.c: three steps of the first entry of an artifact, from C */
#include <sbp_runtime.h>
#include <stdio.h>

int main(int argc, char **argv) {
  float values[7] = {0, 1, 2, 3, 4, 5, 6}, sum = 0;
  sbp_session *session = NULL;
  sbp_status status = sbp_session_create(argv[argc - 1], NULL, &session);
  if (status == SBP_OK)
    status = sbp_session_set_input(session, 0, "a", values, sizeof(values));
  for (int step = 0; step < 3 && status == SBP_OK; ++step)
    status = sbp_session_step(session, 0);
  if (status == SBP_OK)
    status = sbp_session_get_output(session, 0, "sum", &sum, sizeof(sum));
  printf("%u ranks, sum %g%s\n", (unsigned)sbp_session_rank_count(session),
         (double)sum, sbp_session_message(session));
  sbp_session_destroy(session);
  return (int)status;
}
