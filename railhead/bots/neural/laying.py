"""From weights that serve every board to a plain network for one table. The same lines run in PyTorch, where they are learned, and in NumPy.

Every node, route, ticket and city of a board gets a code: numbers that tell what it is, found by passing messages along the
routes, plus some that were learned for that very board. A plane's weights are its matrix applied to the codes, and so are the logits'
weights. Once laid, playing costs what a plain network costs.
"""

from collections.abc import Mapping
from typing import Any

from railhead.bots.neural.plan import Plan

CODE = 64  # numbers of a code
ROUNDS = 2

Array = Any  # NumPy's or PyTorch's


class Tools:
    """What differs between the two libraries."""

    def __init__(self, cat: Any, maximum: Any, zeros: Any) -> None:
        self.cat, self.maximum, self.zeros = cat, maximum, zeros


def _even(code: Array) -> Array:
    """Codes of one size, whatever their board."""
    return code / ((code * code).mean(-1)[..., None] + 1e-6) ** 0.5


def codes(weights: Mapping[str, Array], table: Plan, facts: Mapping[str, Array], tools: Tools) -> dict[str, Array]:
    """A code for every route, ticket and city."""
    relu = tools.maximum
    meets, ends = facts["meets"], facts["ends"]
    node = relu(facts["nodes"] @ weights["node"] + weights["node_bias"])
    link = node[:0]
    for step in range(ROUNDS):
        link = relu(
            (meets.T @ node) @ weights[f"link_{step}"]
            + facts["routes"] @ weights[f"link_facts_{step}"]
            + weights[f"link_bias_{step}"]
        )
        node = node + relu((meets @ link) @ weights[f"meet_{step}"])
    ticket = relu((ends @ node) @ weights["ticket"] + facts["tickets"] @ weights["ticket_facts"])
    found = {
        "routes": link @ weights["route_code"],
        "tickets": ticket @ weights["ticket_code"],
        "cities": node[: table.counts["cities"]] @ weights["city_code"],
    }
    for name, part in found.items():
        own = f"own_{name}_{table.game if name == 'tickets' else table.board}"
        found[name] = _even(part + weights[own] if own in weights else part)
    return found


def lay(weights: Mapping[str, Array], table: Plan, facts: Mapping[str, Array], tools: Tools) -> dict[str, Array]:
    """The layers of a plain network: `first` (a row in), `rival` (each rival's bytes in), `policy`, their biases; the rest is as it was learned."""
    code = codes(weights, table, facts, tools)
    kinds = {"route": code["routes"], "ticket": code["tickets"], "city": code["cities"]}
    planes = {kind: part[None] @ weights[f"{kind}_planes"] / CODE for kind, part in kinds.items()}
    width = weights["table"].shape[1]
    rows = []
    for piece in table.pieces:
        if piece.kind == "blank":
            rows.append(tools.zeros((piece.size, width)))
        elif piece.kind == "table":
            rows.append(weights["table"][piece.number : piece.number + piece.size] * piece.scale)
        else:
            rows.append(planes[piece.kind][piece.number] * piece.scale)
    rival = [
        weights["rival_numbers"][:1],
        weights["rival_numbers"][1:],
        code["routes"] @ weights["rival_routes"] / CODE,
    ]
    if table.first_station:
        rival.append(code["cities"] @ weights["rival_cities"] / CODE)
    logits, biases = [weights["policy"]], [weights["policy_bias"]]
    places = [
        ("claim", 128, "routes"),
        ("build", table.first_build, "routes"),
        ("station", table.first_station, "cities"),
    ]
    used = 128
    for name, start, kind in places:
        if start:
            logits += [tools.zeros((start - used, width)), code[kind] @ weights[name] / CODE]
            biases += [tools.zeros((start - used,)), code[kind] @ weights[f"{name}_bias"] / CODE]
            used = start + table.counts[kind]
    return {
        "first": tools.cat(rows),
        "bias": weights["bias"] + (facts["game"] @ weights["game"])[0],
        "rival": tools.cat(rival) * facts["rival_scale"][:, None],
        "logits": tools.cat(logits),
        "logits_bias": tools.cat(biases),
    }
