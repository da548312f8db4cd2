"""The planner's weights, in the order of mind.py: found by `python -m benchmarks.tune` against the baselines."""

PLANNER_WEIGHTS = (
    1.73,  # TURN_WORTH
    0.29,  # CARD_TURNS
    0.44,  # TRAIN_WORTH
    0.11,  # POINTS_SHARE
    -0.28,  # RIVAL_RISK
    0.3,  # SURE_TURNS
    2.79,  # SLACK_SCALE
    -0.01,  # BLOCK_RISK
    0.88,  # FACE_UP_LOCOMOTIVE
    0.02,  # BLIND_BONUS
    1.34,  # RESERVE
    2.83,  # TICKET_MARGIN
    1.25,  # TRAIL_WORTH
    50.0,  # TRIES
    -0.05,  # LOCOMOTIVE_CARE
    3.2,  # LAST_TURNS
    -0.35,  # HAND_SHARE
    1.11,  # FILL_SHARE
    1.09,  # TICKET_TRAINS
    0.72,  # BONUS_SHARE
    0.95,  # CLAIM_SPACES
    1.64,  # CARD_RATE
    1.47,  # GREY_RATE
    0.88,  # PLAN_FIRST
    2.96,  # EXTRA_TURN
    0.1,  # EXTRA_TRAIN
    2.11,  # EXTRA_HARM
    0.2,  # SPARE_CARD
    0.33,  # PERTURBED
    0.52,  # STAY
    7.6,  # HOARD
    1.3,  # PLAN_PACE
    1.5,  # HURRY
    0.5,  # FILL_CARD
    0.0,  # FILL_HAND
    0.0,  # EXTRA_FLOOR
    0.0,  # BLOCK_WORTH
    5.0,  # FINISH
    0.0,  # FINISH_LEAD
    0.3,  # HOARD_FAR
    0.6,  # TUNNEL_SPARE
    1.0,  # TRAIL_BONUS
    5.0,  # TRAIL_SCALE
    0.3,  # TRAIL_GROWTH
    0.0,  # PACK_TURNS
    0.0,  # PACK_EARLY
    0.3,  # CLAIM_LENGTH
)

# Of these the baselines use three; theirs stay as they are, so that a better planner does not change what it is measured against.
BASELINE_CARDS = {"FACE_UP_LOCOMOTIVE": 0.67, "BLIND_BONUS": 0.1, "LOCOMOTIVE_CARE": 0.16}
