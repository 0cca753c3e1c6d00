"""Two choices and the choice among the sums of pairs of what they chose, as one kernel."""

from gpu_case import from_family

PRIORITY, CHIP = 38, "sm_90"


def choose_pairs(torch, x, w):
    pairs = [(i, j) for i in range(16) for j in range(16) if (i + 1) * (j + 1) <= 16]
    first, second = (torch.tensor(each, device=x.device) for each in zip(*pairs))
    sums = torch.topk(x, 16).values[:, first] + torch.topk(w, 16).values[:, second]
    torch.topk(sums, 16)


def list_cases(is_full):
    yield from_family("product keys", 2**14)
    yield from_family("product keys", 2**22 if is_full else 2**12, ("x", "w"), is_timed=True, peer=choose_pairs, title="tokens")
