"""The planner's weights, in the order of mind.py: found by `python benchmarks/tune.py` against the baselines."""

PLANNER_WEIGHTS = (
    1.94,  # TURN_WORTH
    0.28,  # CARD_TURNS
    0.49,  # TRAIN_WORTH
    0.11,  # POINTS_SHARE
    -0.29,  # RIVAL_RISK
    0.22,  # SURE_TURNS
    2.46,  # SLACK_SCALE
    0.02,  # BLOCK_RISK
    0.76,  # FACE_UP_LOCOMOTIVE
    0.01,  # BLIND_BONUS
    0.95,  # RESERVE
    2.67,  # TICKET_MARGIN
    1.16,  # TRAIL_WORTH
    5.0,  # TRIES
    0.02,  # LOCOMOTIVE_CARE
    0.2,  # FILLER_FLOOR
    2.69,  # LAST_TURNS
    -0.27,  # HAND_SHARE
    1.19,  # FILL_SHARE
    0.99,  # TICKET_TRAINS
    0.69,  # BONUS_SHARE
    6.02,  # CLAIM_SPACES
    1.69,  # CARD_RATE
    2.35,  # GREY_RATE
    0.94,  # PLAN_FIRST
    2.61,  # EXTRA_TURN
    0.13,  # EXTRA_TRAIN
    1.88,  # EXTRA_HARM
    0.19,  # SPARE_CARD
    0.31,  # PERTURBED
    0.51,  # STAY
)

# Of these the baselines use three; theirs stay as they are, so that a better planner does not change what it is measured against.
BASELINE_CARDS = {"FACE_UP_LOCOMOTIVE": 0.67, "BLIND_BONUS": 0.1, "LOCOMOTIVE_CARE": 0.16}
