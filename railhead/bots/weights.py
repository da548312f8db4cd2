"""The planner's weights, in the order of mind.py: found by `python -m benchmarks.tune` against the baselines."""

PLANNER_WEIGHTS = (
    1.81,  # TURN_WORTH
    0.24,  # CARD_TURNS
    0.35,  # TRAIN_WORTH
    0.1,  # POINTS_SHARE
    -0.41,  # RIVAL_RISK
    0.26,  # SURE_TURNS
    2.16,  # SLACK_SCALE
    0.0,  # BLOCK_RISK
    0.74,  # FACE_UP_LOCOMOTIVE
    0.0,  # BLIND_BONUS
    1.37,  # RESERVE
    6.59,  # TICKET_MARGIN
    1.23,  # TRAIL_WORTH
    26.0,  # TRIES
    0.12,  # LOCOMOTIVE_CARE
    3.26,  # LAST_TURNS
    -0.19,  # HAND_SHARE
    1.26,  # FILL_SHARE
    1.01,  # TICKET_TRAINS
    0.67,  # BONUS_SHARE
    0.83,  # CLAIM_SPACES
    1.48,  # CARD_RATE
    1.54,  # GREY_RATE
    0.93,  # PLAN_FIRST
    3.58,  # EXTRA_TURN
    0.12,  # EXTRA_TRAIN
    1.9,  # EXTRA_HARM
    0.23,  # SPARE_CARD
    0.35,  # PERTURBED
    0.38,  # STAY
    6.51,  # HOARD
    1.22,  # PLAN_PACE
    1.79,  # HURRY
    0.44,  # FILL_CARD
    4.5,  # FINISH
    0.09,  # FINISH_LEAD
    0.28,  # HOARD_FAR
    1.32,  # TRAIL_BONUS
    3.69,  # TRAIL_SCALE
    0.26,  # TRAIL_GROWTH
    0.3,  # CLAIM_LENGTH
    1.77,  # SAVED_RATE
    0.45,  # WAIT_RATE
    0.73,  # URGENT
    0.2,  # LOCOMOTIVE_MORE
    1.18,  # LOCOMOTIVE_NEED
)

# Of these the baselines use three; theirs stay as they are, so that a better planner does not change what it is measured against.
BASELINE_CARDS = {"FACE_UP_LOCOMOTIVE": 0.67, "BLIND_BONUS": 0.1, "LOCOMOTIVE_CARE": 0.16}
