"""`sbp.torch`: forms of a user's model that need no change of it.  Needs torch; Decoder needs transformers.

decoder = sbp.compile(sbp.torch.Decoder(model, cache=256), entries={"prompt": {"input_ids": (2, 32)}, "token": {"input_ids": (2, 1)}})
session = decoder.session(weights=model)
logits = session.step("prompt", input_ids=ids, position=0)["logits"]
logits = session.step("token", input_ids=logits[:, -1:].argmax(-1), position=32)["logits"]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from sbp.errors import PlanError


def make_cache(keys: list[torch.Tensor], values: list[torch.Tensor], position: torch.Tensor) -> Any:
    """A cache for a model of transformers over these tensors of a layer each, [batch, heads, length, features].

    New keys and values are written at `position` and the places behind it; the model attends to all places up to its own.
    """
    from transformers.cache_utils import Cache, StaticLayer

    class Layer(StaticLayer):
        """One layer; the base class answers what the model asks about lengths."""

        def __init__(self, layer_keys: torch.Tensor, layer_values: torch.Tensor) -> None:
            super().__init__(max_cache_len=layer_keys.shape[2])
            self.keys, self.values, self.is_initialized = layer_keys, layer_values, True

        def update(
            self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
        ) -> tuple[torch.Tensor, torch.Tensor]:
            """Writes the new places, and returns all."""
            places = torch.arange(key_states.shape[2]) + position
            self.keys.index_copy_(2, places, key_states)
            self.values.index_copy_(2, places, value_states)
            return self.keys, self.values

        def get_seq_length(self) -> torch.Tensor:
            """The number of places that are written already."""
            return position

    return Cache(layers=[Layer(*each) for each in zip(keys, values, strict=True)])


class Decoder(torch.nn.Module):
    """A causal language model of transformers with a cache of `cache` places: forward(input_ids, position) -> {"logits"}.

    `position`: how many tokens of each row were given before. Keys and values of all layers are states "keys_0", "values_0", ... of the program,
    0 at first, which its entries share. `model` is not changed; the names of its weights are its own.
    """

    def __init__(self, model: torch.nn.Module, cache: int) -> None:
        super().__init__()
        self.__dict__["whole"] = model  # no submodule: its weights are not "whole.*"
        for name, child in model.named_children():
            self.add_module(name, child)
        self.length = cache
        self.layers = 0

    @property
    def _tp_plan(self) -> Mapping[str, str]:
        return getattr(self.whole, "_tp_plan", None) or {}

    def complete_inputs(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of `forward` for an entry: shapes are those of token ids."""
        made = {
            name: torch.zeros(value, dtype=torch.int64)
            if isinstance(value, tuple) and all(isinstance(size, int) for size in value)
            else value
            for name, value in inputs.items()
        }
        ids = made.get("input_ids")
        if ids is None or ids.ndim != 2 or ids.shape[1] > self.length:
            found = "none" if ids is None else f"{list(ids.shape)}"
            raise TypeError(f"an entry of a Decoder needs input_ids [batch, tokens] of at most cache={self.length} tokens; found {found}")
        made.setdefault("position", torch.zeros((), dtype=torch.int64))
        self.prepare(ids.shape[0])
        return made

    def prepare(self, batch: int) -> None:
        """Makes the caches, for the keys and values of one token that the model computes here."""
        if self.layers:
            if self.keys_0.shape[0] != batch:
                raise PlanError(f"entries share caches of {self.keys_0.shape[0]} rows; found one of {batch} rows")
            return
        with torch.no_grad():
            filled = self.whole(input_ids=torch.zeros((1, 1), dtype=torch.int64), use_cache=True).past_key_values
        for number, layer in enumerate(filled.layers):
            for name, value in [("keys", layer.keys), ("values", layer.values)]:
                shape = (batch, value.shape[1], self.length, value.shape[3])
                self.register_buffer(f"{name}_{number}", torch.zeros(shape, dtype=value.dtype), persistent=False)
        self.layers = len(filled.layers)

    def forward(self, input_ids: torch.Tensor, position: torch.Tensor) -> dict[str, torch.Tensor]:
        """Logits [batch, tokens, words] of these tokens, which follow `position` others."""
        keys, values = ([getattr(self, f"{kind}_{number}") for number in range(self.layers)] for kind in ("keys", "values"))
        cache = make_cache(keys, values, position)
        places = (torch.arange(input_ids.shape[1]) + position).unsqueeze(0)
        output = self.whole(input_ids=input_ids, position_ids=places, past_key_values=cache, use_cache=True)
        return {"logits": output.logits}
