/* Version2.c: the functions of version 2 of sbp_runtime.h, from C
 *
 * sbp-c-version2 MODEL.sbpx WEIGHTS FOLDER: opens the artifact from memory,
 * lists its tensors, lends inputs, loads weights, writes a checkpoint into
 * FOLDER and resumes it in a second session, ends a session from another
 * thread, and passes structs of other sizes and handles that are closed.
 */
#include <pthread.h>
#include <sbp_runtime.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(const sbp_session *session, sbp_status status) {
  if (status == SBP_OK)
    return;
  printf("failed with %d: %s\n", (int)status, sbp_session_message(session));
  exit((int)status);
}

static void show(const char *what, const sbp_session *session,
                 sbp_status status) {
  printf("%s: status %d: %s\n", what, (int)status,
         status == SBP_OK ? "" : sbp_session_message(session));
}

static void *readFile(const char *path, size_t *bytes) {
  FILE *file = fopen(path, "rb");
  void *data = NULL;
  if (!file || fseek(file, 0, SEEK_END) != 0)
    exit(70);
  *bytes = (size_t)ftell(file);
  rewind(file);
  data = aligned_alloc(64, (*bytes / 64 + 1) * 64);
  if (!data || fread(data, 1, *bytes, file) != *bytes)
    exit(70);
  fclose(file);
  return data;
}

static void release(void *user) { printf("released %s\n", (char *)user); }

static void printInfo(const char *kind, const sbp_tensor_info *info) {
  printf("  %s %s: %u dims, %u bytes, state %d, %s on %s\n", kind, info->name,
         (unsigned)info->rank, (unsigned)info->bytes, (int)info->state,
         info->distribution, info->placement);
}

static void listTensors(sbp_session *session) {
  sbp_tensor_info info = {0};
  info.struct_size = sizeof(info);
  for (uint32_t e = 0; e < sbp_session_entry_count(session); ++e) {
    printf("entry %s\n", sbp_session_entry_name(session, e));
    for (uint32_t i = 0; i < sbp_session_input_count(session, e); ++i) {
      require(session, sbp_session_input_info(session, e, i, &info));
      printInfo("input", &info);
    }
    for (uint32_t i = 0; i < sbp_session_output_count(session, e); ++i) {
      require(session, sbp_session_output_info(session, e, i, &info));
      printInfo("output", &info);
    }
  }
  for (uint32_t s = 0; s < sbp_session_state_count(session); ++s) {
    require(session, sbp_session_state_info(session, s, &info));
    printInfo("state", &info);
  }
}

static float stepAndSum(sbp_session *session) {
  float sum = 0;
  require(session, sbp_session_step(session, 0));
  require(session, sbp_session_get_output_at(session, 0, 1, &sum, 4));
  return sum;
}

/* The memory is read by every step as it is then, and given back later. */
static void lendInputs(sbp_session *session) {
  float a[7] = {1, 1, 1, 1, 1, 1, 1}, b[7] = {0}, total[7];
  require(session, sbp_session_lend_input(session, 0, 1, a, sizeof(a), release,
                                          (void *)"a"));
  printf("sum %g\n", (double)stepAndSum(session));
  a[0] = 11;
  printf("sum %g\n", (double)stepAndSum(session));
  require(session, sbp_session_lend_input(session, 0, 1, b, sizeof(b), release,
                                          (void *)"b"));
  printf("sum %g\n", (double)stepAndSum(session));
  require(session, sbp_session_get_state_at(session, 0, total, sizeof(total)));
  printf("total %g %g\n", (double)total[0], (double)total[6]);
  show("lend too few bytes", session,
       sbp_session_lend_input(session, 0, 1, a, 3, release, (void *)"c"));
  show("lend a state", session,
       sbp_session_lend_input(session, 0, 0, a, sizeof(a), release,
                              (void *)"d"));
  require(session, sbp_session_set_input_at(session, 0, 1, a, sizeof(a)));
}

static void exchangePieces(sbp_session *session) {
  float piece[7] = {1, 2, 3, 4, 5, 6, 7};
  for (uint32_t rank = 0; rank < sbp_session_rank_count(session); ++rank) {
    int64_t begin = -1, end = -1;
    require(session, sbp_session_output_box(session, 0, 0, rank, &begin, &end));
    require(session, sbp_session_get_output_piece(session, 0, 0, rank, piece,
                                                  (size_t)(end - begin) * 4));
    printf("rank %u has total[%d, %d), first %g\n", (unsigned)rank, (int)begin,
           (int)end, (double)piece[0]);
    require(session, sbp_session_input_box(session, 0, 1, rank, &begin, &end));
    require(session, sbp_session_set_input_piece(session, 0, 1, rank, piece,
                                                 (size_t)(end - begin) * 4));
  }
  require(session, sbp_session_step(session, 0));
  show("a piece of no rank", session,
       sbp_session_set_input_piece(session, 0, 1, 9, piece, 4));
  show("a wrong piece", session,
       sbp_session_set_input_piece(session, 0, 1, 0, piece, 1));
}

static void loadWeights(sbp_session *session, const char *path) {
  sbp_weights_report report = {0};
  float total[7];
  report.struct_size = sizeof(report);
  require(session, sbp_session_load_weights(session, path, &report));
  printf("weights: %u states, %u inputs, %u widened, %u unused\n",
         (unsigned)report.states, (unsigned)report.inputs,
         (unsigned)report.widened, (unsigned)report.unused);
  require(session, sbp_session_get_state_at(session, 0, total, sizeof(total)));
  printf("total %g %g\n", (double)total[0], (double)total[6]);
  printf("sum %g\n", (double)stepAndSum(session));
  show("no weights", session,
       sbp_session_load_weights(session, "no/such", NULL));
}

static void writeCheckpoint(sbp_session *session, const char *folder) {
  int64_t steps = -1;
  show("save without a folder", session,
       sbp_session_checkpoint_save(session, 1));
  require(session, sbp_session_checkpoint_open(session, 0, folder, 0, &steps));
  printf("checkpoint at %d\n", (int)steps);
  require(session, sbp_session_checkpoint_save(session, 5));
  require(session, sbp_session_checkpoint_wait(session));
  require(session, sbp_session_checkpoint_save(session, 6));
  require(session, sbp_session_checkpoint_close(session));
  show("open it again", session,
       sbp_session_checkpoint_open(session, 0, "", 0, NULL));
}

/* Another session goes on with the states of the first, bit for bit. */
static void resumeCheckpoint(sbp_session *first, const char *path,
                             const char *folder) {
  sbp_session *session = NULL;
  int64_t steps = -1;
  float before[7], after[7];
  require(session, sbp_session_open(path, NULL, &session));
  show("a checkpoint is there", session,
       sbp_session_checkpoint_open(session, 0, folder, 0, NULL));
  require(session, sbp_session_checkpoint_open(session, 0, folder, 1, &steps));
  require(first, sbp_session_get_state_at(first, 0, before, sizeof(before)));
  require(session, sbp_session_get_state_at(session, 0, after, sizeof(after)));
  printf("resumed at %d, states are %s\n", (int)steps,
         memcmp(before, after, sizeof(after)) == 0 ? "equal" : "different");
  require(session, sbp_session_checkpoint_open(session, 0, folder,
                                               SBP_CHECKPOINT_REPLACE, &steps));
  require(session, sbp_session_checkpoint_save(session, 2));
  require(session, sbp_session_checkpoint_close(session));
  show("no mode", session,
       sbp_session_checkpoint_open(session, 0, folder, 3, &steps));
  require(session, sbp_session_checkpoint_open(session, 0, folder,
                                               SBP_CHECKPOINT_RESUME, &steps));
  printf("replaced: resumed at %d\n", (int)steps);
  sbp_session_destroy(session);
}

/* Members beyond the size of an older header keep their defaults. */
static void passOtherSizes(const char *path) {
  sbp_session *session = NULL;
  sbp_session_options options = {0};
  sbp_tensor_info info = {0};
  sbp_statistics statistics = {0};
  options.struct_size = offsetof(sbp_session_options, watchdog_seconds);
  options.workers = 1;
  options.cuda_graph = 1; /* not read: beyond the size */
  require(session, sbp_session_open(path, &options, &session));
  info.struct_size = offsetof(sbp_tensor_info, bytes);
  info.bytes = 42;
  require(session, sbp_session_state_info(session, 0, &info));
  printf("an older info: %s, %u bytes\n", info.name, (unsigned)info.bytes);
  info.struct_size = sizeof(info) + 8;
  show("a larger info", session, sbp_session_state_info(session, 0, &info));
  info.struct_size = 0;
  show("an info without size", session,
       sbp_session_state_info(session, 0, &info));
  statistics.struct_size = sizeof(statistics);
  require(session, sbp_session_statistics(session, 0, &statistics));
  printf("%u steps, moves %u bytes\n", (unsigned)statistics.steps,
         (unsigned)statistics.moved_bytes);
  sbp_session_destroy(session);
  options.struct_size = sizeof(options) + 1;
  sbp_status status = sbp_session_open(path, &options, &session);
  show("larger options", session, status);
  sbp_session_destroy(session);
}

static void *endStep(void *session) {
  require(session, sbp_session_abort(session, "ended by a thread"));
  return NULL;
}

/* One session fails, the other goes on; a closed handle is refused. */
static void failBesideAnother(sbp_session *other, const char *path) {
  sbp_session *session = NULL;
  float a[7] = {0};
  pthread_t thread;
  require(session, sbp_session_open(path, NULL, &session));
  require(session, sbp_session_set_input_at(session, 0, 1, a, sizeof(a)));
  if (pthread_create(&thread, NULL, endStep, session) != 0)
    exit(70);
  pthread_join(thread, NULL);
  show("aborted", session, sbp_session_step(session, 0));
  show("again", session, sbp_session_step(session, 0));
  require(other, sbp_session_step(other, 0));
  printf("the other session goes on\n");
  sbp_session_destroy(session);
  sbp_session_destroy(session);
  show("closed", session, sbp_session_step(session, 0));
  printf("closed: abort %d, %u ranks, %u states\n",
         (int)sbp_session_abort(session, NULL),
         (unsigned)sbp_session_rank_count(session),
         (unsigned)sbp_session_state_count(session));
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 1;
  size_t bytes = 0;
  void *artifact = readFile(argv[1], &bytes);
  sbp_session *session = NULL;
  printf("version %u of %d\n", (unsigned)sbp_runtime_version(),
         SBP_RUNTIME_VERSION);
  require(session,
          sbp_session_open_memory(artifact, bytes, release,
                                  (void *)"the artifact", NULL, &session));
  listTensors(session);
  lendInputs(session);
  exchangePieces(session);
  loadWeights(session, argv[2]);
  writeCheckpoint(session, argv[3]);
  resumeCheckpoint(session, argv[1], argv[3]);
  passOtherSizes(argv[1]);
  failBesideAnother(session, argv[1]);
  sbp_session_destroy(session);
  sbp_status status = sbp_session_open_memory((char *)artifact + 1, 4, release,
                                              (void *)"none", NULL, &session);
  show("no artifact", session, status);
  sbp_session_destroy(session);
  free(artifact);
  return 0;
}
