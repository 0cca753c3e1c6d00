// RUN: sbp-opt %s --sbp-raise-row-sums=explain=true -verify-diagnostics

// Rows that are read as they are stay, and the remark says who reads them so.
func.func @exponents_of_rows(%table: tensor<20x6xf32>, %rows: tensor<5xi64>) -> tensor<5x6xf32> {
  // expected-remark @below {{rows stay: a reader needs the rows themselves}}
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5xi64>) -> tensor<5x6xf32>
  %e = tensor.empty() : tensor<5x6xf32>
  // expected-note @below {{neither a weighted sum of them nor their products with what stands outside}}
  %y = linalg.exp ins(%g : tensor<5x6xf32>) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %y : tensor<5x6xf32>
}

func.func @columns(%table: tensor<20x6xf32>, %columns: tensor<5xi64>) -> tensor<20x5xf32> {
  // expected-remark @below {{rows stay: what it indexes is not the first dimension}}
  %g = nn.gather %table, %columns {axis = 1 : i64} : (tensor<20x6xf32>, tensor<5xi64>) -> tensor<20x5xf32>
  return %g : tensor<20x5xf32>
}

func.func @numbers(%table: tensor<20xf32>, %rows: tensor<5xi64>) -> tensor<5xf32> {
  // expected-remark @below {{rows stay: the table is not rows x width or rows x cores x width}}
  %g = nn.gather %table, %rows {axis = 0 : i64} : (tensor<20xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %g : tensor<5xf32>
}

func.func @given_rows_are_added(%table: tensor<20x6xf32>, %rows: tensor<5xi64>, %given: tensor<5x6xf32>) -> tensor<20x6xf32> {
  // expected-remark @below {{rows stay: it adds something other than a product of two tensors}}
  %r = nn.scatter_add %table, %rows, %given {axis = 0 : i64} : (tensor<20x6xf32>, tensor<5xi64>, tensor<5x6xf32>) -> tensor<20x6xf32>
  return %r : tensor<20x6xf32>
}
