// NNRandomOps.td: random numbers that no layout changes
#ifndef NN_RANDOM_OPS
#define NN_RANDOM_OPS

include "mlir/IR/EnumAttr.td"
include "sbp/Dialect/NN/IR/NNBase.td"

def NN_RandomKind : I64EnumAttr<"RandomKind", "what random numbers are drawn from", [
    I64EnumAttrCase<"Uniform", 0, "uniform">,
    I64EnumAttrCase<"Normal", 1, "normal">,
    I64EnumAttrCase<"Bernoulli", 2, "bernoulli">]> {
  let cppNamespace = "::sbp::nn";
}

def NN_RandomOp : NN_Op<"random", [Pure]> {
  let summary = "random numbers, a function of seed, offset and position alone";
  let description = [{
    ```mlir
    %u = nn.random uniform %seed {offset = 3 : i64} : (tensor<i64>) -> tensor<4x256xf32>
    %z = nn.random normal %seed : (tensor<i64>) -> tensor<4x256xbf16>
    %m = nn.random bernoulli %seed {probability = 0.1 : f64} : (tensor<i64>) -> tensor<4x256xi1>
    ```
    The element at row-major position `e` of the global tensor is made of the four 32-bit words `w` of one block of Philox
    4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011): the key is `seed`, the counter `e` and
    `offset`, each as low word, high word. So the bits depend neither on the distribution nor on the ranks, every element is
    drawn alone, and tensors with other offsets or seeds share nothing. Vary `offset` from op to op, the seed from step to step.

    - `uniform`: in [0, 1), the multiple of `2^-p` that the top `p` bits of `w0` (f64: of `w1 w0`) are, `p` the digits of the
      type: 24 for f32, 53 for f64, 11 for f16, 8 for bf16.
    - `normal`: mean 0, variance 1, by Box and Muller (1958): `sqrt(-2 log u) cos(2 pi v)`, in f32 (f64 for f64) and rounded
      once. `u` in (0, 1] is `w0 2^-32 + 2^-33` (f64: uniform, of `w1 w0`, `+ 2^-54`), `v` in [0, 1) is uniform, of `w1` (`w3 w2`),
      every step rounded. The cosine is a polynomial, the logarithm that of the target.
    - `bernoulli`: true with `probability`, rounded to a multiple of `2^-32`: `w0 < probability * 2^32`.

    Every dimension may be split; the seed is the same everywhere.

    **Constraints**
    - (C1) `uniform` and `normal` have float elements, `bernoulli` has i1.
    - (C2) `bernoulli` has a `probability` from 0 to 1, the others none.
  }];
  let arguments = (ins NN_RandomKind:$kind, 0DTensorOf<[I64]>:$seed, DefaultValuedAttr<I64Attr, "0">:$offset,
                       OptionalAttr<F64Attr>:$probability);
  let results = (outs StaticShapeTensorOf<[AnyFloat, I1]>:$result);
  let assemblyFormat = "$kind $seed attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
}

#endif // NN_RANDOM_OPS
