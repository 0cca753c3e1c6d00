// RUN: sbp-opt %s --split-input-file --verify-diagnostics

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{is of @other, which is not a func.func}}
sbp.local_program @class() attributes {entry = @other, ranks = array<i64: 0>, inputs = array<i64>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

// expected-note @below {{declared here}}
func.func @main() { return }
// expected-error @below {{is of @main, which has a body of its own}}
sbp.local_program @class() attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has ranks [], which have to ascend from 0 on, one at least}}
sbp.local_program @class() attributes {entry = @main, ranks = array<i64>, inputs = array<i64>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has ranks [1, 1], which have to ascend from 0 on, one at least}}
sbp.local_program @class() attributes {entry = @main, ranks = array<i64: 1, 1>, inputs = array<i64>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has ranks [-1, 0], which have to ascend from 0 on, one at least}}
sbp.local_program @class() attributes {entry = @main, ranks = array<i64: -1, 0>, inputs = array<i64>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has 0 arguments for 1 inputs, 0 constants and 0 parameters}}
sbp.local_program @class() attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64: 0>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{argument #0 is 'index', but a piece is a tensor}}
sbp.local_program @class(%a: index) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64: 0>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{argument #0 is 'tensor<4xf32>', but a parameter is an index}}
sbp.local_program @class(%a: tensor<4xf32>) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64>, outputs = array<i64>,
    constants = [], parameters = [0], bindings = [0]} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has 0 results for 1 outputs}}
sbp.local_program @class() attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64>, outputs = array<i64: 0>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has inputs or outputs [0, 0], which have to ascend from 0 on}}
sbp.local_program @class(%a: tensor<4xf32>, %b: tensor<4xf32>) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64: 0, 0>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has a piece of argument #1 of @main, which has 1}}
sbp.local_program @class(%a: tensor<4xf32>) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64: 1>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has 'tensor<4xf64>' for a piece of argument #0, 'tensor<4xf32>'}}
sbp.local_program @class(%a: tensor<4xf64>) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64: 0>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  sbp.return
}

// -----

sbp.placement @p ["x" = 1]
func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has 'tensor<4x1xf32>' for a piece of result #0, 'tensor<4xf32>'}}
sbp.local_program @class(%a: tensor<4x1xf32>) -> tensor<4x1xf32> attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64>, outputs = array<i64: 0>,
    constants = [[dense<0.0> : tensor<4x1xf32>, #sbp.distribution<@p, [B]>]], parameters = [], bindings = []} {
  sbp.return %a : tensor<4x1xf32>
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{constant #0 must be a pair of a value and its distribution}}
sbp.local_program @class(%a: tensor<4xf32>) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64>, outputs = array<i64>,
    constants = [dense<0.0> : tensor<4xf32>], parameters = [], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{has 1 parameters but 0 lists of bindings}}
sbp.local_program @class(%a: index) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64>, outputs = array<i64>,
    constants = [], parameters = [0], bindings = []} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{parameter #0 needs to be an offset with a list of values}}
sbp.local_program @class(%a: index) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64>, outputs = array<i64>,
    constants = [], parameters = [0], bindings = [array<i64: 0>]} {
  sbp.return
}

// -----

sbp.placement @p ["x" = 2]
func.func private @main(tensor<4xf32>) -> tensor<4xf32>
// expected-error @below {{parameter #0 has 2 values for 1 ranks}}
sbp.local_program @class(%a: index) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64>, outputs = array<i64>,
    constants = [], parameters = [#sbp.offset<dim 0 of tensor<4xf32> at <@p, [S(0)]>>], bindings = [array<i64: 0, 2>]} {
  sbp.return
}

// -----

func.func private @main(tensor<4xf32>) -> tensor<4xf32>
sbp.local_program @class(%a: tensor<4xf32>) attributes {entry = @main, ranks = array<i64: 0>, inputs = array<i64: 0>, outputs = array<i64>,
    constants = [], parameters = [], bindings = []} {
  // expected-error @below {{returns ('tensor<4xf32>') but @class has results ()}}
  sbp.return %a : tensor<4xf32>
}
