/* sbp_compiler.h: compiling models from any language
 *
 * A compiler handle holds options and the results of the last call that
 * compiled. Handles are numbers that are never used twice: a call with one that
 * was closed returns SBP_COMPILER_USER_ERROR, a count of 0 or a null pointer,
 * and its message names the mistake. The library prints nothing, never ends the
 * process and registers no signal handlers; LLVM's own fatal errors, such as
 * exhausted memory, still end it.
 *
 * Calls that compile need the stack of a main thread, 8 MB.
 *
 * Except for sbp_compiler_cancel and sbp_compiler_close, a handle belongs to
 * one thread at a time. Compilations of one process run one after the other: a
 * call waits until those of other threads have returned.
 *
 * A null pointer where the comment of a function allows none is refused.
 * Strings that are passed in are zero-terminated and read by the call alone.
 * What is returned belongs to the handle and lives until the next call with it
 * that compiles, adds a training step or closes.
 *
 * Each struct begins with struct_size, which the caller sets to its sizeof. A
 * program that was built with an older, smaller struct is served as before; a
 * larger one, of a newer header than the library, is refused with a message.
 */
#ifndef SBP_COMPILER_H
#define SBP_COMPILER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header. */
#define SBP_COMPILER_VERSION 1
/** The version of the library. */
uint32_t sbp_compiler_version(void);

typedef enum sbp_compiler_status {
  SBP_COMPILER_OK = 0,
  SBP_COMPILER_USER_ERROR = 1, /**< a wrong model, option, handle or argument */
  SBP_COMPILER_CANCELLED = 2,
  SBP_COMPILER_INTERNAL_ERROR = 70 /**< a fault of the compiler */
} sbp_compiler_status;

/** A compiler; 0 is none. */
typedef uint64_t sbp_compiler;

/** Bits of `flags`, as the flags of sbp-compile. */
enum {
  SBP_COMPILER_EXPLAIN = 1,        /**< adds remarks on every choice */
  SBP_COMPILER_STRICT = 2,         /**< chooses no distribution */
  SBP_COMPILER_WITH_REFERENCE = 4, /**< adds the one-rank program */
  SBP_COMPILER_REPORT_PER_RANK = 8 /**< lists ranks, not classes, beyond 64 */
};
/** Values of `report`. */
enum {
  SBP_COMPILER_NO_REPORT,
  SBP_COMPILER_REPORT_JSON,
  SBP_COMPILER_REPORT_PAGE /**< HTML that displays it */
};
/** Values of `output`. */
enum {
  SBP_COMPILER_ARTIFACT, /**< for sbp_runtime.h and sbp-run */
  SBP_COMPILER_TASKS     /**< level 3 as text */
};

/** The options of a compiler. Zero means the default everywhere; messages name
 * an option by its flag of sbp-compile. */
typedef struct sbp_compiler_options {
  size_t struct_size;   /**< sizeof(sbp_compiler_options) */
  const char *target;   /**< "host" (default) or "cuda" */
  const char *cpu;      /**< "native" (default), "x86-64-v3" or "x86-64-v4" */
  const char *chip;     /**< of GPUs */
  const char *float32;  /**< "exact" (default), "tf32" or "3xtf32" */
  const char *overlap;  /**< "on" (default) or "off" */
  const char *topology; /**< path of a topology file */
  const char *rates;    /**< path, or name of an installed file */
  const char *tuning;   /**< path, or name of an installed file */
  const char *share_folder; /**< holds "rates" and "tuning"; default none */
  int64_t memory_limit;     /**< bytes per rank */
  const int64_t *credits;   /**< per rank of a pipeline; default to choose */
  size_t credit_count;      /**< the number of credits */
  uint32_t streams;         /**< queues of each rank, 1 to 3; default 1 */
  uint32_t flags;           /**< SBP_COMPILER_EXPLAIN | ... */
  uint32_t report;          /**< SBP_COMPILER_NO_REPORT by default */
  uint32_t output;          /**< SBP_COMPILER_ARTIFACT by default */
  /** Called in the thread that compiles when a phase begins on a module of
   * `ops` ops: "model", "distributed", "local", "tasks" or "artifact". May call
   * sbp_compiler_cancel alone; `phase` lives for the call. */
  void (*on_phase)(void *user, const char *phase, int64_t ops);
  void *user; /**< passed to on_phase */
} sbp_compiler_options;

/** Makes a compiler with `options`, which are copied; null means all defaults.
 * The caller passes `*compiler` to sbp_compiler_close, also after a failure: it
 * is set then too, and its message is that of the failure. */
sbp_compiler_status sbp_compiler_open(const sbp_compiler_options *options,
                                      sbp_compiler *compiler);
/** Frees the results. A compilation that runs ends as by sbp_compiler_cancel.
 * Any thread. SBP_COMPILER_USER_ERROR: the handle is not open. */
sbp_compiler_status sbp_compiler_close(sbp_compiler compiler);

/** Compiles the `size` bytes of a model. Diagnostics name it `name`; null means
 * "model". SBP_COMPILER_USER_ERROR: the diagnostics have the errors. */
sbp_compiler_status sbp_compiler_compile(sbp_compiler compiler,
                                         const char *text, size_t size,
                                         const char *name);
/** Adds a training step to a model. `training` has options of the pass
 * sbp-add-training, such as "loss=loss data=x,y optimizer=adamw". The result is
 * the text of the model with the step. */
sbp_compiler_status sbp_compiler_add_training(sbp_compiler compiler,
                                              const char *text, size_t size,
                                              const char *name,
                                              const char *training);
/** Ends the compilation that runs or waits, and every later one of this
 * compiler, with SBP_COMPILER_CANCELLED. Any thread. Passes that have begun run
 * to their end. */
sbp_compiler_status sbp_compiler_cancel(sbp_compiler compiler);

/** The artifact or the text that the last call made, and its size in bytes, if
 * `size` is not null. Null where that call has failed. */
const char *sbp_compiler_result(sbp_compiler compiler, size_t *size);
/** The report of the last compilation, in the same way; null without one. */
const char *sbp_compiler_report(sbp_compiler compiler, size_t *size);

/** The message of the last call with this handle that failed; "" where none
 * has; a text of its own where the handle is not open. Never null. */
const char *sbp_compiler_message(sbp_compiler compiler);

/** Values of `severity`. */
enum {
  SBP_COMPILER_ERROR,
  SBP_COMPILER_WARNING,
  SBP_COMPILER_REMARK,
  SBP_COMPILER_NOTE
};

/** A message of the last call. */
typedef struct sbp_compiler_diagnostic {
  size_t struct_size;    /**< sizeof(sbp_compiler_diagnostic) */
  uint32_t severity;     /**< SBP_COMPILER_ERROR, ... */
  uint32_t line, column; /**< from 1; 0 where they are not known */
  uint32_t of_options;   /**< 1: about options or their files, not the model */
  int64_t parent;        /**< of a note: the index of its message, else -1 */
  const char *file;      /**< "" where it is not known */
  const char *text;
} sbp_compiler_diagnostic;

/** The number of messages of the last call. Notes follow their message. */
size_t sbp_compiler_diagnostic_count(sbp_compiler compiler);
/** Fills `*diagnostic`, of which struct_size is set, with number `index`. */
sbp_compiler_status
sbp_compiler_get_diagnostic(sbp_compiler compiler, size_t index,
                            sbp_compiler_diagnostic *diagnostic);

#ifdef __cplusplus
}
#endif

#endif /* SBP_COMPILER_H */
