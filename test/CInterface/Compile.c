/* Compile.c: a model compiled from C
 *
 * sbp-c-compiler MODEL.mlir ARTIFACT.sbpx: compiles the model, writes the
 * artifact, adds a training step, and prints phases, diagnostics and the
 * message of every mistake: structs of other sizes, closed handles, null
 * pointers, wrong options and models.
 */
#include <pthread.h>
#include <sbp_compiler.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(sbp_compiler compiler, sbp_compiler_status status) {
  if (status == SBP_COMPILER_OK)
    return;
  printf("failed with %d: %s\n", (int)status, sbp_compiler_message(compiler));
  exit((int)status);
}

static void show(const char *what, sbp_compiler compiler,
                 sbp_compiler_status status) {
  printf("%s: status %d: %s\n", what, (int)status,
         sbp_compiler_message(compiler));
}

static char *readFile(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file)
    exit(1);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*size + 1);
  if (fread(text, 1, *size, file) != *size)
    exit(1);
  fclose(file);
  return text;
}

static void printPhase(void *user, const char *phase, int64_t ops) {
  printf("phase %s, %s\n", phase, ops > 0 ? "ops" : "no ops");
  ++*(int *)user;
}

static void compile(const char *model, size_t size, const char *path) {
  int phases = 0;
  sbp_compiler_options options = {0};
  options.struct_size = sizeof(options);
  options.cpu = "x86-64-v3";
  options.report = SBP_COMPILER_REPORT_JSON;
  options.on_phase = printPhase;
  options.user = &phases;
  sbp_compiler compiler;
  require(0, sbp_compiler_open(&options, &compiler));
  require(compiler, sbp_compiler_compile(compiler, model, size, "model.mlir"));
  printf("%d phases, %u diagnostics, message '%s'\n", phases,
         (unsigned)sbp_compiler_diagnostic_count(compiler),
         sbp_compiler_message(compiler));
  size_t bytes, reported;
  const char *artifact = sbp_compiler_result(compiler, &bytes);
  const char *report = sbp_compiler_report(compiler, &reported);
  printf("report: %s\n",
         report && reported > 100 && report[0] == '{' ? "JSON" : "none");
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(artifact, 1, bytes, file) != bytes)
    exit(1);
  fclose(file);
  require(compiler, sbp_compiler_close(compiler));
  show("closed", compiler,
       sbp_compiler_compile(compiler, model, size, "model.mlir"));
  printf("of a closed one: %d %d %d, %u, %s, %s\n",
         (int)sbp_compiler_close(compiler), (int)sbp_compiler_cancel(compiler),
         (int)sbp_compiler_add_training(compiler, model, size, "m", ""),
         (unsigned)sbp_compiler_diagnostic_count(compiler),
         sbp_compiler_result(compiler, &bytes) ? "a result" : "no result",
         sbp_compiler_report(compiler, NULL) ? "a report" : "no report");
}

/* The options of a program that was built with an older header: the fields from
 * memory_limit on do not exist, and what follows in memory is no option. */
static void useOlderStruct(const char *model, size_t size) {
  size_t older = offsetof(sbp_compiler_options, memory_limit);
  sbp_compiler_options options = {0};
  options.struct_size = older;
  options.cpu = "x86-64-v3";
  /* A member of a struct that is not all there may not be named here. */
  void *given = malloc(older);
  memcpy(given, &options, older);
  sbp_compiler compiler;
  show("an older struct", 0, sbp_compiler_open(given, &compiler));
  free(given);
  require(compiler, sbp_compiler_compile(compiler, model, size, NULL));
  sbp_compiler_close(compiler);
}

static void refuseSizes(void) {
  size_t sizes[] = {0, 4, 12, sizeof(sbp_compiler_options) + 8};
  for (int i = 0; i < 4; ++i) {
    struct {
      sbp_compiler_options options;
      void *unknown;
    } newer = {{0}, NULL};
    newer.options.struct_size = sizes[i];
    sbp_compiler compiler;
    sbp_compiler_status status = sbp_compiler_open(&newer.options, &compiler);
    show("size", compiler, status);
    show("a compilation with it", compiler,
         sbp_compiler_compile(compiler, "", 0, NULL));
    sbp_compiler_close(compiler);
  }
}

static void tryOptions(const char *what, const char *target, uint32_t flags,
                       uint32_t streams, uint32_t report, uint32_t output) {
  sbp_compiler_options options = {0};
  options.struct_size = sizeof(options);
  options.target = target;
  options.flags = flags;
  options.streams = streams;
  options.report = report;
  options.output = output;
  sbp_compiler compiler;
  sbp_compiler_status status = sbp_compiler_open(&options, &compiler);
  show(what, compiler, status);
  sbp_compiler_close(compiler);
}

static void printDiagnostics(sbp_compiler compiler) {
  for (size_t i = 0; i < sbp_compiler_diagnostic_count(compiler); ++i) {
    sbp_compiler_diagnostic diagnostic = {0};
    diagnostic.struct_size = sizeof(diagnostic);
    require(compiler, sbp_compiler_get_diagnostic(compiler, i, &diagnostic));
    printf("diagnostic %u of %d: severity %u at %s:%u:%u: %s\n", (unsigned)i,
           (int)diagnostic.parent, (unsigned)diagnostic.severity,
           diagnostic.file, (unsigned)diagnostic.line,
           (unsigned)diagnostic.column, diagnostic.text);
  }
}

static void compileWrongModels(void) {
  const char *wrong = "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n"
                      "  %y = math.tanh %z : tensor<8xf32>\n"
                      "  return %y : tensor<8xf32>\n"
                      "}\n";
  const char *devices = "sbp.placement @a [\"x\" = 1] on \"host\"\n"
                        "sbp.placement @b [\"x\" = 1] on \"cuda\"\n";
  sbp_compiler compiler;
  require(0, sbp_compiler_open(NULL, &compiler));
  show("a wrong model", compiler,
       sbp_compiler_compile(compiler, wrong, strlen(wrong), "wrong.mlir"));
  printDiagnostics(compiler);
  show("two devices", compiler,
       sbp_compiler_compile(compiler, devices, strlen(devices), NULL));
  printDiagnostics(compiler);
  sbp_compiler_diagnostic older = {0};
  older.struct_size = offsetof(sbp_compiler_diagnostic, file);
  require(compiler, sbp_compiler_get_diagnostic(compiler, 1, &older));
  printf("an older struct: severity %u, line %u, no file: %d\n",
         (unsigned)older.severity, (unsigned)older.line, older.file == NULL);
  older.struct_size = sizeof(older) + 8;
  show("a newer struct", compiler,
       sbp_compiler_get_diagnostic(compiler, 0, &older));
  show("no such diagnostic", compiler,
       (older.struct_size = sizeof(older),
        sbp_compiler_get_diagnostic(compiler, 9, &older)));
  show("no diagnostic", compiler,
       sbp_compiler_get_diagnostic(compiler, 0, NULL));
  show("no text", compiler, sbp_compiler_compile(compiler, NULL, 7, NULL));
  show("no compiler to open", 0, sbp_compiler_open(NULL, NULL));
  sbp_compiler_close(compiler);
}

static void addTraining(void) {
  const char *model =
      "func.func @main(%x: tensor<f32> {sbp.name = \"x\"}, %w: tensor<f32> "
      "{sbp.name = \"w\"}) -> (tensor<f32> {sbp.name = \"loss\"}) {\n"
      "  %y = arith.mulf %x, %w : tensor<f32>\n"
      "  return %y : tensor<f32>\n"
      "}\n";
  sbp_compiler compiler;
  require(0, sbp_compiler_open(NULL, &compiler));
  require(compiler, sbp_compiler_add_training(
                        compiler, model, strlen(model), "model.mlir",
                        "loss=loss data=x optimizer=sgd rate=0.5"));
  size_t size;
  const char *text = sbp_compiler_result(compiler, &size);
  char *copy = malloc(size + 1);
  memcpy(copy, text, size);
  copy[size] = 0;
  printf("the text has a training step: %d\n", strstr(copy, "@train(") != NULL);
  require(compiler, sbp_compiler_compile(compiler, copy, size, "train.mlir"));
  free(copy);
  show("no such loss", compiler,
       sbp_compiler_add_training(compiler, model, strlen(model), "model.mlir",
                                 "loss=gain data=x"));
  show("no such option", compiler,
       sbp_compiler_add_training(compiler, model, strlen(model), "model.mlir",
                                 "lost=loss"));
  sbp_compiler_close(compiler);
}

static void *cancel(void *compiler) {
  sbp_compiler_cancel(*(sbp_compiler *)compiler);
  return NULL;
}

/* Cancels from another thread in the second phase. */
static void cancelInPhase(void *user, const char *phase, int64_t ops) {
  pthread_t thread;
  (void)ops;
  if (strcmp(phase, "distributed"))
    return;
  if (pthread_create(&thread, NULL, cancel, user))
    exit(1);
  pthread_join(thread, NULL);
}

static void *closeIt(void *compiler) {
  sbp_compiler_close(*(sbp_compiler *)compiler);
  return NULL;
}

static void closeInPhase(void *user, const char *phase, int64_t ops) {
  pthread_t thread;
  (void)ops;
  if (strcmp(phase, "local"))
    return;
  if (pthread_create(&thread, NULL, closeIt, user))
    exit(1);
  pthread_join(thread, NULL);
}

static void cancelCompilations(const char *model, size_t size) {
  sbp_compiler compiler;
  sbp_compiler_options options = {0};
  options.struct_size = sizeof(options);
  options.on_phase = cancelInPhase;
  options.user = &compiler;
  require(0, sbp_compiler_open(&options, &compiler));
  show("cancelled", compiler,
       sbp_compiler_compile(compiler, model, size, NULL));
  show("after that", compiler,
       sbp_compiler_compile(compiler, model, size, NULL));
  sbp_compiler_close(compiler);
  options.on_phase = closeInPhase;
  require(0, sbp_compiler_open(&options, &compiler));
  show("closed meanwhile", compiler,
       sbp_compiler_compile(compiler, model, size, NULL));
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  size_t size;
  char *model = readFile(argv[1], &size);
  printf("version %u\n", (unsigned)sbp_compiler_version());
  compile(model, size, argv[2]);
  useOlderStruct(model, size);
  refuseSizes();
  tryOptions("no such target", "abacus", 0, 0, 0, 0);
  tryOptions("no such flag", NULL, 16, 0, 0, 0);
  tryOptions("too many streams", NULL, 0, 9, 0, 0);
  tryOptions("no such report", NULL, 0, 0, 3, 0);
  tryOptions("no such output", NULL, 0, 0, 0, 2);
  compileWrongModels();
  addTraining();
  cancelCompilations(model, size);
  show("never opened", 12345, sbp_compiler_close(12345));
  free(model);
  return 0;
}
