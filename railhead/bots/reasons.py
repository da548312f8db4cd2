"""Why a bot decides as it does: numbers for compiled code, in the order of `words.REASONS`."""

(
    NO_REASON, CLAIM_PLAN, CLAIM_EXTRA, CLAIM_LAST, DRAW_CARDS, DRAW_TICKETS, KEEP_BEST, PAY_SPARE,
    PLACE_STATION, BUILD_FOR_PLAN, BUILD_HARMLESS, WINS_MOST,
) = range(12)  # fmt: skip
