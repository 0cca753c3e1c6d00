/* sbp_runtime.h: running artifacts from any language
 *
 * Opaque handles, status codes, no exceptions. A session runs all ranks of an
 * artifact in this process. It belongs to one thread at a time; different
 * sessions are independent. Tensors are dense, row-major, little endian; i1 is
 * a byte of 0 or 1, bf16 its 16 bits.
 *
 * A null pointer where the comment of a function allows none is refused: a
 * function with a status returns SBP_USER_ERROR, a count is 0, a name is "". An
 * unknown name and an entry or index beyond its count give the same. Strings
 * are zero-terminated; those that are returned belong to the session and live
 * until its end unless a comment states less. Memory that is passed in is read
 * or filled by the call alone.
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
  SBP_USER_ERROR = 1,     /**< wrong artifact, name, size or value */
  SBP_RANK_LOST = 3,      /**< a process that owns ranks is gone */
  SBP_WATCHDOG = 4,       /**< no progress; the message names rank and task */
  SBP_INTERNAL_ERROR = 70 /**< a fault of the compiler or the runtime */
} sbp_status;

/** The element types: 8, 4, 2, 2, 8, 4, 1 and 1 bytes per element. */
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

/** A loaded artifact with its states; made by sbp_session_create. */
typedef struct sbp_session sbp_session;

/** Zero means the default everywhere. */
typedef struct sbp_options {
  uint32_t workers; /**< threads; default: one per core, at most one per rank */
  double watchdog_seconds; /**< without progress; default 60; negative: off */
} sbp_options;

/** Loads and proves the artifact in the file `path`. `options` may be null: all
 * defaults. The caller owns `*session` and passes it to sbp_session_destroy,
 * also after a failure: it is still set then (null where memory ran out), its
 * counts are 0, its message is that of the failure, and every call with a
 * status fails. SBP_USER_ERROR: the file cannot be read, or it is no artifact
 * that this runtime accepts. */
sbp_status sbp_session_create(const char *path, const sbp_options *options,
                              sbp_session **session);
/** Ends a session and frees its memory; its tensors, names and shapes end with
 * it. Does nothing where `session` is null. */
void sbp_session_destroy(sbp_session *session);
/** The message of the last call on the session that failed; "" where none has,
 * never null, and a text of its own where `session` is null. It lives until the
 * next call with the session. */
const char *sbp_session_message(const sbp_session *session);

/** The number of ranks of the artifact, all of which run in this process. */
uint32_t sbp_session_rank_count(const sbp_session *session);
/** The number of entries of the model; an `entry` below is less than it. */
uint32_t sbp_session_entry_count(const sbp_session *session);
/** The name of an entry in the model. */
const char *sbp_session_entry_name(const sbp_session *session, uint32_t entry);

/** A global tensor of an entry; `name` and `shape` live as long as the session.
 */
typedef struct sbp_port {
  const char *name;
  sbp_dtype dtype;
  uint32_t rank;        /**< the number of dimensions */
  const int64_t *shape; /**< `rank` extents in elements */
  uint32_t is_state;    /**< 1: not fed and not fetched, lives in the session */
} sbp_port;

/** The number of inputs of an entry, states included. */
uint32_t sbp_session_input_count(const sbp_session *session, uint32_t entry);
/** The number of results of an entry, next values of states included. */
uint32_t sbp_session_output_count(const sbp_session *session, uint32_t entry);
/** Fills `*port` with input number `index`; a failure leaves it unchanged. */
sbp_status sbp_session_input(sbp_session *session, uint32_t entry,
                             uint32_t index, sbp_port *port);
/** Fills `*port` with result number `index`, unless it fails. */
sbp_status sbp_session_output(sbp_session *session, uint32_t entry,
                              uint32_t index, sbp_port *port);

/** Copies `data` to an input that is no state; the value stays until it is fed
 * again. `bytes` is the size of the whole tensor: any other is SBP_USER_ERROR.
 * `data` may be null where `bytes` is 0, here and below. */
sbp_status sbp_session_set_input(sbp_session *session, uint32_t entry,
                                 const char *name, const void *data,
                                 size_t bytes);
/** Copies `data` to a state, which all entries share. One that is never set
 * takes its `sbp.init`. */
sbp_status sbp_session_set_state(sbp_session *session, const char *name,
                                 const void *data, size_t bytes);
/** Runs one step and returns when all ranks have ended it. Where an input was
 * never fed, or a state has no first value, it returns SBP_USER_ERROR, and
 * nothing runs. When a step fails that has begun, the session can run and store
 * nothing more: calls that step, set or get return SBP_USER_ERROR, while
 * counts, names, ports and the message remain. */
sbp_status sbp_session_step(sbp_session *session, uint32_t entry);
/** Copies a result of the last step to `data`. `bytes` is its whole size. The
 * last step was one of this entry: the results of any other are SBP_USER_ERROR,
 * since entries share memory. */
sbp_status sbp_session_get_output(sbp_session *session, uint32_t entry,
                                  const char *name, void *data, size_t bytes);
/** Copies the value of a state, as the last step left it, to `data`. `bytes` is
 * the size of the whole state. A state that was never set has no defined value
 * before the first step of an entry that uses it. */
sbp_status sbp_session_get_state(sbp_session *session, const char *name,
                                 void *data, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif /* SBP_RUNTIME_H */
