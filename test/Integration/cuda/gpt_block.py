"""A pre-norm GPT block in bf16 as frameworks export it: heads are split by reshapes and transposes, every op rounds to bf16.

`write(batch, tokens)` returns its text and the shapes of its inputs, x first.
"""

HEADS, SIZE, WIDER = 2, 64, 4
WIDTH, HIDDEN = HEADS * SIZE, WIDER * HEADS * SIZE
GELU = (
    "%w = arith.extf %x0 : bf16 to f32 %c = arith.constant 0.70710678118654757 : f32 %s = arith.mulf %w, %c : f32 "
    "%e = math.erf %s : f32 %one = arith.constant 1.0 : f32 %q = arith.addf %e, %one : f32 %h = arith.constant 0.5 : f32 "
    "%g = arith.mulf %w, %h : f32 %z = arith.mulf %g, %q : f32 %r = arith.truncf %z : f32 to bf16"
)
ADD = "%r = arith.addf %x0, %x1 : bf16"


def tensor(shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "bf16>"


def maps(*results, loops):
    return "[" + ", ".join(f"affine_map<({loops}) -> ({result})>" for result in results) + "]"


class Block:
    """The text of the block. Methods append an op and return the name of its result."""

    def __init__(self, batch, tokens):
        self.lines, self.count = ["  %zero = arith.constant 0.0 : bf16"], 0
        self.rows = batch, tokens
        self.stream = (batch, tokens, WIDTH)
        self.heads, self.mixed = (batch, tokens, HEADS, SIZE), (batch, HEADS, tokens, SIZE)

    def add(self, text):
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def empty(self, shape):
        return self.add(f"tensor.empty() : {tensor(shape)}")

    def product(self, x, weight, inner, outer):
        """x [b, t, inner] times a weight [outer, inner]."""
        shape = (*self.rows, outer)
        kind = tensor(shape)
        init = self.add(f"linalg.fill ins(%zero : bf16) outs({self.empty(shape)} : {kind}) -> {kind}")
        return self.add(
            f"linalg.generic {{indexing_maps = {maps('b, t, i', 'o, i', 'b, t, o', loops='b, t, o, i')}, "
            f'iterator_types = ["parallel", "parallel", "parallel", "reduction"]}} '
            f"ins({x}, {weight} : {tensor((*self.rows, inner))}, {tensor((outer, inner))}) outs({init} : {kind}) "
            f"{{ ^bb0(%a: bf16, %b: bf16, %s: bf16): %p = arith.mulf %a, %b : bf16 %q = arith.addf %s, %p : bf16 "
            f"linalg.yield %q : bf16 }} -> {kind}"
        )

    def pointwise(self, inputs, width, body):
        """Pairs of a name and whether it has all three dimensions; others have the last."""
        shape = (*self.rows, width)
        kind = tensor(shape)
        read = ["b, t, c" if isfull else "c" for _, isfull in inputs]
        names = ", ".join(name for name, _ in inputs)
        types = ", ".join(tensor(shape if isfull else (width,)) for _, isfull in inputs)
        arguments = ", ".join(f"%x{i}: bf16" for i in range(len(inputs)))
        return self.add(
            f"linalg.generic {{indexing_maps = {maps(*read, 'b, t, c', loops='b, t, c')}, "
            f'iterator_types = ["parallel", "parallel", "parallel"]}} ins({names} : {types}) '
            f"outs({self.empty(shape)} : {kind}) {{ ^bb0({arguments}, %out: bf16): {body} linalg.yield %r : bf16 }} -> {kind}"
        )

    def linear(self, x, name, inner, outer):
        return self.pointwise([(self.product(x, f"%w_{name}", inner, outer), True), (f"%b_{name}", False)], outer, ADD)

    def norm(self, x, number):
        types = ", ".join(tensor(shape) for shape in (self.stream, (WIDTH,), (WIDTH,)))
        return self.add(f"nn.layer_norm {x}, %g{number}, %o{number} {{epsilon = 1.0e-5 : f64}} : ({types}) -> {tensor(self.stream)}")

    def transpose(self, x, given, wanted):
        kind = f"outs({self.empty(wanted)} : {tensor(wanted)}) permutation = [0, 2, 1, 3]"
        return self.add(f"linalg.transpose ins({x} : {tensor(given)}) {kind}")

    def split(self, x):
        kind = f"output_shape {list(self.heads)} : {tensor(self.stream)} into {tensor(self.heads)}"
        return self.transpose(self.add(f"tensor.expand_shape {x} [[0], [1], [2, 3]] {kind}"), self.heads, self.mixed)

    def merge(self, x):
        x = self.transpose(x, self.mixed, self.heads)
        return self.add(f"tensor.collapse_shape {x} [[0], [1], [2, 3]] : {tensor(self.heads)} into {tensor(self.stream)}")

    def attention(self, query, key, value):
        self.count += 1
        kind, sums = tensor(self.mixed), f"tensor<{self.rows[0]}x{HEADS}x{self.rows[1]}xf32>"
        self.lines.append(
            f"  %v{self.count}:2 = nn.attention {query}, {key}, {value} {{scale = {SIZE**-0.5} : f64, causal}} "
            f": ({kind}, {kind}, {kind}) -> ({kind}, {sums})"
        )
        return f"%v{self.count}#0"

    def build(self):
        y = self.norm("%x", 1)
        parts = [self.split(self.linear(y, name, WIDTH, WIDTH)) for name in "qkv"]
        mixed = self.linear(self.merge(self.attention(*parts)), "out", WIDTH, WIDTH)
        x = self.pointwise([("%x", True), (mixed, True)], WIDTH, ADD)
        up = self.pointwise([(self.linear(self.norm(x, 2), "up", WIDTH, HIDDEN), True)], HIDDEN, GELU)
        return self.pointwise([(x, True), (self.linear(up, "down", HIDDEN, WIDTH), True)], WIDTH, ADD)


def write(batch, tokens):
    block = Block(batch, tokens)
    stream = tensor(block.stream)
    shapes = {"x": block.stream} | {f"{kind}{number}": (WIDTH,) for number in (1, 2) for kind in "go"}
    for name, inner, outer in [(name, WIDTH, WIDTH) for name in ("q", "k", "v", "out")] + [("up", WIDTH, HIDDEN), ("down", HIDDEN, WIDTH)]:
        shapes |= {f"w_{name}": (outer, inner), f"b_{name}": (outer,)}
    result = block.build()
    arguments = ", ".join(f'%{name}: {tensor(shape)} {{sbp.name = "{name}"}}' for name, shape in shapes.items())
    body = "\n".join(block.lines)
    text = f'func.func @main({arguments}) -> ({stream} {{sbp.name = "y"}}) {{\n{body}\n  return {result} : {stream}\n}}\n'
    return text, shapes
