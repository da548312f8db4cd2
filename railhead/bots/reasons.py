"""Why a bot decides as it does, as numbers: in the order of the codes `railhead.words.REASONS`, which the languages put into words."""

(
    NO_REASON, CLAIM_PLAN, CLAIM_EXTRA, CLAIM_LAST, DRAW_CARDS, DRAW_TICKETS, KEEP_BEST, PAY_SPARE,
    PLACE_STATION, BUILD_FOR_PLAN, BUILD_HARMLESS, WINS_MOST,
) = range(12)  # fmt: skip
