/* CInterface.c: an artifact run from C
 *
 * sbp-c-interface MODEL.sbpx: lists entries and ports, feeds small numbers,
 * runs three steps of every entry and prints results and states. Then asks for
 * what does not exist, for results of entries that did not run last, and gives
 * null pointers: every mistake is a status and a message.
 */
#include <sbp_runtime.h>
#include <stdio.h>
#include <stdlib.h>

static size_t countElements(const sbp_port *port) {
  size_t count = 1;
  for (uint32_t d = 0; d < port->rank; ++d)
    count *= (size_t)port->shape[d];
  return count;
}

static void require(const sbp_session *session, sbp_status status) {
  if (status == SBP_OK)
    return;
  printf("failed with %d: %s\n", (int)status, sbp_session_message(session));
  exit((int)status);
}

static void show(const char *what, const sbp_session *session,
                 sbp_status status) {
  printf("%s: status %d: %s\n", what, (int)status,
         sbp_session_message(session));
}

static void printPort(const char *kind, const sbp_port *port) {
  printf("  %s %s:", kind, port->name);
  for (uint32_t d = 0; d < port->rank; ++d)
    printf(" %lld", (long long)port->shape[d]);
  printf("%s%s\n", port->dtype == SBP_F32 ? " f32" : " not f32",
         port->is_state ? " state" : "");
}

static void printValues(const char *name, const float *values, size_t count) {
  printf("  %s =", name);
  for (size_t i = 0; i < count; ++i)
    printf(" %g", (double)values[i]);
  printf("\n");
}

/* Element i of every input is i. */
static void feed(sbp_session *session, uint32_t entry) {
  for (uint32_t i = 0; i < sbp_session_input_count(session, entry); ++i) {
    sbp_port port;
    require(session, sbp_session_input(session, entry, i, &port));
    printPort("input", &port);
    if (port.is_state)
      continue;
    size_t count = countElements(&port);
    float *values = malloc((count + 1) * sizeof(float));
    for (size_t k = 0; k < count; ++k)
      values[k] = (float)k;
    require(session, sbp_session_set_input(session, entry, port.name, values,
                                           count * sizeof(float)));
    free(values);
  }
}

static void fetch(sbp_session *session, uint32_t entry) {
  for (uint32_t i = 0; i < sbp_session_output_count(session, entry); ++i) {
    sbp_port port;
    require(session, sbp_session_output(session, entry, i, &port));
    printPort("output", &port);
    size_t count = countElements(&port), bytes = count * sizeof(float);
    float *values = malloc(bytes + sizeof(float));
    require(
        session,
        port.is_state
            ? sbp_session_get_state(session, port.name, values, bytes)
            : sbp_session_get_output(session, entry, port.name, values, bytes));
    printValues(port.name, values, count);
    free(values);
  }
}

static void makeMistakes(sbp_session *session) {
  float values[64] = {0};
  sbp_port port;
  show("no such entry", session, sbp_session_step(session, 99));
  show("no such input", session,
       sbp_session_set_input(session, 0, "nonsense", values, sizeof(values)));
  show("wrong size", session,
       sbp_session_set_input(session, 0, "a", values, 3));
  show("null name", session,
       sbp_session_set_input(session, 0, NULL, values, sizeof(values)));
  show("null data", session,
       sbp_session_set_input(session, 0, "a", NULL, 7 * sizeof(float)));
  show("no such output", session,
       sbp_session_get_output(session, 0, "a", values, sizeof(values)));
  show("no such state", session,
       sbp_session_get_state(session, "nonsense", values, sizeof(values)));
  show("no such port", session, sbp_session_input(session, 0, 99, &port));
}

static void readResult(sbp_session *session, uint32_t entry, const char *name,
                       size_t count) {
  float values[64] = {0};
  sbp_status status = sbp_session_get_output(session, entry, name, values,
                                             count * sizeof(float));
  if (status == SBP_OK)
    printf("%s of entry %u: %g\n", name, (unsigned)entry, (double)values[0]);
  else
    show(name, session, status);
}

/* Results are those of the last entry that ran, and there are none before. */
static void readOtherEntries(const char *path) {
  sbp_session *session = NULL;
  float a[7] = {1, 2, 3, 4, 5, 6, 7};
  require(session, sbp_session_create(path, NULL, &session));
  readResult(session, 0, "sum", 1);
  require(session, sbp_session_set_input(session, 0, "a", a, sizeof(a)));
  readResult(session, 0, "sum", 1);
  require(session, sbp_session_step(session, 0));
  readResult(session, 0, "sum", 1);
  readResult(session, 1, "twice", 7);
  require(session, sbp_session_step(session, 1));
  readResult(session, 0, "sum", 1);
  readResult(session, 1, "twice", 7);
  require(session, sbp_session_step(session, 0));
  readResult(session, 0, "sum", 1);
  sbp_session_destroy(session);
}

/* Null pointers for all that functions take. */
static void giveNullPointers(sbp_session *session) {
  float value = 0;
  sbp_port port;
  printf("no session to create: status %d\n",
         (int)sbp_session_create("", NULL, NULL));
  printf("no session: %s; %u ranks, %u entries, %u inputs, %u outputs, '%s'\n",
         sbp_session_message(NULL), (unsigned)sbp_session_rank_count(NULL),
         (unsigned)sbp_session_entry_count(NULL),
         (unsigned)sbp_session_input_count(NULL, 0),
         (unsigned)sbp_session_output_count(NULL, 0),
         sbp_session_entry_name(NULL, 0));
  printf("calls with it: %d %d %d %d %d %d %d\n",
         (int)sbp_session_input(NULL, 0, 0, &port),
         (int)sbp_session_output(NULL, 0, 0, &port),
         (int)sbp_session_set_input(NULL, 0, "a", &value, 4),
         (int)sbp_session_set_state(NULL, "total", &value, 4),
         (int)sbp_session_step(NULL, 0),
         (int)sbp_session_get_output(NULL, 0, "sum", &value, 4),
         (int)sbp_session_get_state(NULL, "total", &value, 4));
  sbp_session_destroy(NULL);
  show("null port of an input", session,
       sbp_session_input(session, 0, 0, NULL));
  show("null port of an output", session,
       sbp_session_output(session, 0, 0, NULL));
  show("null name of an output", session,
       sbp_session_get_output(session, 0, NULL, &value, sizeof(value)));
  show("null data of an output", session,
       sbp_session_get_output(session, 0, "sum", NULL, sizeof(value)));
  show("null name of a state", session,
       sbp_session_set_state(session, NULL, &value, sizeof(value)));
  show("null data of a state", session,
       sbp_session_get_state(session, "total", NULL, 7 * sizeof(value)));
}

/* A session that could not be created still answers. */
static void openWrongly(const char *path) {
  sbp_session *session = NULL;
  sbp_status status = sbp_session_create(path, NULL, &session);
  show(path ? "not an artifact" : "no path", session, status);
  printf("it has %u ranks, %u entries, first '%s'\n",
         (unsigned)sbp_session_rank_count(session),
         (unsigned)sbp_session_entry_count(session),
         sbp_session_entry_name(session, 0));
  show("a step of it", session, sbp_session_step(session, 0));
  sbp_session_destroy(session);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  sbp_options options = {2, 30.0};
  sbp_session *session = NULL;
  require(session, sbp_session_create(argv[1], &options, &session));
  printf("%u ranks\n", (unsigned)sbp_session_rank_count(session));
  show("nothing fed", session, sbp_session_step(session, 0));
  for (uint32_t e = 0; e < sbp_session_entry_count(session); ++e) {
    printf("entry %s\n", sbp_session_entry_name(session, e));
    feed(session, e);
    for (int step = 0; step < 3; ++step)
      require(session, sbp_session_step(session, e));
    fetch(session, e);
  }
  makeMistakes(session);
  giveNullPointers(session);
  sbp_session_destroy(session);
  openWrongly(argv[0]);
  openWrongly(NULL);
  readOtherEntries(argv[1]);
  return 0;
}
