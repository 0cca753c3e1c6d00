/* in_compiler.c: compiles a model in this process: in-compiler MODEL ARTIFACT
 */
#include <sbp_compiler.h>
#include <stdio.h>

int main(int argc, char **argv) {
  static char text[1 << 16];
  FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (!file)
    return 1;
  size_t size = fread(text, 1, sizeof(text), file);
  fclose(file);
  sbp_compiler compiler;
  sbp_compiler_status status = sbp_compiler_open(NULL, &compiler);
  if (status == SBP_COMPILER_OK)
    status = sbp_compiler_compile(compiler, text, size, argv[1]);
  if (status == SBP_COMPILER_OK) {
    const char *artifact = sbp_compiler_result(compiler, &size);
    file = fopen(argv[2], "wb");
    if (!file || fwrite(artifact, 1, size, file) != size || fclose(file))
      return 1;
  }
  printf("compiled%s\n", sbp_compiler_message(compiler));
  sbp_compiler_close(compiler);
  return (int)status;
}
