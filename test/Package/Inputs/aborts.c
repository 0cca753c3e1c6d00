/* aborts.c: a compiler library with a fatal error, as LLVM's that ends the
 * process; only the names of the functions are those of sbp_compiler.h */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int sbp_compiler_open(const void *options, uint64_t *compiler) {
  (void)options;
  *compiler = 1;
  return 0;
}
int sbp_compiler_compile(void) {
  fprintf(stderr, "LLVM ERROR: planted\n");
  abort();
}
void sbp_compiler_close(void) {}
void sbp_compiler_cancel(void) {}
void sbp_compiler_add_training(void) {}
void sbp_compiler_result(void) {}
void sbp_compiler_report(void) {}
void sbp_compiler_message(void) {}
void sbp_compiler_diagnostic_count(void) {}
void sbp_compiler_get_diagnostic(void) {}
