/* sbp_runtime.h: running artifacts from any language
 *
 * Opaque handles, status codes, no exceptions. A session runs all ranks of an
 * artifact in this process, or its share of them in a world of several. It
 * belongs to one thread at a time, except for sbp_session_abort; different
 * sessions are independent. Tensors are dense, row-major, little endian; i1 is
 * a byte of 0 or 1, bf16 its 16 bits.
 *
 * The first member of a struct of version 2 is `struct_size`, which the caller
 * sets to sizeof of that struct. A smaller size is that of an older header:
 * members beyond it keep their defaults and are not written. A larger size, or
 * 0, is SBP_USER_ERROR. A zero member means its default.
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

/** The version of this header; sbp_runtime_version has that of the library. */
#define SBP_RUNTIME_VERSION 2

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
  SBP_I1,
  SBP_F8E4M3FN,
  SBP_F8E5M2
} sbp_dtype;

/** A loaded artifact with its states; made by sbp_session_create. */
typedef struct sbp_session sbp_session;

/** The settings of version 1, without `struct_size`. Zero means the default
 * everywhere. */
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
 * it. The handle stays valid as one that is closed: calls with it return
 * SBP_USER_ERROR, 0 or "". Does nothing where `session` is null or closed. */
void sbp_session_destroy(sbp_session *session);
/** The message of the last call on the session that failed; "" where none has,
 * never null, and a text of its own where `session` is null or destroyed. It
 * lives until the next call with the session. */
const char *sbp_session_message(const sbp_session *session);

/** The number of ranks of the artifact. */
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

/* Version 2. Where a function takes an index, `index` counts the inputs or
 * results of an entry, or the states of the model, from 0. */

/** Returns the version of the library: it has all functions of the header of
 * that version and of older ones. */
uint32_t sbp_runtime_version(void);

/** Called once with the `user` of the call that received it, when memory that
 * was lent is no longer used. May be null. */
typedef void (*sbp_release)(void *user);

/** Several processes that run the ranks of a session together; made by
 * sbp_world_create. */
typedef struct sbp_world sbp_world;

/** Receives the status and the cause where another process fails or is lost.
 * Any thread may call it, several times. The step that runs ends then with a
 * failure. It may end the process. */
typedef void (*sbp_failure)(void *user, sbp_status status, const char *message);

/** The settings of a world. */
typedef struct sbp_world_options {
  size_t struct_size;
  uint32_t rank;              /**< the number of this process, with `size` */
  uint32_t size;              /**< 0: what the launcher's environment says */
  uint32_t ranks_per_process; /**< default 1; all in one process */
  double timeout_seconds;     /**< of a silent process; default: no limit */
  sbp_failure on_failure;     /**< may be null */
  void *user;                 /**< passed to `on_failure` */
} sbp_world_options;

/** Connects the processes that mpirun or srun has started, all of which call it
 * together and wait for each other. One process is a world as well. Fails as
 * sbp-run does without MPI or where numbers differ; `*world` is set then too
 * and has the message. */
sbp_status sbp_world_create(const sbp_world_options *options,
                            sbp_world **world);
/** Ends a world after its session was destroyed in all processes, which call it
 * together. The handle stays valid as one that is closed. Does nothing where
 * `world` is null; SBP_USER_ERROR where it is closed, or a process of it has
 * failed: the others end without it then. */
sbp_status sbp_world_destroy(sbp_world *world);
/** The message of the last call with the world that failed, "" where none has.
 */
const char *sbp_world_message(const sbp_world *world);
/** The number of this process, and of all; 0 where the world is closed. */
uint32_t sbp_world_rank(const sbp_world *world);
uint32_t sbp_world_size(const sbp_world *world);

/** Bytes of a process of a world. */
typedef struct sbp_bytes {
  const void *data;
  size_t size;
} sbp_bytes;
/** Gathers `bytes` bytes of every process in all of them, which call it
 * together, between steps. Sets `all`, of as many elements as there are
 * processes, to what each has passed, which lives until the next call with the
 * world. A process passes at most 2 GB divided by the number of processes. */
sbp_status sbp_world_gather(sbp_world *world, const void *data, size_t bytes,
                            sbp_bytes *all);

/** The settings of a session. A world has one session: all its processes open,
 * step and save it together. Each holds the pieces of its own ranks: whole
 * results and states have undefined elements elsewhere, and pieces of other
 * ranks are not read. */
typedef struct sbp_session_options {
  size_t struct_size;
  uint32_t workers;        /**< threads; default: one per core */
  double watchdog_seconds; /**< without progress; default 60; negative: off */
  const uint32_t *gpus;    /**< numbers of the GPUs to use; null: all */
  size_t gpu_count;        /**< the length of `gpus` */
  uint32_t cuda_graph;     /**< 1: later steps are one call for each GPU */
  sbp_world *world;        /**< null: all ranks run in this process */
} sbp_session_options;

/** Does what sbp_session_create does, with all settings. */
sbp_status sbp_session_open(const char *path,
                            const sbp_session_options *options,
                            sbp_session **session);
/** Opens an artifact in memory. `data` is lent until the session ends, also
 * where the call fails; memory that is not aligned to 64 bytes is copied. */
sbp_status sbp_session_open_memory(const void *data, size_t bytes,
                                   sbp_release release, void *user,
                                   const sbp_session_options *options,
                                   sbp_session **session);

/** An input, a result or a state. Texts and shape live as long as the session.
 */
typedef struct sbp_tensor_info {
  size_t struct_size;
  const char *name;
  sbp_dtype dtype;
  uint32_t rank;            /**< the number of dimensions */
  const int64_t *shape;     /**< `rank` extents in elements */
  uint64_t bytes;           /**< size of the global tensor */
  int32_t state;            /**< index of the state that it is; -1: none */
  const char *distribution; /**< "@mesh, [S(0), B]" */
  const char *placement;    /**< the name of its placement, "mesh" */
} sbp_tensor_info;

/** Fill `*info` for an input, a result or a state; a failure leaves it as it
 * is. */
sbp_status sbp_session_input_info(sbp_session *session, uint32_t entry,
                                  uint32_t index, sbp_tensor_info *info);
sbp_status sbp_session_output_info(sbp_session *session, uint32_t entry,
                                   uint32_t index, sbp_tensor_info *info);
sbp_status sbp_session_state_info(sbp_session *session, uint32_t index,
                                  sbp_tensor_info *info);
/** The number of states of the model, those of all entries. */
uint32_t sbp_session_state_count(const sbp_session *session);

/** Do what sbp_session_set_input, _get_output, _set_state and _get_state do, by
 * index. A result that is a state is read from the state. */
sbp_status sbp_session_set_input_at(sbp_session *session, uint32_t entry,
                                    uint32_t index, const void *data,
                                    size_t bytes);
sbp_status sbp_session_get_output_at(sbp_session *session, uint32_t entry,
                                     uint32_t index, void *data, size_t bytes);
sbp_status sbp_session_set_state_at(sbp_session *session, uint32_t index,
                                    const void *data, size_t bytes);
sbp_status sbp_session_get_state_at(sbp_session *session, uint32_t index,
                                    void *data, size_t bytes);
/** Lends the value of an input, which is not copied here: every step of the
 * entry that follows reads it as it is then, straight into the memory of the
 * ranks. It is lent until the input is given another value or the session ends;
 * `release` is called then, and at once where this call fails. */
sbp_status sbp_session_lend_input(sbp_session *session, uint32_t entry,
                                  uint32_t index, const void *data,
                                  size_t bytes, sbp_release release,
                                  void *user);

/** Set `begin` and `end` (as many elements as the tensor has dimensions) to the
 * box of the global tensor that `rank` holds. SBP_USER_ERROR where it holds
 * none. With micro-batches, the box has the size of those of a whole step. */
sbp_status sbp_session_input_box(sbp_session *session, uint32_t entry,
                                 uint32_t index, uint32_t rank, int64_t *begin,
                                 int64_t *end);
sbp_status sbp_session_output_box(sbp_session *session, uint32_t entry,
                                  uint32_t index, uint32_t rank, int64_t *begin,
                                  int64_t *end);
/** Copies `data` to the piece of an input on `rank`, which has the shape of its
 * box. All ranks with a piece are given one before the step. */
sbp_status sbp_session_set_input_piece(sbp_session *session, uint32_t entry,
                                       uint32_t index, uint32_t rank,
                                       const void *data, size_t bytes);
/** Copies the piece of a result on `rank`, its own term of a partial value, to
 * `data`. */
sbp_status sbp_session_get_output_piece(sbp_session *session, uint32_t entry,
                                        uint32_t index, uint32_t rank,
                                        void *data, size_t bytes);

/** The outcome of sbp_session_load_weights. */
typedef struct sbp_weights_report {
  size_t struct_size;
  uint32_t states;  /**< states that were set */
  uint32_t inputs;  /**< inputs of all entries that have a value now */
  uint32_t widened; /**< tensors of a narrower float type than the model's */
  uint32_t unused;  /**< tensors that the model does not have */
} sbp_weights_report;
/** Gives states and inputs the tensors of their names in a safetensors file, an
 * index of such files, or a folder of either. Floats that are narrower than the
 * model's are widened, which is exact. Inputs are read when their entry runs
 * next: the files stay unchanged until then. `report` may be null.
 * SBP_USER_ERROR where a file cannot be read, or a tensor has another type or
 * shape than the model; some states may be set then. */
sbp_status sbp_session_load_weights(sbp_session *session, const char *path,
                                    sbp_weights_report *report);

/** What becomes of a checkpoint that a folder has. */
typedef enum sbp_checkpoint_mode {
  SBP_CHECKPOINT_NEW,    /**< it is SBP_USER_ERROR */
  SBP_CHECKPOINT_RESUME, /**< states are loaded from it */
  SBP_CHECKPOINT_REPLACE /**< the next one that is complete replaces it */
} sbp_checkpoint_mode;
/** Makes or opens the folder of a checkpoint for `entry`, and locks it. `mode`
 * is an sbp_checkpoint_mode. A checkpoint that is resumed was written under any
 * plan of the same model, and `*steps` (may be null) is set to the number of
 * its steps, 0 where there is none. An earlier folder of the session is closed
 * first. */
sbp_status sbp_session_checkpoint_open(sbp_session *session, uint32_t entry,
                                       const char *folder, uint32_t mode,
                                       int64_t *steps);
/** Copies all states and begins to write them as the checkpoint after `steps`
 * steps (at least 1), which replaces the previous one when it is complete. It
 * waits for the previous one. States without a value take their `sbp.init`. */
sbp_status sbp_session_checkpoint_save(sbp_session *session, int64_t steps);
/** Waits until the checkpoint is on the disk. Returns its outcome. */
sbp_status sbp_session_checkpoint_wait(sbp_session *session);
/** Waits, and unlocks the folder. Returns the outcome of the last checkpoint.
 */
sbp_status sbp_session_checkpoint_close(sbp_session *session);

/** Figures of an entry. */
typedef struct sbp_statistics {
  size_t struct_size;
  uint64_t moved_bytes; /**< between ranks in one step, by the plan */
  uint64_t peak_bytes;  /**< of the rank that holds most */
  uint64_t steps;       /**< of the entry that have ended in this session */
} sbp_statistics;
/** Fills `*statistics`; a failure leaves it as it is. */
sbp_status sbp_session_statistics(sbp_session *session, uint32_t entry,
                                  sbp_statistics *statistics);

/** Ends the step that runs, which returns SBP_USER_ERROR with `reason` (null: a
 * text of its own) in its message. The session can then only be destroyed. May
 * be called by any thread, also before a step: the next one fails then. */
sbp_status sbp_session_abort(sbp_session *session, const char *reason);

#ifdef __cplusplus
}
#endif

#endif /* SBP_RUNTIME_H */
