/* World.c: a session of several processes, from C
 *
 * mpirun -n 2 sbp-c-world MODEL.sbpx [fail]: each process runs one rank, steps
 * twice and prints its piece of the state. With `fail` process 1 ends its
 * session after a step, and process 0 learns it from its next one.
 */
#include <sbp_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void require(const char *message, sbp_status status) {
  if (status == SBP_OK)
    return;
  printf("failed with %d: %s\n", (int)status, message);
  exit((int)status);
}

static void report(void *user, sbp_status status, const char *message) {
  (void)message;
  printf("process %d: reported with status %d\n", *(int *)user, (int)status);
}

static void printPiece(sbp_session *session, uint32_t rank) {
  int64_t begin = 0, end = 0;
  float piece[7] = {0};
  require(sbp_session_message(session),
          sbp_session_output_box(session, 0, 0, rank, &begin, &end));
  require(sbp_session_message(session),
          sbp_session_get_output_piece(session, 0, 0, rank, piece,
                                       (size_t)(end - begin) * 4));
  printf("rank %u has total[%d, %d) = %g ... %g\n", (unsigned)rank, (int)begin,
         (int)end, (double)piece[0], (double)piece[end - begin - 1]);
}

/* Each process passes as many bytes as its number and one more. */
static void gatherNumbers(sbp_world *world, int number) {
  sbp_bytes all[8];
  char text[9] = "aaaaaaaa";
  unsigned count = (unsigned)sbp_world_size(world);
  text[0] = (char)('0' + number);
  require(sbp_world_message(world),
          sbp_world_gather(world, text, (size_t)number + 1, all));
  for (unsigned i = 0; i < count; ++i)
    printf("process %d has %.*s of %u\n", number, (int)all[i].size,
           (const char *)all[i].data, i);
  printf("no bytes: %d\n", (int)sbp_world_gather(world, NULL, 1, all));
}

int main(int argc, char **argv) {
  sbp_world *world = NULL;
  sbp_session *session = NULL;
  sbp_world_options options = {0};
  sbp_session_options settings = {0};
  float a[7] = {1, 2, 3, 4, 5, 6, 7};
  static int number = -1;
  if (argc < 2)
    return 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  options.struct_size = sizeof(options);
  options.on_failure = report;
  options.user = &number;
  sbp_status created = sbp_world_create(&options, &world);
  require(sbp_world_message(world), created);
  number = (int)sbp_world_rank(world);
  settings.struct_size = sizeof(settings);
  settings.world = world;
  sbp_status opened = sbp_session_open(argv[1], &settings, &session);
  require(sbp_session_message(session), opened);
  require("input", sbp_session_set_input_at(session, 0, 1, a, sizeof(a)));
  require("step", sbp_session_step(session, 0));
  if (argc > 2) {
    sbp_bytes all[8]; /* both have ended their first step when all are there */
    require(sbp_world_message(world), sbp_world_gather(world, "x", 1, all));
    if (number == 1)
      require("abort", sbp_session_abort(session, "process 1 gives up"));
    sbp_status status = sbp_session_step(session, 0);
    printf("process %d: step has status %s 0\n", number,
           status == SBP_OK ? "equal to" : "other than");
    while (number == 1) /* the launcher ends it once process 0 has ended */
      pause();
    exit(status == SBP_OK ? 70 : 0);
  }
  require("step", sbp_session_step(session, 0));
  printPiece(session, (uint32_t)number);
  gatherNumbers(world, number);
  sbp_session_destroy(session);
  require(sbp_world_message(world), sbp_world_destroy(world));
  printf("closed: %d, %u processes\n", (int)sbp_world_destroy(world),
         (unsigned)sbp_world_size(world));
  return 0;
}
