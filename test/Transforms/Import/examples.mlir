// Every example reaches the normal form: linalg, tensor, nn and constants, nothing captured, no calls.
// RUN: sbp-opt --sbp-import %examples/mlp/mlp.mlir | FileCheck %s
// RUN: sbp-opt --sbp-import %examples/gpt/gpt_megatron.mlir | FileCheck %s
// RUN: sbp-opt --sbp-import %examples/gpt/gpt_calls.mlir | FileCheck %s --check-prefixes=CHECK,CALLS
// RUN: sbp-opt --sbp-import %examples/regression/regression.mlir | FileCheck %s
// RUN: sbp-opt --sbp-import %examples/minilm/minilm.mlir | FileCheck %s --check-prefixes=CHECK,MINILM

// RUN: sbp-opt --sbp-import %examples/jax/mlp.mlir | FileCheck %s
// RUN: sbp-opt --sbp-import %examples/jax/train_step.mlir | FileCheck %s --check-prefixes=CHECK,CONCAT

// CHECK-LABEL: func.func {{(public )?}}@
// CONCAT: tensor.concat dim(2)
// CALLS: sbp.layer = 2
// MINILM: nn.gather %{{.+}}, %{{.+}} {axis = 0 : i64} : (tensor<30522x384xf32>, tensor<8x32xi64>) -> tensor<8x32x384xf32>
// CHECK-NOT: tensor.extract{{ }}
// CHECK-NOT: call @
// CHECK-NOT: tensor<{{[^ ]*}}f64>
