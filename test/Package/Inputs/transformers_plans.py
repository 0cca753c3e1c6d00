"""plan="auto" on models of transformers: two all_reduce a layer and one for the embedding, logits of one rank, three steps of AdamW."""

import sys
import warnings
from collections import Counter

import numpy as np
import torch
import transformers

import sbp

warnings.simplefilter("ignore", sbp.CompileWarning)
LAYERS = 3
SIZES = {"hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16}
SIZES |= {"num_hidden_layers": LAYERS, "vocab_size": 128, "max_position_embeddings": 64}
ON = {"mesh": {"dp": 2, "tp": 2}, "plan": "auto", "batch": "dp"}


def make(family):
    torch.manual_seed(0)
    config = getattr(transformers, f"{family}Config")(**SIZES)
    return getattr(transformers, f"{family}ForCausalLM")(config).eval()


def compare_logits(family):
    """Prints what moves and the largest difference; fails where more moves than the plan asks for."""
    model, ids = make(family), torch.randint(0, 128, (4, 16))
    program = sbp.compile(model, input_ids=ids, **ON)
    kinds = Counter(step["kind"] for each in program.report.boxings for step in each["steps"])
    logits = program.session(weights=model).step(input_ids=ids)["logits"]
    with torch.no_grad():
        difference = np.abs(logits - model(ids).logits.numpy()).max()
    print(f"{family}: {dict(kinds)} for {LAYERS} layers, logits differ by {difference:.1e}", flush=True)
    assert kinds == {"all_reduce": 2 * LAYERS + 1} and difference < 1e-5


def compare_training():
    """Losses of the model as it is, with labels, under ZeRO 2 and two micro-batches, are PyTorch's."""
    model = make("Llama")
    batches = [torch.randint(0, 128, (4, 16)) for _ in range(3)]
    step = {"train": sbp.AdamW(weight_decay=0.1, clip=1.0), "zero": 2, "micro_batches": 2}
    session = sbp.compile(model, input_ids=batches[0], labels=batches[0], **ON, **step).session(weights=model)
    optimizer, worst = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.1), 0.0
    for ids in batches:
        loss = model(input_ids=ids, labels=ids).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        ours = session.step("train", input_ids=ids, labels=ids, learning_rate=1e-3)["loss"]
        worst = max(worst, abs(ours - loss.item()))
    print(f"training: losses of {len(batches)} steps differ by {worst:.1e}, bound 3e-6")
    assert worst < 3e-6


if __name__ == "__main__":
    for family in sys.argv[1:] or ["Llama", "Qwen2", "Qwen3", "Gemma2", "Granite", "Mistral"]:
        compare_logits(family)
    compare_training()
