// Linear regression with a gradient written by hand: two entries over one set of states, the samples over four ranks.
// 442 samples do not divide by four; the gradient is a partial sum that one all_reduce per state completes.
sbp.placement @ranks ["dp" = 4]

// One step of gradient descent on the mean squared error: loss of the weights before the step, then the weights after it.
func.func @train(
    %x: tensor<442x10xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@ranks, [S(0)]>},
    %y: tensor<442x1xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@ranks, [S(0)]>},
    %w: tensor<10x1xf32> {sbp.state = "weight", sbp.init = dense<0.0> : tensor<10x1xf32>,
                          sbp.distribution = #sbp.distribution<@ranks, [B]>},
    %b: tensor<1xf32> {sbp.state = "bias", sbp.init = dense<0.0> : tensor<1xf32>,
                       sbp.distribution = #sbp.distribution<@ranks, [B]>})
    -> (tensor<f32> {sbp.name = "loss"}, tensor<10x1xf32> {sbp.state = "weight"}, tensor<1xf32> {sbp.state = "bias"}) {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 442.0 : f32
  %step = arith.constant 0.1 : f32

  // residual = x w + b - y
  %e0 = tensor.empty() : tensor<442x1xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<442x1xf32>) -> tensor<442x1xf32>
  %p = linalg.matmul ins(%x, %w : tensor<442x10xf32>, tensor<10x1xf32>) outs(%f0 : tensor<442x1xf32>) -> tensor<442x1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %b, %y : tensor<442x1xf32>, tensor<1xf32>, tensor<442x1xf32>) outs(%e0 : tensor<442x1xf32>) {
  ^bb0(%pi: f32, %bi: f32, %yi: f32, %out: f32):
    %s = arith.addf %pi, %bi : f32
    %d = arith.subf %s, %yi : f32
    linalg.yield %d : f32
  } -> tensor<442x1xf32>

  // loss = mean(residual^2)
  %e1 = tensor.empty() : tensor<f32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<f32>) -> tensor<f32>
  %squares = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
                             iterator_types = ["reduction", "reduction"]}
      ins(%r : tensor<442x1xf32>) outs(%f1 : tensor<f32>) {
  ^bb0(%ri: f32, %out: f32):
    %s = arith.mulf %ri, %ri : f32
    %a = arith.addf %out, %s : f32
    linalg.yield %a : f32
  } -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%squares : tensor<f32>) outs(%e1 : tensor<f32>) {
  ^bb0(%s: f32, %out: f32):
    %m = arith.divf %s, %count : f32
    linalg.yield %m : f32
  } -> tensor<f32>

  // gradients: 2/n x^T residual and 2/n sum(residual)
  %e2 = tensor.empty() : tensor<10x1xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<10x1xf32>) -> tensor<10x1xf32>
  %gw = linalg.generic {indexing_maps = [affine_map<(k, j, i) -> (i, k)>, affine_map<(k, j, i) -> (i, j)>,
                                         affine_map<(k, j, i) -> (k, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %r : tensor<442x10xf32>, tensor<442x1xf32>) outs(%f2 : tensor<10x1xf32>) {
  ^bb0(%xi: f32, %ri: f32, %out: f32):
    %m = arith.mulf %xi, %ri : f32
    %a = arith.addf %out, %m : f32
    linalg.yield %a : f32
  } -> tensor<10x1xf32>
  %e3 = tensor.empty() : tensor<1xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1xf32>) -> tensor<1xf32>
  %gb = linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>],
                        iterator_types = ["parallel", "reduction"]}
      ins(%r : tensor<442x1xf32>) outs(%f3 : tensor<1xf32>) {
  ^bb0(%ri: f32, %out: f32):
    %a = arith.addf %out, %ri : f32
    linalg.yield %a : f32
  } -> tensor<1xf32>

  // state -= step * gradient, which every rank needs whole
  %gw1 = sbp.constrain %gw to #sbp.distribution<@ranks, [B]> : tensor<10x1xf32>
  %gb1 = sbp.constrain %gb to #sbp.distribution<@ranks, [B]> : tensor<1xf32>
  %two = arith.constant 2.0 : f32
  %w1 = linalg.generic {indexing_maps = [affine_map<(k, j) -> (k, j)>, affine_map<(k, j) -> (k, j)>, affine_map<(k, j) -> (k, j)>],
                        iterator_types = ["parallel", "parallel"]}
      ins(%w, %gw1 : tensor<10x1xf32>, tensor<10x1xf32>) outs(%e2 : tensor<10x1xf32>) {
  ^bb0(%wi: f32, %gi: f32, %out: f32):
    %g2 = arith.mulf %gi, %two : f32
    %mean = arith.divf %g2, %count : f32
    %delta = arith.mulf %mean, %step : f32
    %new = arith.subf %wi, %delta : f32
    linalg.yield %new : f32
  } -> tensor<10x1xf32>
  %b1 = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>, affine_map<(j) -> (j)>, affine_map<(j) -> (j)>],
                        iterator_types = ["parallel"]}
      ins(%b, %gb1 : tensor<1xf32>, tensor<1xf32>) outs(%e3 : tensor<1xf32>) {
  ^bb0(%bi: f32, %gi: f32, %out: f32):
    %g2 = arith.mulf %gi, %two : f32
    %mean = arith.divf %g2, %count : f32
    %delta = arith.mulf %mean, %step : f32
    %new = arith.subf %bi, %delta : f32
    linalg.yield %new : f32
  } -> tensor<1xf32>
  return %loss, %w1, %b1 : tensor<f32>, tensor<10x1xf32>, tensor<1xf32>
}

// The prediction and its mean squared error; reads the states without changing them.
func.func @eval(
    %x: tensor<442x10xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@ranks, [S(0)]>},
    %y: tensor<442x1xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@ranks, [S(0)]>},
    %w: tensor<10x1xf32> {sbp.state = "weight", sbp.init = dense<0.0> : tensor<10x1xf32>,
                          sbp.distribution = #sbp.distribution<@ranks, [B]>},
    %b: tensor<1xf32> {sbp.state = "bias", sbp.init = dense<0.0> : tensor<1xf32>,
                       sbp.distribution = #sbp.distribution<@ranks, [B]>})
    -> (tensor<442x1xf32> {sbp.name = "prediction"}, tensor<f32> {sbp.name = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 442.0 : f32
  %e0 = tensor.empty() : tensor<442x1xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<442x1xf32>) -> tensor<442x1xf32>
  %p = linalg.matmul ins(%x, %w : tensor<442x10xf32>, tensor<10x1xf32>) outs(%f0 : tensor<442x1xf32>) -> tensor<442x1xf32>
  %prediction = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                                iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<442x1xf32>, tensor<1xf32>) outs(%e0 : tensor<442x1xf32>) {
  ^bb0(%pi: f32, %bi: f32, %out: f32):
    %s = arith.addf %pi, %bi : f32
    linalg.yield %s : f32
  } -> tensor<442x1xf32>
  %e1 = tensor.empty() : tensor<f32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<f32>) -> tensor<f32>
  %squares = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
                             iterator_types = ["reduction", "reduction"]}
      ins(%prediction, %y : tensor<442x1xf32>, tensor<442x1xf32>) outs(%f1 : tensor<f32>) {
  ^bb0(%pi: f32, %yi: f32, %out: f32):
    %d = arith.subf %pi, %yi : f32
    %s = arith.mulf %d, %d : f32
    %a = arith.addf %out, %s : f32
    linalg.yield %a : f32
  } -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%squares : tensor<f32>) outs(%e1 : tensor<f32>) {
  ^bb0(%s: f32, %out: f32):
    %m = arith.divf %s, %count : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  return %prediction, %loss : tensor<442x1xf32>, tensor<f32>
}
