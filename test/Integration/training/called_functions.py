"""Models of private functions, which are called once or several times, for tests of what backward keeps."""

ZERO = "  %zero = arith.constant 0.0 : f32\n"


def get_types(batch, tokens, width):
    """Types of the value that goes from call to call, and of the two parameters that each call may read."""
    return f"tensor<{batch}x{tokens}x{width}xf32>", f"tensor<{width}x{width}xf32>", f"tensor<{width}xf32>"


def get_bodies(batch, tokens, width):
    """Texts that make %y of %x, %w and %v, by name: a product with an activation, a norm, a residual branch, attention, a centred row."""
    x, w, v = get_types(batch, tokens, width)
    n, q = f"tensor<{batch}x{tokens}xf32>", f"tensor<{batch}x2x{tokens}x{width // 2}xf32>"
    return {
        "product": f"""{ZERO}  %e = tensor.empty() : {x}
  %f = linalg.fill ins(%zero : f32) outs(%e : {x}) -> {x}
  %p = linalg.generic {{indexing_maps = [affine_map<(b, t, i, o) -> (b, t, i)>, affine_map<(b, t, i, o) -> (i, o)>,
      affine_map<(b, t, i, o) -> (b, t, o)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}}
      ins(%x, %w : {x}, {w}) outs(%f : {x}) {{
  ^bb0(%a: f32, %c: f32, %s: f32):
    %m = arith.mulf %a, %c : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }} -> {x}
  %y = math.tanh %p : {x}
""",
        "norm": f"  %n = nn.rms_norm %x, %v {{epsilon = 1.0e-5 : f64}} : ({x}, {v}) -> {x}\n  %y = math.erf %n : {x}\n",
        "residual": f"  %a = math.sin %x : {x}\n  %b = arith.mulf %a, %x : {x}\n  %y = arith.addf %x, %b : {x}\n",
        "attention": f"""  %s = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [{batch}, {tokens}, 2, {width // 2}] : {x}
      into tensor<{batch}x{tokens}x2x{width // 2}xf32>
  %e = tensor.empty() : {q}
  %q = linalg.transpose ins(%s : tensor<{batch}x{tokens}x2x{width // 2}xf32>) outs(%e : {q}) permutation = [0, 2, 1, 3]
  %r, %l = nn.attention %q, %q, %q {{scale = 0.5 : f64, causal}} : ({q}, {q}, {q}) -> ({q}, tensor<{batch}x2x{tokens}xf32>)
  %g = tensor.empty() : tensor<{batch}x{tokens}x2x{width // 2}xf32>
  %h = linalg.transpose ins(%r : {q}) outs(%g : tensor<{batch}x{tokens}x2x{width // 2}xf32>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %h [[0], [1], [2, 3]] : tensor<{batch}x{tokens}x2x{width // 2}xf32> into {x}
  %y = arith.addf %c, %x : {x}
""",
        "centre": f"""{ZERO}  %e = tensor.empty() : {n}
  %f = linalg.fill ins(%zero : f32) outs(%e : {n}) -> {n}
  %s = linalg.reduce {{ arith.addf }} ins(%x : {x}) outs(%f : {n}) dimensions = [2]
  %k = arith.constant dense<{1 / width}> : {n}
  %m = arith.mulf %s, %k : {n}
  %g = tensor.empty() : {x}
  %w1 = linalg.broadcast ins(%m : {n}) outs(%g : {x}) dimensions = [2]
  %y = arith.subf %x, %w1 : {x}
""",
    }


def write_function(name, body, types):
    x, w, v = types
    return f"func.func private @{name}(%x: {x}, %w: {w}, %v: {v}) -> {x} {{\n{body}  return %y : {x}\n}}"


def write_call(result, name, value, types, mark=""):
    x, w, v = types
    return f"  {result} = func.call @{name}({value}, %w, %v) {mark} : ({x}, {w}, {v}) -> {x}"


def write_model(functions, lines, value, types, annotations=None):
    """A model of texts of functions and of the lines of its entry, whose loss is the sum of squares of `value`. `annotations` are
    added to its arguments x, w and v."""
    notes = annotations or {}
    arguments = [f'%{name}: {kind} {{sbp.name = "{name}"{notes.get(name, "")}}}' for name, kind in zip("xwv", types)]
    return (
        "\n".join(functions)
        + f'\nfunc.func @main({", ".join(arguments)}) -> (tensor<f32> {{sbp.name = "loss"}}) {{\n{ZERO}'
        + "\n".join(lines)
        + f"\n  %q = arith.mulf {value}, {value} : {types[0]}\n  %e = tensor.empty() : tensor<f32>\n"
        "  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>\n"
        f"  %loss = linalg.reduce {{ arith.addf }} ins(%q : {types[0]}) outs(%f : tensor<f32>) dimensions = [0, 1, 2]\n"
        "  return %loss : tensor<f32>\n}\n"
    )
