/* sbp_runtime.h: running artifacts from any language
 *
 * Opaque handles, status codes, no exceptions. A session runs all ranks of an
 * artifact in this process. It belongs to one thread at a time; different
 * sessions are independent. Tensors are dense, row-major, little endian; i1 is
 * a byte of 0 or 1, bf16 its 16 bits.
 *
 * A null pointer where the comment of a function allows none is refused: a
 * function with a status returns SBP_USER_ERROR, a count is 0, a name is "".
 */
#ifndef SBP_RUNTIME_H
#define SBP_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The exit codes of the command line. */
typedef enum sbp_status {
  SBP_OK = 0,
  SBP_USER_ERROR = 1, /**< wrong artifact, name, size or value */
  SBP_RANK_LOST = 3,
  SBP_WATCHDOG = 4, /**< no progress; the message names rank and task */
  SBP_INTERNAL_ERROR = 70
} sbp_status;

typedef enum sbp_dtype {
  SBP_F64,
  SBP_F32,
  SBP_F16,
  SBP_BF16,
  SBP_I64,
  SBP_I32,
  SBP_I8,
  SBP_I1
} sbp_dtype;

typedef struct sbp_session sbp_session;

/** Zero means the default everywhere. */
typedef struct sbp_options {
  uint32_t workers;        /**< threads; default: one per core */
  double watchdog_seconds; /**< default 60; negative: off */
} sbp_options;

/** Loads and proves an artifact. `options` may be null: all defaults. On
 * failure `*session` is still set (unless `session` is null or memory ran out),
 * and any call with it but sbp_session_message and _destroy fails. */
sbp_status sbp_session_create(const char *path, const sbp_options *options,
                              sbp_session **session);
/** Does nothing where `session` is null. */
void sbp_session_destroy(sbp_session *session);
/** The message of the last call on the session that failed; never null. It
 * lives until the next call with the session. */
const char *sbp_session_message(const sbp_session *session);

uint32_t sbp_session_rank_count(const sbp_session *session);
uint32_t sbp_session_entry_count(const sbp_session *session);
const char *sbp_session_entry_name(const sbp_session *session, uint32_t entry);

/** A global tensor of an entry; `shape` lives as long as the session. */
typedef struct sbp_port {
  const char *name;
  sbp_dtype dtype;
  uint32_t rank;
  const int64_t *shape;
  uint32_t is_state; /**< not fed and not fetched, lives in the session */
} sbp_port;

uint32_t sbp_session_input_count(const sbp_session *session, uint32_t entry);
uint32_t sbp_session_output_count(const sbp_session *session, uint32_t entry);
sbp_status sbp_session_input(sbp_session *session, uint32_t entry,
                             uint32_t index, sbp_port *port);
sbp_status sbp_session_output(sbp_session *session, uint32_t entry,
                              uint32_t index, sbp_port *port);

/** Feeds an input; the value stays until it is fed again. `bytes` is checked.
 * `data` may be null where `bytes` is 0, here and below. */
sbp_status sbp_session_set_input(sbp_session *session, uint32_t entry,
                                 const char *name, const void *data,
                                 size_t bytes);
/** Gives a state its value. One that is never set takes its `sbp.init`. */
sbp_status sbp_session_set_state(sbp_session *session, const char *name,
                                 const void *data, size_t bytes);
/** Runs one step. Where an input was never fed, or a state has no first value,
 * nothing runs and the session is as before. When a step fails that has begun,
 * the session can only be destroyed: other calls return SBP_USER_ERROR. */
sbp_status sbp_session_step(sbp_session *session, uint32_t entry);
/** Reads a result of the last step, which was one of this entry: the results
 * of any other are SBP_USER_ERROR, since entries share memory. */
sbp_status sbp_session_get_output(sbp_session *session, uint32_t entry,
                                  const char *name, void *data, size_t bytes);
sbp_status sbp_session_get_state(sbp_session *session, const char *name,
                                 void *data, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif /* SBP_RUNTIME_H */
