"""Why a bot decides as it does: codes for hints, which the languages put into words."""

REASONS = (
    "none", "claim-plan", "claim-extra", "claim-last", "draw-cards", "draw-tickets", "keep-best", "pay-spare",
    "place-station", "build-for-plan", "build-harmless", "wins-most",
)  # fmt: skip
(
    NO_REASON, CLAIM_PLAN, CLAIM_EXTRA, CLAIM_LAST, DRAW_CARDS, DRAW_TICKETS, KEEP_BEST, PAY_SPARE,
    PLACE_STATION, BUILD_FOR_PLAN, BUILD_HARMLESS, WINS_MOST,
) = range(12)  # fmt: skip
