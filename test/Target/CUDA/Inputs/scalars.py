"""Small regions: slices at places that tensors hold, operands that are no tensors, loops that give numbers, steps."""

import numpy as np

from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

TEXT = """
func.func @choose(%c: tensor<i1>, %x: tensor<5x7xf32>, %y: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %s = tensor.extract %c[] : tensor<i1>
  %e = tensor.empty() : tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s, %x, %y : i1, tensor<5x7xf32>, tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%a: i1, %b: f32, %d: f32, %o: f32):
    %v = arith.select %a, %b, %d : f32
    linalg.yield %v : f32 } -> tensor<5x7xf32>
  return %r : tensor<5x7xf32> }

func.func @splat(%x: tensor<6x10xf32>) -> tensor<5xf32> {
  %i = arith.constant 2 : index
  %j = arith.constant 3 : index
  %s = tensor.extract %x[%i, %j] : tensor<6x10xf32>
  %r = tensor.splat %s : tensor<5xf32>
  return %r : tensor<5xf32> }

func.func @slice(%x: tensor<4x6x8xf32>, %at: tensor<i64>) -> tensor<4x8xf32> {
  %s = tensor.extract %at[] : tensor<i64>
  %i = arith.index_cast %s : i64 to index
  %r = tensor.extract_slice %x[0, %i, 0] [4, 1, 8] [1, 1, 1] : tensor<4x6x8xf32> to tensor<4x8xf32>
  return %r : tensor<4x8xf32> }

func.func @insert(%y: tensor<4x8xf32>, %x: tensor<4x6x8xf32>, %at: tensor<i32>) -> tensor<4x6x8xf32> {
  %s = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %s : i32 to index
  %r = tensor.insert_slice %y into %x[0, %i, 0] [4, 1, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<4x6x8xf32>
  return %r : tensor<4x6x8xf32> }

// The number that the first loop gives is where the second begins; it gives a tensor beside a number.
func.func @loops(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %best, %from = scf.for %i = %c0 to %c8 step %c1 iter_args(%b = %zero, %f = %c0) -> (f32, index) {
    %v = tensor.extract %x[%i] : tensor<8xf32>
    %more = arith.cmpf ogt, %v, %b : f32
    %nb = arith.select %more, %v, %b : f32
    %nf = arith.select %more, %i, %f : index
    scf.yield %nb, %nf : f32, index }
  %e = tensor.empty() : tensor<8xf32>
  %none = linalg.fill ins(%best : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %sums, %total = scf.for %i = %from to %c8 step %c1 iter_args(%t = %none, %sum = %zero) -> (tensor<8xf32>, f32) {
    %v = tensor.extract %x[%i] : tensor<8xf32>
    %s = arith.addf %sum, %v : f32
    %n = tensor.insert %s into %t[%i] : tensor<8xf32>
    scf.yield %n, %s : tensor<8xf32>, f32 }
  %r = tensor.splat %total : tensor<2xf32>
  return %sums, %r : tensor<8xf32>, tensor<2xf32> }

// Every second element of three: nothing lies behind the last.
func.func @steps(%x: tensor<3xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i * 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32 } -> tensor<2xf32>
  return %r : tensor<2xf32> }

// A part of a constant, in a kernel that finds constants by name and in one that wants its address.
func.func @constant(%at: tensor<3xi64>) -> (tensor<3xf32>, tensor<3xf32>) {
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %p = tensor.extract_slice %k[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%at : tensor<3xi64>) outs(%e : tensor<3xf32>) {
  ^bb0(%a: i64, %o: f32):
    %i = arith.index_cast %a : i64 to index
    %v = tensor.extract %p[%i] : tensor<4xf32>
    linalg.yield %v : f32 } -> tensor<3xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %e) -> tensor<3xf32> {
    %v = tensor.extract %p[%i] : tensor<4xf32>
    %n = tensor.insert %v into %t[%i] : tensor<3xf32>
    scf.yield %n : tensor<3xf32> }
  return %r, %s : tensor<3xf32>, tensor<3xf32> }

// A loop of one iteration that stands in a sum, in a window that leaves a rest.
func.func @window(%x: tensor<4xf32>, %w: tensor<1xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (2 * i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%x, %w : tensor<4xf32>, tensor<1xf32>) outs(%o : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32 } -> tensor<2xf32>
  return %r : tensor<2xf32> }

// A sum over elements of the result that several terms share.
func.func @spread(%x: tensor<5xf32>, %w: tensor<3xf32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i + k)>],
      iterator_types = ["reduction", "reduction"]} ins(%x, %w : tensor<5xf32>, tensor<3xf32>) outs(%f : tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32 } -> tensor<7xf32>
  return %r : tensor<7xf32> }

// Nothing runs where the index is outside: what the first of the loops hands on is never written, nor looked at.
func.func @scatter(%x: tensor<1x3xf16>, %at: tensor<2xi64>, %y: tensor<2x3xf16>) -> tensor<1x3xf16> {
  %r = nn.scatter_add %x, %at, %y {axis = 0 : i64, drop_outside} : (tensor<1x3xf16>, tensor<2xi64>, tensor<2x3xf16>) -> tensor<1x3xf16>
  return %r : tensor<1x3xf16> }

// Two parts of an empty tensor, which others use too.
func.func @top(%x: tensor<8xi64>) -> tensor<2xi64> {
  %v, %i = nn.top_k %x {axis = 0 : i64, blocks = 3 : i64, k = 2 : i64} : (tensor<8xi64>) -> (tensor<6xi64>, tensor<6xi64>)
  %w, %j = nn.top_k %v at %i {axis = 0 : i64, k = 2 : i64} : (tensor<6xi64>, tensor<6xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %w : tensor<2xi64> }

// A result that begins as a fill no one has written yet, beside a slice that was copied.
func.func @grow(%x: tensor<4x5xf32>, %at: tensor<i64>) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.extract %at[] : tensor<i64>
  %p = arith.index_cast %n : i64 to index
  %s = tensor.extract_slice %x[%p, 0] [1, 5] [1, 1] : tensor<4x5xf32> to tensor<1x5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %g = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %f) -> tensor<5xf32> {
    %a = tensor.extract %t[%i] : tensor<5xf32>
    %b = tensor.extract %s[%c0, %i] : tensor<1x5xf32>
    %c = arith.addf %a, %b : f32
    %u = tensor.insert %c into %t[%i] : tensor<5xf32>
    scf.yield %u : tensor<5xf32> }
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%g : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.negf %a : f32
    linalg.yield %v : f32 } -> tensor<5xf32>
  return %r : tensor<5xf32> }

// A part that begins in the middle of 16 bytes is not read two elements at a time.
func.func @odd(%x: tensor<5xf32>) -> tensor<2xf32> {
  %p = tensor.extract_slice %x[3] [2] [1] : tensor<5xf32> to tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%p : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.negf %a : f32
    linalg.yield %v : f32 } -> tensor<2xf32>
  return %r : tensor<2xf32> }
"""


def main():
    rng = np.random.default_rng(1)
    regions = cuda_kernels.compile_text(TEXT)

    compared = Compared()

    def same(case, found, wanted):
        compared.add(case, found, wanted, 0)

    x, y = rng.standard_normal((2, 5, 7)).astype(np.float32)
    for choice in (True, False):
        same("choose", regions["choose"](np.array(choice), x, y), x if choice else y)
    x = rng.standard_normal((6, 10)).astype(np.float32)
    same("splat", regions["splat"](x), np.full(5, x[2, 3]))
    x, y = rng.standard_normal((4, 6, 8)).astype(np.float32), rng.standard_normal((4, 8)).astype(np.float32)
    same("slice", regions["slice"](x, np.array(3)), x[:, 3])
    filled = x.copy()
    filled[:, 5] = y
    same("insert", regions["insert"](y, x, np.array(5, np.int32)), filled)
    x = np.array([1, 2, 9, 4, 5, 6, 7, 8], np.float32)
    sums, total = regions["loops"](x)
    same("loops", sums, np.array([9, 9, 9, 13, 18, 24, 31, 39]))
    same("loops", total, np.array([39, 39]))
    x = np.arange(3, dtype=np.float32)
    same("steps", regions["steps"](x), x[::2])
    one, other = regions["constant"](np.array([3, 0, 1]))
    same("constant", one, np.array([8, 5, 6]))
    same("constant", other, np.array([5, 6, 7]))
    x, w, o = rng.integers(0, 9, 4), rng.integers(0, 9, 1), rng.integers(0, 9, 2)
    same("window", regions["window"](*(v.astype(np.float32) for v in (x, w, o))), o + w * x[::2])
    x, w = rng.integers(0, 9, 5), rng.integers(0, 9, 3)
    same("spread", regions["spread"](x.astype(np.float32), w.astype(np.float32)), np.convolve(x, w))
    x, y = rng.integers(0, 9, (1, 3)).astype(np.float16), rng.integers(0, 9, (2, 3)).astype(np.float16)
    same("scatter", regions["scatter"](x, np.array([1, -1]), y), x)
    same("scatter", regions["scatter"](x, np.array([0, 1]), y), x + y[:1])
    x = rng.permutation(8)
    same("top", regions["top"](x), [7, 6])
    x = rng.integers(0, 9, (4, 5)).astype(np.float32)
    same("grow", regions["grow"](x, np.array(2)), -1 - x[2])
    x = rng.standard_normal(5).astype(np.float32)
    same("odd", regions["odd"](x), -x[3:])
    compared.show("results compared")
    print(len(regions), "regions agree")


main()
