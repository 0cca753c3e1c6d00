"""Models on the stub driver: one stream and three, steps of many calls and of one, have the bits of launches in turn, in every order.

    orders.py BUILD [--models NAME,...] [--streams 1,3] [--gpus 1,4] [--seeds N] [--jobs J]
              [--steps K] [--timeout SECONDS]

Models are those of plans.py, or paths; all but the slowest where none is named. Expected are the bits of a step on one stream whose launches
do not overlap. They are compared for each number of GPUs: where each rank has one, NCCL adds in its own order.
"""

import argparse
import multiprocessing.pool
import os
import tempfile

from plans import EXAMPLES, LAYERS, Plan, use_stub

WAYS = ([], ["--cuda-graph"])


def check(model, options, directory):
    """The number of runs, all of which gave the bits of launches in turn."""
    folder = os.path.join(directory, os.path.basename(model))
    in_turn = Plan(model, f"{folder}_in_turn", 1, options.steps, ["--overlap-launches=off"])
    plans = [Plan(model, folder, streams, options.steps) for streams in options.streams]
    runs = 0
    for gpus in options.gpus:
        expected = in_turn.expect(timeout=options.timeout, DEVICES=gpus)
        todo = [(plan, flags, seed) for plan in plans for flags in WAYS for seed in range(1, options.seeds + 1)]

        def run(item):
            plan, flags, seed = item
            code, text, values = plan.run(
                flags, where=f"{plan.streams}{len(flags)}.{seed}", timeout=options.timeout, SEED=seed, DEVICES=gpus
            )
            assert code == 0, f"{model}: {plan.streams} streams, {flags}, seed {seed}, {gpus} GPUs: {text}"
            assert values == expected, f"{model}: {plan.streams} streams, {flags}, seed {seed}, {gpus} GPUs: other bits"

        with multiprocessing.pool.ThreadPool(options.jobs) as pool:
            for _ in pool.imap_unordered(run, todo):
                runs += 1
    return runs


def numbers(text):
    return list(map(int, text.split(",")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--models", default=",".join(name for name in [*EXAMPLES, *LAYERS] if name != "minilm"))
    parser.add_argument("--streams", type=numbers, default=[1, 3])
    parser.add_argument("--gpus", type=numbers, default=[1, 4])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--steps", type=int, default=3, help="of every run, with other inputs each")
    parser.add_argument("--timeout", type=int, default=60, help="seconds of a run in which nothing goes on, before it is ended")
    options = parser.parse_args()
    use_stub(options.build)
    models, runs = options.models.split(","), 0
    with tempfile.TemporaryDirectory() as directory:
        for model in models:
            count = check(model, options, directory)
            runs += count
            print(f"{os.path.basename(model)}: {count} runs have the same bits", flush=True)
    print(
        f"{len(models)} models, {runs} runs: the same bits on {' and '.join(map(str, options.streams))} streams, with graphs and without, "
        f"in {options.seeds} orders each"
    )


if __name__ == "__main__":
    main()
