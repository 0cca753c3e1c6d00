// RUN: sbp-opt %s --split-input-file -verify-diagnostics=only-expected

// C1
func.func @unknown(%w: tensor<4xf32>, %rate: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{names the optimizer "lamb", which is unknown; known: adafactor, adam, adamw, lion, sgd}}
  %w1 = nn.update "lamb" %w, %w, %rate : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

func.func @no_option(%w: tensor<4xf32>, %rate: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{has the option "epsilon", which "lion" lacks; it has weight-decay, beta1, beta2}}
  %w1, %m1 = nn.update "lion" %w, %w, %rate states(%w) {options = {epsilon = 1.0 : f64}}
      : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %w1 : tensor<4xf32>
}

// -----

func.func @range(%w: tensor<4xf32>, %rate: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{has the option "beta1" = 1.000000e+00 : f64; expected an f64, a finite number of at least 0 and below 1}}
  %w1, %m1 = nn.update "lion" %w, %w, %rate states(%w) {options = {beta1 = 1.0 : f64}}
      : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %w1 : tensor<4xf32>
}

// -----

// C2
func.func @count(%w: tensor<4xf32>, %rate: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{has 0 states, expected 1: mean}}
  %w1 = nn.update "lion" %w, %w, %rate : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

func.func @shape(%w: tensor<200x128xf32>, %r: tensor<200xf32>, %c: tensor<128xf32>, %step: tensor<i64>, %rate: tensor<f32>) -> tensor<200x128xf32> {
  // expected-error@+1 {{state rows is 'tensor<200xf32>' for a weight of 'tensor<200x128xf32>'; expected 'tensor<128xf32>'}}
  %w1, %r1, %c1 = nn.update "adafactor" %w, %w, %rate states(%r, %c) step(%step)
      : (tensor<200x128xf32>, tensor<200x128xf32>, tensor<f32>, tensor<200xf32>, tensor<128xf32>, tensor<i64>)
      -> (tensor<200x128xf32>, tensor<200xf32>, tensor<128xf32>)
  return %w1 : tensor<200x128xf32>
}

// -----

func.func @gradient(%w: tensor<4xf32>, %g: tensor<5xf32>, %rate: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{gradient is 'tensor<5xf32>' for a weight of 'tensor<4xf32>'; expected the same shape}}
  %w1, %m1 = nn.update "lion" %w, %g, %rate states(%w)
      : (tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %w1 : tensor<4xf32>
}

// -----

// C3
func.func @no_step(%w: tensor<4xf32>, %rate: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no step, which "adafactor" reads}}
  %w1, %v1 = nn.update "adafactor" %w, %w, %rate states(%w)
      : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %w1 : tensor<4xf32>
}

// -----

func.func @step(%w: tensor<4xf32>, %step: tensor<i64>, %rate: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{has a step, which "lion" does not read}}
  %w1, %m1 = nn.update "lion" %w, %w, %rate states(%w) step(%step)
      : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<i64>) -> (tensor<4xf32>, tensor<4xf32>)
  return %w1 : tensor<4xf32>
}

// -----

func.func @rate(%w: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{rate is 'tensor<4xf32>', expected a tensor without dimensions}}
  %w1, %m1 = nn.update "lion" %w, %w, %w states(%w)
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %w1 : tensor<4xf32>
}

// -----

// C4
func.func @results(%w: tensor<4xf32>, %rate: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{has 1 results, expected 2}}
  %w1 = nn.update "lion" %w, %w, %rate states(%w) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %w1 : tensor<4xf32>
}
