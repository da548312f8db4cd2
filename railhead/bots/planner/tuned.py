"""The weights that bots play with: found by evolution, as in `benchmarks/tune.py`, against the baselines and an older self.

The last rounds played seven million games, on a GPU; `ticket_margin` and `stay` were then set by hand, for Europe and for four players.
"""

from dataclasses import replace

from railhead.bots.numbers import GENTLE, PLAYFUL, STEADY
from railhead.bots.numbers import PLANNER as PLANNER_BOT
from railhead.bots.planner.weights import Weights

PLANNER = Weights(
    turn_worth=1.84,
    card_turns=0.24,
    train_worth=0.3,
    points_share=0.21,
    rival_risk=-0.56,
    sure_turns=0.56,
    slack_scale=2.66,
    face_up_locomotive=0.66,
    blind_bonus=0.0,
    reserve=1.2,
    ticket_margin=0.4,
    trail_worth=1.34,
    tries=26.0,
    locomotive_care=0.15,
    last_turns=3.35,
    hand_share=-0.21,
    fill_share=1.16,
    ticket_trains=3.17,
    bonus_share=0.61,
    claim_spaces=0.92,
    card_rate=1.43,
    grey_rate=1.59,
    plan_first=1.0,
    extra_turn=4.4,
    extra_train=0.06,
    extra_harm=1.96,
    spare_card=0.18,
    perturbed=0.56,
    stay=1.5,
    hoard=6.45,
    plan_pace=1.18,
    hurry=1.57,
    fill_card=0.23,
    finish=4.32,
    finish_lead=0.09,
    hoard_far=0.33,
    trail_bonus=1.5,
    trail_scale=4.1,
    trail_growth=0.37,
    claim_length=0.19,
    saved_rate=1.68,
    wait_rate=0.6,
    urgent=0.72,
    locomotive_more=0.21,
    locomotive_need=0.89,
    locomotive_turns=1.26,
    rival_ticket=7.27,
    grey_spare=0.69,
    grey_any=0.3,
    tunnel_cards=0.83,
    ferry_cards=0.48,
    in_order=0.51,
)

# What the search's own planner does otherwise: it takes more tickets and is in less of a hurry, since playouts show when that is too daring.
SEARCH = replace(PLANNER, ticket_margin=-0.2, hurry=0.8, finish=1.5)

# The baselines use three of them; theirs stay as they are, so that a better planner does not change what it is measured against.
BASELINES = Weights(face_up_locomotive=0.67, blind_bonus=0.1, locomotive_care=0.16)

# One who plans its tickets together, but takes no more of them, never hurries the end and thinks little of trails
STEADY_PLANNER = replace(
    PLANNER, ticket_margin=50.0, hurry=0.0, finish=0.0, finish_lead=0.0, trail_bonus=0.75, tries=2.0
)  # fmt: skip

WEIGHTS_OF = {PLANNER_BOT: PLANNER, STEADY: STEADY_PLANNER}

# Manners (railhead/bots/manners.py): of a thousand turns
MANNERS: dict[int, dict[str, int]] = {
    PLAYFUL: {"dawdles": 570, "grabs": 115},
    GENTLE: {"dawdles": 340, "grabs": 68},
    STEADY: {"dawdles": 50, "grabs": 25},
}
