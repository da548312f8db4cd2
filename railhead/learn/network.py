"""One network for every table: policy, chance to win for each seat, and margin. `railhead.bots.neural.laying` says how a board becomes layers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from railhead.boards import Setting
from railhead.bots.neural.keeping import Weights
from railhead.bots.neural.laying import CODE, ROUNDS, Tools, lay
from railhead.bots.neural.plan import (
    CITY_PLANES,
    GAME_FACTS,
    NODE_FACTS,
    PER_SEAT,
    POINTED,
    ROUTE_FACTS,
    ROUTE_PLANES,
    TABLE_SIZE,
    TICKET_FACTS,
    TICKET_PLANES,
    Plan,
    plan,
)
from railhead.kernel.records import CLAIM, SEATS

INNER_CODE = 64  # numbers that nodes and routes pass on while codes are found
RIVAL_HEAD = 64
FORBIDDEN = -1e9


@dataclass(frozen=True)
class Shape:
    """How large a network is."""

    width: int = 768
    inner: int = 512
    blocks: int = 2
    rival: int = 128


class Table:
    """A plan with its facts where PyTorch computes."""

    def __init__(self, setting: Setting, players: int, device: torch.device) -> None:
        self.setting, self.plan, self.device = setting, plan(setting, players), device
        facts = {**self.plan.facts, "rival_scale": self.plan.rival_scale}
        self.facts = {name: torch.from_numpy(part).to(device) for name, part in facts.items()}
        self.tools = Tools(torch.cat, torch.relu, lambda shape: torch.zeros(shape, device=device))

    @property
    def name(self) -> str:
        """The game, and how many play it."""
        return f"{self.plan.game}-{self.plan.players}"


def _weights(shape: Shape) -> dict[str, tuple[tuple[int, ...], float]]:
    """Every weight by name: its shape, and how far it is scattered at first (0: all nothing)."""
    width, code, inner = shape.width, CODE, INNER_CODE
    of_plane, logit = 0.16, 0.08  # divided by CODE where codes are applied; then about 0.02 and 0.01
    found: dict[str, tuple[tuple[int, ...], float]] = {
        "node": ((NODE_FACTS, inner), 1.0), "node_bias": ((inner,), 1.0),
        "ticket": ((inner, inner), 1 / math.sqrt(inner)), "ticket_facts": ((TICKET_FACTS, inner), 0.5),
        "route_code": ((inner, code), 1 / math.sqrt(inner)), "ticket_code": ((inner, code), 1 / math.sqrt(inner)), "city_code": ((inner, code), 1 / math.sqrt(inner)),
        "route_planes": ((len(ROUTE_PLANES), code, width), of_plane), "ticket_planes": ((len(TICKET_PLANES), code, width), of_plane),
        "city_planes": ((len(CITY_PLANES), code, width), of_plane), "table": ((TABLE_SIZE, width), 0.04),
        "bias": ((width,), 0.02), "game": ((GAME_FACTS, width), 0.02),
        "rival_numbers": ((1 + PER_SEAT, shape.rival), 0.1), "rival_routes": ((code, shape.rival), 0.8), "rival_cities": ((code, shape.rival), 0.8),
        "rival_step": ((SEATS - 1, shape.rival), 0.1), "rival_join": ((shape.rival, width), 0.04),
        "rival_chance_hidden": ((width, RIVAL_HEAD), 0.03), "rival_chance_own": ((shape.rival, RIVAL_HEAD), 0.1), "rival_chance": ((RIVAL_HEAD,), 0.05),
        "policy": ((CLAIM, width), 0.01), "policy_bias": ((CLAIM,), 0.0),
        "claim": ((code, width), logit), "build": ((code, width), logit), "station": ((code, width), logit),
        "claim_bias": ((code,), 0.0), "build_bias": ((code,), 0.0), "station_bias": ((code,), 0.0),
        "point": ((2 * len(POINTED), width), 0.01), "point_bias": ((2 * len(POINTED),), 0.0),
        "value": ((2, width), 0.01), "value_bias": ((2,), 0.0),
        "last_scale": ((width,), -1.0), "last_shift": ((width,), 0.0),
    }  # fmt: skip
    for step in range(ROUNDS):
        found |= {
            f"link_{step}": ((inner, inner), 1 / math.sqrt(inner)), f"link_facts_{step}": ((ROUTE_FACTS, inner), 0.5), f"link_bias_{step}": ((inner,), 0.1),
            f"meet_{step}": ((inner, inner), 1 / math.sqrt(inner)),
        }  # fmt: skip
    for block in range(shape.blocks):
        found |= {
            f"scale_{block}": ((width,), -1.0), f"shift_{block}": ((width,), 0.0),
            f"wide_{block}": ((shape.inner, width), 0.6 / math.sqrt(width)), f"wide_bias_{block}": ((shape.inner,), 0.0),
            f"narrow_{block}": ((width, shape.inner), 0.6 / math.sqrt(shape.inner)), f"narrow_bias_{block}": ((width,), 0.0),
        }  # fmt: skip
    return found


class Network(nn.Module):  # type: ignore[misc]
    """All weights, and what they say of rows of a table."""

    def __init__(self, shape: Shape, tables: "list[Table]") -> None:
        super().__init__()
        self.shape = shape
        self.weights = nn.ParameterDict()
        for name, (size, scatter) in _weights(shape).items():
            start = torch.ones(size) if scatter < 0 else torch.randn(size) * scatter
            self.weights[name] = nn.Parameter(start)
        for table in tables:
            self.learn_board(table.plan)

    def learn_board(self, table: Plan) -> None:
        """Give a board's own routes, tickets and cities room for what is learned of them alone."""
        for kind, of in (("routes", table.board), ("tickets", table.game), ("cities", table.board)):
            name = f"own_{kind}_{of}"
            if name not in self.weights:
                self.weights[name] = nn.Parameter(torch.randn(table.counts[kind], CODE))

    def lay(self, table: Table) -> dict[str, Tensor]:
        """The layers for one table, in full precision."""
        with torch.autocast(table.device.type, enabled=False):
            weights = dict(self.weights.items())
            laid = lay(weights, table.plan, table.facts, table.tools)
        return {name: laid.get(name, weights.get(name)) for name in self.played}

    @property
    def played(self) -> list[str]:
        """What playing needs, by name."""
        names = {name for name in self.weights if name.split("_")[0] in REST} - {
            "rival_numbers",
            "rival_routes",
            "rival_cities",
        }
        return sorted({*names, *LAID})

    def forward(self, table: Table, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """See `look`."""
        return look(self.lay(table), table.plan, self.shape.blocks, rows)


REST = {"rival", "point", "value", "last", "scale", "shift", "wide", "narrow"}  # as learned
LAID = ("first", "bias", "rival", "logits", "logits_bias")  # made for a table


def look(laid: Mapping[str, Tensor], table: Plan, blocks: int, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """What rows are worth: logits (illegal decisions out of reach), own chance to win (a logit) and margin, and logits of the rivals' chances.

    The rivals' are of the case that one does not win oneself."""
    from torch.nn.functional import layer_norm, linear

    kind = (
        laid["first"].dtype
        if not torch.is_autocast_enabled(rows.device.type)
        else torch.get_autocast_dtype(rows.device.type)
    )
    given = rows.to(kind)
    width = laid["first"].shape[1]
    parts = [torch.cat([given[:, start:stop] for start, stop in runs], 1) for runs in table.rivals]
    steps = laid["rival_step"][: len(parts)]
    rivals = torch.relu(torch.stack(parts, 1) @ laid["rival"].to(kind) + steps.to(kind))
    hidden = given @ laid["first"].to(kind) + laid["bias"].to(kind) + rivals.sum(1) @ laid["rival_join"].to(kind)
    hidden = torch.relu(hidden)
    for block in range(blocks):
        even = layer_norm(hidden, (width,), laid[f"scale_{block}"].to(kind), laid[f"shift_{block}"].to(kind))
        inner = torch.relu(linear(even, laid[f"wide_{block}"], laid[f"wide_bias_{block}"]))
        hidden = hidden + linear(inner, laid[f"narrow_{block}"], laid[f"narrow_bias_{block}"])
    hidden = layer_norm(hidden, (width,), laid["last_scale"].to(kind), laid["last_shift"].to(kind))
    logits = linear(hidden, laid["logits"], laid["logits_bias"]).float()
    asked = linear(hidden, laid["point"], laid["point_bias"]).float()
    routes = table.counts["routes"]
    for number, start in enumerate((CLAIM, table.first_build)):
        if start:
            pointed = sum(
                asked[:, number * len(POINTED) + place, None] * (given[:, begin : begin + routes].float() * scale)
                for place, (begin, scale) in enumerate(table.pointed)
            )
            logits = torch.cat(
                [logits[:, :start], logits[:, start : start + routes] + pointed, logits[:, start + routes :]], 1
            )
    logits = logits.masked_fill(rows[:, table.mask : table.mask + table.decisions] == 0, FORBIDDEN)
    values = linear(hidden, laid["value"], laid["value_bias"]).float()
    if table.players == 2:
        return logits, values, torch.zeros((len(rows), 1), device=rows.device)
    seen = torch.relu(
        (hidden @ laid["rival_chance_hidden"].to(kind))[:, None] + rivals @ laid["rival_chance_own"].to(kind)
    )
    return logits, values, (seen @ laid["rival_chance"].to(kind)).float()


def seat_chances(values: Tensor, rivals: Tensor) -> Tensor:
    """The chance to win of every seat, counted clockwise from oneself; they add up to one."""
    own = torch.sigmoid(values[:, :1])
    return torch.cat([own, (1 - own) * rivals.softmax(1)], 1)


def arrays(network: Network) -> Weights:
    """The weights as NumPy arrays."""
    return {name: part.detach().float().cpu().numpy().astype(np.float32) for name, part in network.weights.items()}
