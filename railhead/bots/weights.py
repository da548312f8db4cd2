"""The planner's weights, in the order of mind.py: found by playing paired deals with and without a change."""

PLANNER_WEIGHTS = (
    3.16,  # TURN_WORTH
    0.34,  # CARD_TURNS
    0.72,  # TRAIN_WORTH
    0.44,  # POINTS_SHARE
    0.12,  # RIVAL_RISK
    0.4,  # SURE_TURNS
    4.0,  # SLACK_SCALE
    0.05,  # BLOCK_RISK
    0.67,  # FACE_UP_LOCOMOTIVE
    0.1,  # BLIND_BONUS
    2.2,  # RESERVE
    0.83,  # TICKET_MARGIN
    1.0,  # TRAIL_WORTH
    4.0,  # TRIES
    0.16,  # LOCOMOTIVE_CARE
    4.97,  # FILLER_FLOOR
    1.54,  # LAST_TURNS
    0.1,  # HAND_SHARE
    2.0,  # PLAN_TURN_WORTH
    4.0,  # TICKET_TRAINS
    0.25,  # BONUS_SHARE
    1.8,  # CLAIM_SPACES
)
