"""The planner's weights, in the order of mind.py: found by `python -m benchmarks.tune` against the baselines."""

PLANNER_WEIGHTS = (
    1.84,  # TURN_WORTH
    0.25,  # CARD_TURNS
    0.58,  # TRAIN_WORTH
    0.19,  # POINTS_SHARE
    -0.37,  # RIVAL_RISK
    0.13,  # SURE_TURNS
    2.45,  # SLACK_SCALE
    -0.02,  # BLOCK_RISK
    0.92,  # FACE_UP_LOCOMOTIVE
    0.04,  # BLIND_BONUS
    0.95,  # RESERVE
    3.22,  # TICKET_MARGIN
    1.07,  # TRAIL_WORTH
    5.0,  # TRIES
    0.06,  # LOCOMOTIVE_CARE
    0.12,  # FILLER_FLOOR
    3.14,  # LAST_TURNS
    -0.26,  # HAND_SHARE
    1.25,  # FILL_SHARE
    1.07,  # TICKET_TRAINS
    0.63,  # BONUS_SHARE
    5.86,  # CLAIM_SPACES
    1.49,  # CARD_RATE
    1.76,  # GREY_RATE
    0.65,  # PLAN_FIRST
    2.52,  # EXTRA_TURN
    0.14,  # EXTRA_TRAIN
    2.04,  # EXTRA_HARM
    0.18,  # SPARE_CARD
    0.4,  # PERTURBED
    0.71,  # STAY
)
