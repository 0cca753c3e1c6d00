// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=lion betas=0.8,0.9 no-decay=b zero=1:dp" | FileCheck %s --check-prefix=LION
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=adafactor:min-dim-size-to-factor=2:decay-rate=0.7 zero=1:dp" | FileCheck %s
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=adafactor:min-dim-size-to-factor=2 zero=1:dp" --sbp-import | FileCheck %s --check-prefix=OPS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=adafactor:rate=1" 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=lion:beta1=1" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=lion:beta1" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=lion epsilon=1e-9" 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=adafactor betas=0.9,0.99" 2>&1 | FileCheck %s --check-prefix=BETAS
// RUN: not sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=adafactor momentum=1" 2>&1 | FileCheck %s --check-prefix=MOMENTUM

// Without weight-decay= the optimizer has its own, 0.001 for lion; a group of parameters has none.
// LION-LABEL: func.func @train
// LION-SAME: sbp.distribution = #sbp.distribution<@m, [S(0), S(1)]>, sbp.init = dense<0.000000e+00> : tensor<6x4xf32>, sbp.state = "w.mean"
// LION: nn.update "lion" %arg1, %{{.+}}, %{{.+}} states(%arg3) {options = {beta1 = {{[0-9.e-]+}} : f64, beta2 = {{[0-9.e-]+}} : f64}}
// LION: nn.update "lion" %arg2, %{{.+}}, %{{.+}} states(%arg4) {options = {beta1 = {{.*}}, "weight-decay" = 0.000000e+00 : f64}}

// Moments of rows have dimension 1 of the 6x4 weight, which tp splits; those of columns dimension 0, which ZeRO splits.
// CHECK-LABEL: func.func @train
// CHECK-SAME: tensor<4xf32> {sbp.distribution = #sbp.distribution<@m, [B, S(0)]>, sbp.init = dense<0.000000e+00> : tensor<4xf32>, sbp.state = "w.rows"}
// CHECK-SAME: tensor<6xf32> {sbp.distribution = #sbp.distribution<@m, [S(0), B]>, sbp.init = dense<0.000000e+00> : tensor<6xf32>, sbp.state = "w.columns"}
// CHECK-SAME: tensor<4xf32> {sbp.distribution = #sbp.distribution<@m, [S(0), B]>, sbp.init = dense<0.000000e+00> : tensor<4xf32>, sbp.state = "b.square"}
// CHECK-SAME: sbp.state = "step"
// CHECK: nn.update "adafactor" %arg1, %{{.+}}, %{{.+}} states(%arg3, %arg4) step(%{{.+}}) {options = {"decay-rate" = {{.*}}, "min-dim-size-to-factor" = 2.000000e+00 : f64}}

// The update is where both states together say: rows and columns of the weight are split.
// OPS-LABEL: func.func @train
// OPS: sbp.constrain %arg1 to #sbp.distribution<@m, [S(0), S(1)]>

// OWN: sbp-add-training: optimizer=adafactor:rate=1: adafactor has no option 'rate'; it has weight-decay, momentum, epsilon, decay-rate,
// RANGE: sbp-add-training: optimizer=lion:beta1{{.*}}: expected a finite number of at least 0 and below 1 for beta1
// LACKS: sbp-add-training: optimizer=lion has no epsilon; it has weight-decay, betas
// BETAS: sbp-add-training: optimizer=adafactor has no betas; it has weight-decay, momentum, epsilon
// MOMENTUM: sbp-add-training: momentum=1.000000e+00: expected a finite number of at least 0 and below 1
sbp.placement @m ["dp" = 2, "tp" = 2]
func.func @main(%x: tensor<6x4xf32> {sbp.name = "x"}, %w: tensor<6x4xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@m, [B, S(1)]>},
                %b: tensor<4xf32> {sbp.name = "b", sbp.distribution = #sbp.distribution<@m, [B, B]>}) -> (tensor<f32> {sbp.name = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%x, %w, %b : tensor<6x4xf32>, tensor<6x4xf32>, tensor<4xf32>) outs(%f : tensor<f32>) {
  ^bb0(%xe: f32, %we: f32, %be: f32, %out: f32):
    %p = arith.mulf %xe, %we : f32
    %s = arith.addf %p, %be : f32
    %q = arith.mulf %s, %s : f32
    %n = arith.addf %out, %q : f32
    linalg.yield %n : f32
  } -> tensor<f32>
  return %loss : tensor<f32>
}
