"""The planner's weights, in the order of mind.py: found by `python -m benchmarks.tune` against the baselines."""

PLANNER_WEIGHTS = (
    1.73,  # TURN_WORTH
    0.29,  # CARD_TURNS
    0.38,  # TRAIN_WORTH
    0.05,  # POINTS_SHARE
    -0.36,  # RIVAL_RISK
    0.34,  # SURE_TURNS
    2.52,  # SLACK_SCALE
    0.0,  # BLOCK_RISK
    0.84,  # FACE_UP_LOCOMOTIVE
    0.02,  # BLIND_BONUS
    1.53,  # RESERVE
    7.0,  # TICKET_MARGIN
    1.24,  # TRAIL_WORTH
    26.0,  # TRIES
    0.07,  # LOCOMOTIVE_CARE
    3.47,  # LAST_TURNS
    -0.14,  # HAND_SHARE
    1.27,  # FILL_SHARE
    1.05,  # TICKET_TRAINS
    0.67,  # BONUS_SHARE
    0.8,  # CLAIM_SPACES
    1.93,  # CARD_RATE
    1.62,  # GREY_RATE
    0.93,  # PLAN_FIRST
    3.32,  # EXTRA_TURN
    0.23,  # EXTRA_TRAIN
    2.32,  # EXTRA_HARM
    0.22,  # SPARE_CARD
    0.33,  # PERTURBED
    0.44,  # STAY
    7.34,  # HOARD
    1.36,  # PLAN_PACE
    1.52,  # HURRY
    0.36,  # FILL_CARD
    2.73,  # FINISH
    0.16,  # FINISH_LEAD
    0.32,  # HOARD_FAR
    1.25,  # TRAIL_BONUS
    3.5,  # TRAIL_SCALE
    0.27,  # TRAIL_GROWTH
    0.3,  # CLAIM_LENGTH
    1.93,  # SAVED_RATE
    0.45,  # WAIT_RATE
    0.8,  # URGENT
    0.2,  # LOCOMOTIVE_MORE
    1.1,  # LOCOMOTIVE_NEED
)

# Of these the baselines use three; theirs stay as they are, so that a better planner does not change what it is measured against.
BASELINE_CARDS = {"FACE_UP_LOCOMOTIVE": 0.67, "BLIND_BONUS": 0.1, "LOCOMOTIVE_CARE": 0.16}
