"""A perceptron over a chain of stages of one layer each, of equal width, with one rank a stage."""


def write(stages, rows, width, count, schedule):
    """Stage k computes relu(h @ w_k); the last one subtracts y and sums the squares. An update moves a weight by at most 1."""
    t, w = f"tensor<{rows}x{width}xf32>", f"tensor<{width}x{width}xf32>"
    text = "".join(f'sbp.placement @s{k} ["x" = 1] ranks [{k}]\n' for k in range(stages))
    states = [f'%w{k}: {w} {{sbp.state = "w{k}", sbp.distribution = #sbp.distribution<@s{k}, [B]>}}' for k in range(stages)]
    data = [
        f'%{name}: {t} {{sbp.name = "{name}", sbp.microbatch = 0 : i64, sbp.distribution = #sbp.distribution<@s{k}, [B]>}}'
        for name, k in (("x", 0), ("y", stages - 1))
    ]
    text += f'func.func @train({", ".join(data + states)}) -> (tensor<f32> {{sbp.name = "loss"}}'
    text += "".join(f', {w} {{sbp.state = "w{k}"}}' for k in range(stages))
    text += f') attributes {{sbp.microbatches = {count} : i64, sbp.schedule = "{schedule}"}} {{\n'
    text += f"  %zero = arith.constant 0.0 : f32\n  %z = arith.constant dense<0.0> : {t}\n"
    value = "%x"
    for k in range(stages):
        text += f"  %h{k} = sbp.constrain {value} to #sbp.distribution<@s{k}, [B]> : {t}\n"
        text += f"  %e{k} = tensor.empty() : {t}\n  %f{k} = linalg.fill ins(%zero : f32) outs(%e{k} : {t}) -> {t}\n"
        text += f"  %p{k} = linalg.matmul ins(%h{k}, %w{k} : {t}, {w}) outs(%f{k} : {t}) -> {t}\n"
        text += f"  %r{k} = arith.maximumf %p{k}, %z : {t}\n"
        value = f"%r{k}"
    text += f"  %d = arith.subf {value}, %y : {t}\n  %q = arith.mulf %d, %d : {t}\n"
    text += "  %es = tensor.empty() : tensor<f32>\n  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>\n"
    text += f"  %loss = linalg.reduce {{ arith.addf }} ins(%q : {t}) outs(%fs : tensor<f32>) dimensions = [0, 1]\n"
    names = [f"%w{k}" for k in range(stages)]
    types = ", ".join([w] * stages)
    text += f"  %g:{stages} = nn.gradient %loss wrt ({', '.join(names)}) : (tensor<f32>, {types}) -> ({types})\n"
    text += f"  %low = arith.constant dense<-1.0> : {w}\n  %high = arith.constant dense<1.0> : {w}\n"
    for k in range(stages):
        text += f"  %c{k} = arith.maximumf %g#{k}, %low : {w}\n  %m{k} = arith.minimumf %c{k}, %high : {w}\n"
        text += f"  %n{k} = arith.subf %w{k}, %m{k} : {w}\n"
    results = ", ".join(["%loss"] + [f"%n{k}" for k in range(stages)])
    return text + f"  return {results} : tensor<f32>, {types}\n}}\n"
