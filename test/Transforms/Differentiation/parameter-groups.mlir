// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x betas=0.8,0.95 epsilon=1e-6 weight-decay=0.1 no-decay=vectors groups=head.*:rate-scale=0.1" | FileCheck %s
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x optimizer=sgd momentum=0.9 nesterov rate=0.5 groups=layers.*.weight:weight-decay=0.2:rate=0.25" | FileCheck %s --check-prefix=SGD
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x state-type=parameter" | FileCheck %s --check-prefix=NARROW
// RUN: sbp-opt %s --sbp-add-training="loss=loss data=x fixed=head.weight" | FileCheck %s --check-prefix=FIXED

// Biases do not decay, and the head learns at a tenth of the rate. Moments of f16 parameters are f32.
// CHECK-LABEL: func.func @train
// CHECK-SAME: tensor<4xf32> {sbp.init = dense<0.000000e+00> : tensor<4xf32>, sbp.state = "layers.0.bias.mean"}
// CHECK: nn.adam %arg1, {{.*}}, %arg11 {beta1 = 8.000000e-01 : f64, beta2 = 0.9499{{.*}}, decoupled, epsilon = 9.99{{.*}}E-7 : f64, weight_decay = 1.000000e-01 : f64}
// CHECK: nn.adam %arg2, {{.*}}, %arg11 {beta1 = 8.000000e-01 : f64, beta2 = 0.9499{{.*}}, decoupled, epsilon = 9.99{{.*}}E-7 : f64}
// CHECK: %[[RATE:.+]] = arith.mulf %arg11
// CHECK: nn.adam %arg3, {{.*}}, %[[RATE]] {{{.*}}weight_decay = 1.000000e-01
// SGD-LABEL: func.func @train
// SGD: %[[COMMON:.+]] = arith.constant dense<5.0{{.*}}e-01>
// SGD: %[[OWN:.+]] = arith.constant dense<2.5{{.*}}e-01>
// SGD: nn.sgd %arg1, %{{.+}}, %[[OWN]] momentum %{{.+}} {momentum = 9.000000e-01 : f64, nesterov, weight_decay = 2.000000e-01 : f64}
// SGD: nn.sgd %arg2, %{{.+}}, %[[COMMON]] momentum %{{.+}} {momentum = 9.000000e-01 : f64, nesterov}
// NARROW-LABEL: func.func @train
// NARROW-SAME: tensor<4xf16> {sbp.init = dense<0.000000e+00> : tensor<4xf16>, sbp.state = "layers.0.bias.mean"}
// A fixed weight stays an input and has no moments.
// FIXED-LABEL: func.func @train
// FIXED-NOT: head.weight.mean
// FIXED: nn.gradient %{{.+}} wrt(%arg1, %arg2)
func.func @main(%x: tensor<4xf16> {sbp.name = "x"}, %w: tensor<1x4xf16> {sbp.name = "layers.0.weight"}, %b: tensor<4xf16> {sbp.name = "layers.0.bias"},
                %h: tensor<1x4xf16> {sbp.name = "head.weight"}) -> (tensor<f16> {sbp.name = "loss"}) {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<f16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<f16>) -> tensor<f16>
  %loss = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0, i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (0, i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x, %w, %b, %h : tensor<4xf16>, tensor<1x4xf16>, tensor<4xf16>, tensor<1x4xf16>) outs(%f : tensor<f16>) {
  ^bb0(%xe: f16, %we: f16, %be: f16, %he: f16, %out: f16):
    %p = arith.mulf %xe, %we : f16
    %s = arith.addf %p, %be : f16
    %q = arith.mulf %s, %he : f16
    %n = arith.addf %out, %q : f16
    linalg.yield %n : f16
  } -> tensor<f16>
  return %loss : tensor<f16>
}
