"""Random programs around a cache: rows are written at a place in its sequence and read at another one.

A `CacheModel` holds the text of a level-0 model, its inputs for some steps, what numpy says, and how many bytes a step may move: none for the
write, and for the read what the partial results of the ranks that share the sequence take.
"""

import random

import numpy as np

MESHES = ([2], [3], [4], [2, 2])
LETTERS = {"batch": 0, "heads": 1, "sequence": 2}


def kind(shape, element="f32"):
    return "tensor<" + "".join(f"{n}x" for n in shape) + element + ">"


def pieces(extent, parts):
    """Sizes of a balanced split."""
    return [extent // parts + (k < extent % parts) for k in range(parts)]


class CacheModel:
    def __init__(self, seed):
        draw = random.Random(seed)
        self.draw, self.seed = draw, seed
        self.mesh = draw.choice(MESHES)
        self.splits = [draw.choice(["batch", "heads", "sequence", "sequence", None]) for _ in self.mesh]
        self.shape = [draw.randint(2, 5), draw.randint(2, 5), draw.randint(2, 9), draw.randint(1, 4)]
        self.steps, self.rows = draw.randint(1, 5), draw.choice([1, 1, 1, 2, 3])
        self.rows = min(self.rows, self.shape[2] - 1)
        self.writes, self.reads = draw.choice(["insert", "scatter"]), draw.choice(["slice", "gather", "sum"])
        self.counts = draw.random() < 0.5
        # A count that is spread over indices may have two distributions.
        self.is_strict = draw.random() < 0.6 and not (self.counts and self.writes == "scatter")
        self.numbers = np.random.default_rng(seed)
        self.inputs = self.draw_inputs()
        self.text = self.write()

    def draw_inputs(self):
        batch, heads, length, width = self.shape
        steps = self.steps
        inputs = {"x": self.numbers.integers(-9, 9, (steps, batch, heads, self.rows, width)).astype(np.float32)}
        last = length - self.rows
        if not self.counts:
            shape = (steps, self.rows) if self.writes == "scatter" else (steps,)
            inputs["at"] = self.numbers.integers(0, length if self.writes == "scatter" else last + 1, shape)
        if self.reads != "sum":
            shape = (steps, self.rows) if self.reads == "gather" else (steps,)
            inputs["from"] = self.numbers.integers(0, length if self.reads == "gather" else last + 1, shape)
        if self.reads == "sum":
            inputs["w"] = self.numbers.integers(-3, 3, (steps, length)).astype(np.float32)
        return inputs

    def where(self, dims):
        """The distribution of a tensor that has these of the cache's dimensions, in order; B along all others."""
        parts = [f"S({dims.index(split)})" if split in dims else "B" for split in self.splits]
        return f"#sbp.distribution<@mesh, [{', '.join(parts)}]>"

    def write(self):
        batch, heads, length, width = self.shape
        cache, update = kind(self.shape), kind([batch, heads, self.rows, width])
        whole, part = ["batch", "heads", "sequence", "width"], ["batch", "heads", "row", "width"]
        arguments = [
            f'%cache: {cache} {{sbp.state = "cache", sbp.init = dense<0.0> : {cache}, sbp.distribution = {self.where(whole)}}}',
            f'%x: {update} {{sbp.name = "x", sbp.distribution = {self.where(part)}}}',
        ]
        results, returned, lines = [f'{cache} {{sbp.state = "cache"}}'], [("%next", cache)], []
        if self.counts:
            arguments.append(
                f'%count: tensor<i64> {{sbp.state = "count", sbp.init = dense<0> : tensor<i64>, sbp.distribution = {self.where([])}}}'
            )
            lines += ["%step = arith.constant dense<2> : tensor<i64>", "%counted = arith.addi %count, %step : tensor<i64>"]
            results.append('tensor<i64> {sbp.state = "count"}')
            returned.append(("%counted", "tensor<i64>"))
        lines += self.write_update(arguments, cache, update)
        read, shape, dims = self.write_read(arguments, cache)
        lines += read
        results.append(f'{kind(shape)} {{sbp.name = "y", sbp.distribution = {self.where(dims)}}}')
        returned.append(("%y", kind(shape)))
        axes = ", ".join(f'"a{i}" = {size}' for i, size in enumerate(self.mesh))
        return (
            f"sbp.placement @mesh [{axes}]\nfunc.func @main({', '.join(arguments)})\n    -> ({', '.join(results)}) {{\n  "
            + "\n  ".join(lines)
            + f"\n  return {', '.join(v for v, _ in returned)} : {', '.join(t for _, t in returned)}\n}}\n"
        )

    def write_update(self, arguments, cache, update):
        batch, heads, _, width = self.shape
        if self.writes == "insert":
            source = "%count"
            if not self.counts:
                source = "%at"
                arguments.append(f'%at: tensor<i64> {{sbp.name = "at", sbp.distribution = {self.where([])}}}')
            return [
                f"%number = tensor.extract {source}[] : tensor<i64>",
                "%place = arith.index_cast %number : i64 to index",
                f"%next = tensor.insert_slice %x into %cache[0, 0, %place, 0] [{batch}, {heads}, {self.rows}, {width}] [1, 1, 1, 1] : "
                f"{update} into {cache}",
            ]
        ids = kind([self.rows], "i64")
        lines = []
        if self.counts:
            lines = [
                f"%empty = tensor.empty() : {ids}",
                f"%at = linalg.broadcast ins(%count : tensor<i64>) outs(%empty : {ids}) dimensions = [0]",
            ]
        else:
            arguments.append(f'%at: {ids} {{sbp.name = "at", sbp.distribution = {self.where([])}}}')
        return lines + [f"%next = nn.scatter %cache, %at, %x {{axis = 2 : i64}} : ({cache}, {ids}, {update}) -> {cache}"]

    def write_read(self, arguments, cache):
        """Lines, shape and dimensions of what is read."""
        batch, heads, length, width = self.shape
        part = ["batch", "heads", "row", "width"]
        if self.reads == "slice":
            arguments.append(f'%from: tensor<i64> {{sbp.name = "from", sbp.distribution = {self.where([])}}}')
            shape = [batch, heads, self.rows, width]
            return (
                [
                    "%origin = tensor.extract %from[] : tensor<i64>",
                    "%begin = arith.index_cast %origin : i64 to index",
                    f"%y = tensor.extract_slice %next[0, 0, %begin, 0] [{batch}, {heads}, {self.rows}, {width}] [1, 1, 1, 1] : "
                    f"{cache} to {kind(shape)}",
                ],
                shape,
                part,
            )
        if self.reads == "gather":
            ids, shape = kind([self.rows], "i64"), [batch, heads, self.rows, width]
            arguments.append(f'%from: {ids} {{sbp.name = "from", sbp.distribution = {self.where([])}}}')
            return [f"%y = nn.gather %next, %from {{axis = 2 : i64}} : ({cache}, {ids}) -> {kind(shape)}"], shape, part
        shape, weights = [batch, heads, width], kind([length])
        arguments.append(f'%w: {weights} {{sbp.name = "w", sbp.distribution = {self.where(["sequence"])}}}')
        maps = ", ".join(f"affine_map<(d0, d1, d2, d3) -> ({dims})>" for dims in ("d0, d1, d2, d3", "d2", "d0, d1, d3"))
        return (
            [
                "%zero = arith.constant 0.0 : f32",
                f"%init = tensor.empty() : {kind(shape)}",
                f"%zeros = linalg.fill ins(%zero : f32) outs(%init : {kind(shape)}) -> {kind(shape)}",
                f'%y = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}} '
                f"ins(%next, %w : {cache}, {weights}) outs(%zeros : {kind(shape)}) {{",
                "^bb0(%a: f32, %b: f32, %o: f32):",
                "  %p = arith.mulf %a, %b : f32",
                "  %s = arith.addf %o, %p : f32",
                "  linalg.yield %s : f32",
                f"}} -> {kind(shape)}",
            ],
            shape,
            ["batch", "heads", "width"],
        )

    def compute(self):
        """What the last step reads, and the cache behind it."""
        _, _, length, _ = self.shape
        cache = np.zeros(self.shape, np.float32)
        for step in range(self.steps):
            x = self.inputs["x"][step]
            if self.writes == "insert":
                begin = min(2 * step if self.counts else int(self.inputs["at"][step]), length - self.rows)
                cache[:, :, begin : begin + self.rows] = x
            else:
                rows = [min(2 * step, length - 1)] * self.rows if self.counts else self.inputs["at"][step]
                for number, row in enumerate(rows):
                    cache[:, :, row] = x[:, :, number]
        if self.reads == "sum":
            return np.einsum("bhsd,s->bhd", cache, self.inputs["w"][-1]), cache
        begin = self.inputs["from"][-1]
        return cache[:, :, begin : begin + self.rows] if self.reads == "slice" else cache[:, :, begin], cache

    def count_bytes(self):
        """The lower bound of the read: c ranks hold partial results of an element and d ranks need it whole, c + d - 2 transfers."""
        sharing = copies = 1
        for size, split in zip(self.mesh, self.splits):
            sharing *= size if split == "sequence" else 1
            copies *= size if split is None else 1
        result = self.shape[0] * self.shape[1] * self.shape[3] * (1 if self.reads == "sum" else self.rows)
        return 4 * result * (sharing + sharing * copies - 2) if sharing > 1 else 0

    def describe(self):
        return f"seed {self.seed}: {self.writes}, {self.reads}, {self.mesh}, {self.splits}, {self.shape}, {self.rows} rows"
