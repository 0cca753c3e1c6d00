"""Small models whose plans have everything that plans have, for mutation."""

MLP = """sbp.placement @mesh ["dp" = 2, "tp" = 2] ranks [2, 0, 3, 1]
func.func @main(%x: tensor<5x6xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>},
                %w1: tensor<6x8xf32> {sbp.name = "w1", sbp.distribution = #sbp.distribution<@mesh, [B, S(1)]>},
                %w2: tensor<8x6xf32> {sbp.name = "w2", sbp.distribution = #sbp.distribution<@mesh, [B, S(0)]>})
    -> (tensor<5x6xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [S(0), B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %h = linalg.matmul ins(%x, %w1 : tensor<5x6xf32>, tensor<6x8xf32>) outs(%f : tensor<5x8xf32>) -> tensor<5x8xf32>
  %t = math.tanh %h : tensor<5x8xf32>
  %e2 = tensor.empty() : tensor<5x6xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %y = linalg.matmul ins(%t, %w2 : tensor<5x8xf32>, tensor<8x6xf32>) outs(%f2 : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %y : tensor<5x6xf32>
}
"""

# A table split by rows (offsets are parameters of kernels), a constant of its own, positions from linalg.index.
LOOKUP = """sbp.placement @p ["x" = 3] ranks [4, 0, 2]
func.func @main(%table: tensor<7x6xf32> {sbp.name = "table", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                %ids: tensor<5xi64> {sbp.name = "ids", sbp.distribution = #sbp.distribution<@p, [B]>})
    -> (tensor<5x6xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [S(0)]>}) {
  %c = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2.0, 4.0, 3.5, 4.0, 5.0, 6.0], [3.0, 8.0, 3.0, 4.0, 5.0, 6.0],
                             [4.0, 9.0, 3.0, 4.0, 5.5, 6.0], [5.0, 2.0, 3.0, 4.0, 5.0, 6.0]]> : tensor<5x6xf32>
  %rows = nn.gather %table, %ids {axis = 0 : i64} : (tensor<7x6xf32>, tensor<5xi64>) -> tensor<5x6xf32>
  %s = arith.addf %rows, %c : tensor<5x6xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<5x6xf32>) outs(%e : tensor<5x6xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %v = arith.sitofp %n : i64 to f32
    %r = arith.mulf %a, %v : f32
    linalg.yield %r : f32
  } -> tensor<5x6xf32>
  return %y : tensor<5x6xf32>
}
"""

# Two entries over states: one is updated in place, one is read; an initial value that is a splat and one that is none.
STATES = """sbp.placement @p ["x" = 2, "y" = 2]
func.func @main(%s: tensor<7x4xf32> {sbp.state = "total", sbp.init = dense<1.0> : tensor<7x4xf32>,
                                     sbp.distribution = #sbp.distribution<@p, [S(0), B]>},
                %m: tensor<2xf32> {sbp.state = "rate", sbp.init = dense<[0.5, 2.0]> : tensor<2xf32>,
                                   sbp.distribution = #sbp.distribution<@p, [B, B]>},
                %a: tensor<7x4xf32> {sbp.name = "a", sbp.distribution = #sbp.distribution<@p, [B, S(1)]>})
    -> (tensor<7x4xf32> {sbp.state = "total"}, tensor<2xf32> {sbp.state = "rate"},
        tensor<7x4xf32> {sbp.name = "now", sbp.distribution = #sbp.distribution<@p, [B, B]>}) {
  %t = arith.addf %s, %a : tensor<7x4xf32>
  %n = arith.addf %m, %m : tensor<2xf32>
  %b = math.sqrt %a : tensor<7x4xf32>
  %now = arith.mulf %t, %b : tensor<7x4xf32>
  return %t, %n, %now : tensor<7x4xf32>, tensor<2xf32>, tensor<7x4xf32>
}
"""

# Data moves to other, overlapping, reversed ranks; two kinds of partial values.
STAGES = """sbp.placement @first ["x" = 3] ranks [5, 3, 1]
sbp.placement @second ["x" = 2, "y" = 2] ranks [0, 5, 4, 6]
func.func @main(%x: tensor<7x4xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@first, [S(0)]>},
                %v: tensor<4x9xf32> {sbp.name = "v", sbp.distribution = #sbp.distribution<@first, [B]>},
                %w: tensor<9x5xf32> {sbp.name = "w", sbp.distribution = #sbp.distribution<@second, [S(0), B]>},
                %q: tensor<7x5xf32> {sbp.name = "q", sbp.distribution = #sbp.distribution<@second, [P, S(0)]>})
    -> (tensor<7x5xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@second, [S(0), P]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %h = linalg.matmul ins(%x, %v : tensor<7x4xf32>, tensor<4x9xf32>) outs(%f : tensor<7x9xf32>) -> tensor<7x9xf32>
  %c = sbp.constrain %h to #sbp.distribution<@second, [S(1), B]> : tensor<7x9xf32>
  %y = linalg.matmul ins(%c, %w : tensor<7x9xf32>, tensor<9x5xf32>) outs(%q : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %y : tensor<7x5xf32>
}
"""

# Whole integers, maxima, softmax and the boundary of a convolution (windows) on three ranks.
WINDOWS = """sbp.placement @p ["x" = 3]
func.func @main(%x: tensor<1x9x5x2xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
                %k: tensor<3x3x2x2xf32> {sbp.name = "k", sbp.distribution = #sbp.distribution<@p, [B]>},
                %i: tensor<8x3xi32> {sbp.name = "i", sbp.distribution = #sbp.distribution<@p, [S(0)]>})
    -> (tensor<1x7x3x2xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
        tensor<3xi32> {sbp.name = "m", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x7x3x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x7x3x2xf32>) -> tensor<1x7x3x2xf32>
  %y = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<1x9x5x2xf32>, tensor<3x3x2x2xf32>) outs(%f : tensor<1x7x3x2xf32>) -> tensor<1x7x3x2xf32>
  %low = arith.constant -2147483648 : i32
  %e2 = tensor.empty() : tensor<3xi32>
  %f2 = linalg.fill ins(%low : i32) outs(%e2 : tensor<3xi32>) -> tensor<3xi32>
  %m = linalg.reduce ins(%i : tensor<8x3xi32>) outs(%f2 : tensor<3xi32>) dimensions = [0]
      (%a: i32, %b: i32) { %r = arith.maxsi %a, %b : i32 linalg.yield %r : i32 }
  return %y, %m : tensor<1x7x3x2xf32>, tensor<3xi32>
}
"""

# Rows added up into a table that is split by rows; duplicates, and ids of another type.
SCATTER = """sbp.placement @p ["x" = 2] ranks [1, 0]
func.func @main(%base: tensor<5x3xf32> {sbp.name = "base", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                %ids: tensor<6xi32> {sbp.name = "ids", sbp.distribution = #sbp.distribution<@p, [B]>},
                %rows: tensor<6x3xf32> {sbp.name = "rows", sbp.distribution = #sbp.distribution<@p, [S(1)]>})
    -> (tensor<5x3xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  %y = nn.scatter_add %base, %ids, %rows {axis = 0 : i64} : (tensor<5x3xf32>, tensor<6xi32>, tensor<6x3xf32>) -> tensor<5x3xf32>
  return %y : tensor<5x3xf32>
}
"""

# Data that only moves: no kernel, two results of one type.
MOVES = """sbp.placement @p ["x" = 3]
func.func @main(%a: tensor<5x2xf32> {sbp.name = "a", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                %b: tensor<5x2xf32> {sbp.name = "b", sbp.distribution = #sbp.distribution<@p, [P]>})
    -> (tensor<5x2xf32> {sbp.name = "c", sbp.distribution = #sbp.distribution<@p, [S(1)]>},
        tensor<5x2xf32> {sbp.name = "d", sbp.distribution = #sbp.distribution<@p, [B]>}) {
  return %a, %b : tensor<5x2xf32>, tensor<5x2xf32>
}
"""

MODELS = {
    "mlp": MLP,
    "lookup": LOOKUP,
    "states": STATES,
    "stages": STAGES,
    "windows": WINDOWS,
    "scatter": SCATTER,
    "moves": MOVES,
    "reference": MLP.replace("ranks [2, 0, 3, 1]", ""),
}
FLAGS = {"reference": ["--with-reference"]}
