// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-expand-optimizers | FileCheck %s --check-prefix=EXPAND

// Options that have their usual values are left out by the passes, and may be given.
// CHECK-LABEL: func @lion
// CHECK: nn.update "lion" %arg0, %arg1, %arg3 states(%arg2) {options = {beta1 = 5.000000e-01 : f64}} : (tensor<8x4xf32>,
// The update is one op with a result per state.
// EXPAND-LABEL: func @lion
// EXPAND-COUNT-1: linalg.generic
// EXPAND-NOT: linalg.generic
func.func @lion(%w: tensor<8x4xf32>, %g: tensor<8x4xf32>, %m: tensor<8x4xf32>, %rate: tensor<f32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %w1, %m1 = nn.update "lion" %w, %g, %rate states(%m) {options = {beta1 = 0.5 : f64}}
      : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return %w1, %m1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// The moment of a matrix is a vector for its rows and one for its columns; rows are the smaller dimension.
// CHECK-LABEL: func @adafactor
// CHECK: nn.update "adafactor" %arg0, %arg1, %arg5 states(%arg2, %arg3) step(%arg4) {options = {"min-dim-size-to-factor" = 2.000000e+00 : f64}}
// Squares are summed over each of the two dimensions, then over both for the roots of mean squares of move and weight.
// EXPAND-LABEL: func @adafactor
// EXPAND: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%arg1 :
// EXPAND: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%arg1 :
// EXPAND: linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]} ins(%arg1, %{{.+}}, %{{.+}} :
// EXPAND: linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]} ins(%arg0 :
// EXPAND: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%arg1, %{{.+}}, %{{.+}}, %arg0, %{{.+}} :
func.func @adafactor(%w: tensor<8x4xf16>, %g: tensor<8x4xf16>, %r: tensor<4xf32>, %c: tensor<8xf32>, %step: tensor<i64>, %rate: tensor<f32>)
    -> (tensor<8x4xf16>, tensor<4xf32>, tensor<8xf32>) {
  %w1, %r1, %c1 = nn.update "adafactor" %w, %g, %rate states(%r, %c) step(%step) {options = {"min-dim-size-to-factor" = 2.0 : f64}}
      : (tensor<8x4xf16>, tensor<8x4xf16>, tensor<f32>, tensor<4xf32>, tensor<8xf32>, tensor<i64>) -> (tensor<8x4xf16>, tensor<4xf32>, tensor<8xf32>)
  return %w1, %r1, %c1 : tensor<8x4xf16>, tensor<4xf32>, tensor<8xf32>
}

// A matrix that is smaller than that keeps a moment per element.
// CHECK-LABEL: func @unfactored
// CHECK: nn.update "adafactor" %arg0, %arg1, %arg4 states(%arg2) step(%arg3) :
func.func @unfactored(%w: tensor<8x4xf32>, %g: tensor<8x4xf32>, %v: tensor<8x4xf32>, %step: tensor<i64>, %rate: tensor<f32>)
    -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %w1, %v1 = nn.update "adafactor" %w, %g, %rate states(%v) step(%step)
      : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<8x4xf32>, tensor<i64>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return %w1, %v1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// An optimizer with an op of its own may be written so, too: this is what nn.adam becomes.
// EXPAND-LABEL: func @adamw
// EXPAND: math.powf {{.*}} : f64
// EXPAND: %{{.+}}:3 = linalg.generic
func.func @adamw(%w: tensor<4xf32>, %g: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %step: tensor<i64>, %rate: tensor<f32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %w1, %m1, %v1 = nn.update "adamw" %w, %g, %rate states(%m, %v) step(%step) {options = {"weight-decay" = 0.5 : f64}}
      : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<i64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %w1, %m1, %v1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
