// RUN: sbp-opt %s --sbp-expand-optimizers --split-input-file | FileCheck %s

// Plain gradient descent is one elementwise op.
// CHECK-LABEL: func @sgd
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1, %arg2 :
// CHECK: %[[STEP:.+]] = arith.mulf
// CHECK: arith.subf %{{.*}}, %[[STEP]]
// CHECK-NOT: nn.sgd
func.func @sgd(%w: tensor<4xf32>, %g: tensor<4xf32>, %rate: tensor<f32>) -> tensor<4xf32> {
  %w1 = nn.sgd %w, %g, %rate : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

// Weight and gradient are read as the states of the optimizer are stored; a momentum has a result of its own.
// CHECK-LABEL: func @momentum
// CHECK: %[[W:.+]] = sbp.constrain %arg0 to #sbp.distribution<@m, [S(0)]>
// CHECK: %[[G:.+]] = sbp.constrain %arg1 to #sbp.distribution<@m, [S(0)]>
// CHECK: %{{.+}}:2 = linalg.generic {{.*}} ins(%[[W]], %[[G]], %arg2, %arg3 :
sbp.placement @m ["dp" = 2]
func.func @momentum(%w: tensor<4xf32>, %g: tensor<4xf32>, %rate: tensor<f32>,
                    %m: tensor<4xf32> {sbp.distribution = #sbp.distribution<@m, [S(0)]>}) -> (tensor<4xf32>, tensor<4xf32>) {
  %w1, %m1 = nn.sgd %w, %g, %rate momentum %m {momentum = 0.9 : f64, nesterov}
      : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %w1, %m1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The corrections of Adam are two numbers in f64; the update is one op with three results.
// CHECK-LABEL: func @adam
// CHECK: linalg.generic {{.*}} iterator_types = []
// CHECK: math.powf {{.*}} : f64
// CHECK: %{{.+}}:3 = linalg.generic
func.func @adam(%w: tensor<4xf32>, %g: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %step: tensor<i64>, %rate: tensor<f32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %w1, %m1, %v1 = nn.adam %w, %g, %m, %v, %step, %rate {weight_decay = 0.1 : f64, decoupled}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i64>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %w1, %m1, %v1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Each gradient is scaled where it is: of the others it reads one number.
// CHECK-LABEL: func @clip
// CHECK: linalg.generic {{.*}} ins(%arg0 :{{.*}}sbp.placement = @a}
// CHECK: linalg.generic {{.*}} ins(%arg1 :{{.*}}sbp.placement = @b}
// CHECK: linalg.generic {{.*}} ins(%arg0, %{{.+}} :{{.*}}sbp.placement = @a}
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @clip(%g0: tensor<4xf32> {sbp.distribution = #sbp.distribution<@a, [B]>},
                %g1: tensor<2x3xf32> {sbp.distribution = #sbp.distribution<@b, [B]>}) -> (tensor<4xf32>, tensor<2x3xf32>, tensor<f32>) {
  %c:2, %norm = nn.clip_by_global_norm %g0, %g1 {max_norm = 1.0 : f64} : (tensor<4xf32>, tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>, tensor<f32>)
  return %c#0, %c#1, %norm : tensor<4xf32>, tensor<2x3xf32>, tensor<f32>
}

// -----

// The squares of one placement are added there, and the norm reads one number of each placement: partial sums are reduced once.
// CHECK-LABEL: func @clip_many
// CHECK: %[[Q0:.+]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK: %[[Q1:.+]] = linalg.generic {{.*}} ins(%arg1 :
// CHECK: %[[Q2:.+]] = linalg.generic {{.*}} ins(%arg2 :
// CHECK: %[[SUM:.+]] = linalg.generic {{.*}} ins(%[[Q0]], %[[Q2]] :{{.*}}sbp.placement = @a}
// CHECK: linalg.generic {{.*}} ins(%[[SUM]], %[[Q1]] :{{.*}}sbp.placement = @a}
// CHECK: math.sqrt
sbp.placement @a ["x" = 2]
sbp.placement @b ["x" = 2] ranks [2, 3]
func.func @clip_many(%g0: tensor<4xf32> {sbp.distribution = #sbp.distribution<@a, [B]>},
                     %g1: tensor<2x3xf32> {sbp.distribution = #sbp.distribution<@b, [B]>},
                     %g2: tensor<5xf32> {sbp.distribution = #sbp.distribution<@a, [B]>}) -> tensor<f32> {
  %c:3, %norm = nn.clip_by_global_norm %g0, %g1, %g2 {max_norm = 1.0 : f64}
      : (tensor<4xf32>, tensor<2x3xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<2x3xf32>, tensor<5xf32>, tensor<f32>)
  return %norm : tensor<f32>
}
