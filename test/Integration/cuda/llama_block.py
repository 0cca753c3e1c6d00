"""A Llama block in bf16: RMS norms, rotary positions, attention with grouped heads and a gated perceptron; every op rounds to bf16.

`write(batch, tokens)` returns its text and the shapes of its inputs, x first.
"""

from gpt_block import ADD, Block, maps, tensor

HEADS, GROUPS, SIZE, HIDDEN = 4, 2, 64, 512
WIDTH, NARROW = HEADS * SIZE, GROUPS * SIZE
MUL = "%r = arith.mulf %x0, %x1 : bf16"
GATE = (
    "%g = arith.extf %x0 : bf16 to f32 %n = arith.negf %g : f32 %e = math.exp %n : f32 %one = arith.constant 1.0 : f32 "
    "%d = arith.addf %one, %e : f32 %s = arith.divf %g, %d : f32 %t = arith.truncf %s : f32 to bf16 %r = arith.mulf %t, %x1 : bf16"
)


class LlamaBlock(Block):
    def norm(self, x, number):
        shape = tensor((*self.rows, WIDTH))
        return self.add(f"nn.rms_norm {x}, %g{number} {{epsilon = 1.0e-5 : f64}} : ({shape}, {tensor((WIDTH,))}) -> {shape}")

    def heads_of(self, x, count):
        """[b, t, count * size] as [b, count, t, size]."""
        batch, tokens = self.rows
        given, apart, mixed = (batch, tokens, count * SIZE), (batch, tokens, count, SIZE), (batch, count, tokens, SIZE)
        kind = f"output_shape {list(apart)} : {tensor(given)} into {tensor(apart)}"
        return self.transpose(self.add(f"tensor.expand_shape {x} [[0], [1], [2, 3]] {kind}"), apart, mixed)

    def rotate(self, x, count):
        """x cos + rotate_half(x) sin, with tables of [t, size]."""
        batch, tokens = self.rows
        shape, half = (batch, count, tokens, SIZE), (batch, count, tokens, SIZE // 2)
        kind, part = tensor(shape), tensor(half)
        sizes, ones = ", ".join(map(str, half)), "1, 1, 1, 1"
        first, second = (
            self.add(f"tensor.extract_slice {x}[0, 0, 0, {at}] [{sizes}] [{ones}] : {kind} to {part}") for at in (0, SIZE // 2)
        )
        turned = self.each([second], half, ["b, h, t, c"], "%r = arith.negf %x0 : bf16")
        swapped = self.add(f"tensor.concat dim(3) {turned}, {first} : ({part}, {part}) -> {kind}")
        body = "%p = arith.mulf %x0, %x1 : bf16 %q = arith.mulf %x2, %x3 : bf16 %r = arith.addf %p, %q : bf16"  # x, cos, swapped, sin
        return self.each([x, "%cos", swapped, "%sin"], shape, ["b, h, t, c", "t, c"] * 2, body)

    def each(self, inputs, shape, read, body):
        sizes = dict(zip("bhtc", shape, strict=True))
        kind = tensor(shape)
        types = ", ".join(tensor(tuple(sizes[name] for name in one.split(", "))) for one in read)
        arguments = ", ".join(f"%x{i}: bf16" for i in range(len(inputs)))
        return self.add(
            f"linalg.generic {{indexing_maps = {maps(*read, 'b, h, t, c', loops='b, h, t, c')}, "
            f'iterator_types = ["parallel", "parallel", "parallel", "parallel"]}} ins({", ".join(inputs)} : {types}) '
            f"outs({self.empty(shape)} : {kind}) {{ ^bb0({arguments}, %out: bf16): {body} linalg.yield %r : bf16 }} -> {kind}"
        )

    def attend(self, query, key, value):
        batch, tokens = self.rows
        self.count += 1
        wide, narrow = tensor((batch, HEADS, tokens, SIZE)), tensor((batch, GROUPS, tokens, SIZE))
        self.lines.append(
            f"  %v{self.count}:2 = nn.attention {query}, {key}, {value} {{scale = {SIZE**-0.5} : f64, causal}} "
            f": ({wide}, {narrow}, {narrow}) -> ({wide}, tensor<{batch}x{HEADS}x{tokens}xf32>)"
        )
        mixed, apart = (batch, HEADS, tokens, SIZE), (batch, tokens, HEADS, SIZE)
        x = self.transpose(f"%v{self.count}#0", mixed, apart)
        return self.add(f"tensor.collapse_shape {x} [[0], [1], [2, 3]] : {tensor(apart)} into {tensor((batch, tokens, WIDTH))}")

    def build(self):
        y = self.norm("%x", 1)
        query, key, value = (
            self.heads_of(self.product(y, f"%w_{name}", WIDTH, count * SIZE), count)
            for name, count in (("q", HEADS), ("k", GROUPS), ("v", GROUPS))
        )
        mixed = self.attend(self.rotate(query, HEADS), self.rotate(key, GROUPS), value)
        x = self.pointwise([("%x", True), (self.product(mixed, "%w_out", WIDTH, WIDTH), True)], WIDTH, ADD)
        y = self.norm(x, 2)
        gate, up = (self.product(y, f"%w_{name}", WIDTH, HIDDEN) for name in ("gate", "up"))
        hidden = self.pointwise([(gate, True), (up, True)], HIDDEN, GATE)
        return self.pointwise([(x, True), (self.product(hidden, "%w_down", HIDDEN, WIDTH), True)], WIDTH, ADD)


def write(batch, tokens):
    stream = (batch, tokens, WIDTH)
    shapes = {"x": stream, "g1": (WIDTH,), "g2": (WIDTH,), "cos": (tokens, SIZE), "sin": (tokens, SIZE)}
    weights = [("q", WIDTH, WIDTH), ("k", WIDTH, NARROW), ("v", WIDTH, NARROW), ("out", WIDTH, WIDTH)]
    weights += [("gate", WIDTH, HIDDEN), ("up", WIDTH, HIDDEN), ("down", HIDDEN, WIDTH)]
    shapes |= {f"w_{name}": (outer, inner) for name, inner, outer in weights}
    block = LlamaBlock(batch, tokens)
    result = block.build()
    arguments = ", ".join(f'%{name}: {tensor(shape)} {{sbp.name = "{name}"}}' for name, shape in shapes.items())
    body = "\n".join(block.lines)
    kind = tensor(stream)
    return f'func.func @main({arguments}) -> ({kind} {{sbp.name = "y"}}) {{\n{body}\n  return {result} : {kind}\n}}\n', shapes
