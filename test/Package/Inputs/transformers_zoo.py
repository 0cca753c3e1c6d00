"""Small models of transformers with random weights, {name: a function that returns (module, inputs by name)}."""

import torch
import transformers

ZOO = {}
BATCH, TOKENS, WORDS = 4, 8, 64
LLAMA = {"hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8}
LLAMA |= {"num_hidden_layers": 2, "vocab_size": WORDS, "max_position_embeddings": 32, "pad_token_id": 0}
BERT = {"hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": WORDS}
BERT |= {"max_position_embeddings": 32, "pad_token_id": 0}
EXPERTS = LLAMA | {"num_local_experts": 4, "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16}
EXPERTS |= {"shared_expert_intermediate_size": 16}
VIT = {"hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "image_size": 8, "patch_size": 4}


def ids():
    return {"input_ids": torch.randint(1, WORDS, (BATCH, TOKENS))}


def images(size=8):
    return {"pixel_values": torch.randn(BATCH, 3, size, size)}


def add(family, kind, sizes, inputs=ids, **more):
    """Registers a model of a family, where this version of transformers has it."""
    config, made = getattr(transformers, f"{family}Config", None), getattr(transformers, f"{family}{kind}", None)
    if config is not None and made is not None:
        ZOO[family] = lambda: (made(config(**{**sizes, **more})).eval(), inputs())


for each in ["Llama", "Qwen2", "Qwen3", "Gemma", "Gemma2", "Granite", "Mistral", "StableLm", "Starcoder2", "Olmo", "Olmo2", "Cohere"]:
    add(each, "ForCausalLM", LLAMA)
for each in ["Phi", "Phi3", "Glm", "Glm4", "Persimmon", "Helium", "SmolLM3", "Ernie4_5", "Nemotron"]:
    add(each, "ForCausalLM", LLAMA)
for each in ["Mixtral", "Qwen2Moe", "Qwen3Moe", "Olmoe"]:
    add(each, "ForCausalLM", EXPERTS)
add(
    "GPT2",
    "LMHeadModel",
    {"n_embd": 32, "n_layer": 2, "n_head": 4, "vocab_size": WORDS, "n_positions": 32, "bos_token_id": 0, "eos_token_id": 0},
)
add("GPTNeoX", "ForCausalLM", BERT)
add("OPT", "ForCausalLM", LLAMA, ffn_dim=64, word_embed_proj_dim=32)
add("Bloom", "ForCausalLM", {"hidden_size": 32, "n_layer": 2, "n_head": 4, "vocab_size": WORDS, "pad_token_id": 0})
add("Falcon", "ForCausalLM", {name: value for name, value in LLAMA.items() if name != "head_dim"})
for each in ["Bert", "Roberta", "Electra", "DistilBert", "Albert", "Camembert", "RoFormer"]:
    add(each, "ForMaskedLM", BERT, embedding_size=32, dim=32, hidden_dim=64, n_layers=2, n_heads=4, true_hidden_size=32)
add("MobileBert", "ForMaskedLM", BERT, embedding_size=16, intra_bottleneck_size=32)
add("T5", "EncoderModel", {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4, "vocab_size": WORDS})
add("ViT", "ForImageClassification", VIT, images)
add("DeiT", "ForImageClassification", VIT, images)
add(
    "ConvNext", "ForImageClassification", {"hidden_sizes": [8, 16], "depths": [1, 1], "num_stages": 2, "image_size": 16}, lambda: images(16)
)
add("ResNet", "ForImageClassification", {"embedding_size": 8, "hidden_sizes": [8, 16], "depths": [1, 1]}, lambda: images(16))
