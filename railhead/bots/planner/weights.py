"""The weights of the planner's judgement by name; all in points unless it says otherwise. `tuned.py` has their values."""

from dataclasses import dataclass, fields

from railhead.kernel.declaring import in_lines


@dataclass
class Weights:
    """One number for each thing that is weighed: as a record in a mind, and as values to fill it with."""

    turn_worth: float = 0.0  # what a turn is worth when nothing is urgent
    card_turns: float = 0.0  # turns that one missing card costs
    train_worth: float = 0.0  # what a train is worth while there are many
    points_share: float = 0.0  # how much of a route's points make up for its cost
    rival_risk: float = 0.0  # added cost of a route where a rival already is
    sure_turns: float = 0.0  # turns of slack at which completing is an even chance
    slack_scale: float = 0.0  # turns of slack that make it e times as likely
    face_up_locomotive: float = 0.0  # cards that a face-up locomotive must outweigh
    blind_bonus: float = 0.0  # cards: what drawing blind is worth beyond its average
    reserve: float = 0.0  # trains kept for detours before extra routes are claimed
    ticket_margin: float = (
        0.0  # by how much new tickets must beat a turn, as a share of a ticket's mean points, shared among the rivals
    )
    trail_worth: float = 0.0  # points for an extra route that lengthens one's network
    tries: float = 0.0  # orders in which tickets are joined when planning
    locomotive_care: float = 0.0  # cards: what a locomotive is worth beyond a card when paying
    last_turns: float = 0.0  # turns before the end from which on only points count
    hand_share: float = 0.0  # how much of a card in hand is taken off a route's cost when planning
    fill_share: float = (
        0.0  # how much of the points that long routes could bring in the turns left counts when plans are compared
    )
    ticket_trains: float = 0.0  # trains that the plan may still need when new tickets are considered
    bonus_share: float = 0.0  # how much of the bonus for most tickets each ticket stands for
    claim_spaces: float = (
        0.0  # a rival's usual claim, as a share of the mean space's route, for guessing when the game ends
    )
    card_rate: float = 0.0  # how quickly the cards of one colour come: the smaller, the slower the last ones
    grey_rate: float = 0.0  # cards for grey routes that a turn of drawing brings
    plan_first: float = 0.0  # share of the tickets' routes, against extra ones, in what a card is worth
    extra_turn: float = (
        0.0  # how many times what long routes would bring a turn must bring which is spent on an extra route
    )
    extra_train: float = (
        0.0  # points that a train must bring there, while there are trains for more than the turns left
    )
    extra_harm: float = 0.0  # cards that the plan may lose to an extra route
    spare_card: float = 0.0  # turns that a card saves which nothing needs yet
    perturbed: float = 0.0  # by how much costs are varied when other networks are looked for
    stay: float = 0.0  # points by which a new plan must be better than the one before
    hoard: float = 0.0  # cards that a rival will have left over at the end
    plan_pace: float = 0.0  # how many times as long as counted a plan takes, what comes between included
    hurry: float = 0.0  # points that rivals lose with each turn by which the game ends sooner
    fill_card: float = 0.0  # turns that each space of a long route takes beside its claim
    finish: float = 0.0  # points for a claim that ends the game
    finish_lead: float = 0.0  # the same for each point of the lead
    hoard_far: float = 0.0  # how much less a spare card is worth for each further one that its route still misses
    trail_bonus: float = 0.0  # how much of the bonus for the longest trail counts
    trail_scale: float = 0.0  # spaces ahead of the rivals that make it e times as likely
    trail_growth: float = 0.0  # how much of the trains that a rival has left lengthen its trail
    claim_length: float = 0.0  # which routes of the plan are claimed first: so much for each space, against 2 for each end where a rival is
    saved_rate: float = 0.0  # `card_rate` where one card is weighed
    wait_rate: float = 0.0  # `card_rate` of a seat that waits for its plan's cards alone
    urgent: float = (
        0.0  # how many times more a card of the plan is worth for each point that a turn's delay may cost the tickets
    )
    locomotive_more: float = 0.0  # turns that a locomotive saves beyond the best card
    locomotive_need: float = 0.0  # turns that a locomotive saves which a ferry of the plan lacks
    locomotive_turns: float = 0.0  # turns that one missing locomotive of a ferry takes
    rival_ticket: float = 0.0  # points that a rival's ticket is thought to bring
    grey_spare: float = 0.0  # turns that a card of the colour of which most are spare saves a grey route
    grey_any: float = 0.0  # and one of any other colour
    tunnel_cards: float = 0.0  # what a tunnel costs beyond its spaces, on average
    ferry_cards: float = 0.0  # and a ferry for each locomotive
    in_order: float = (
        0.0  # how far tickets are completed one after the other, those with most points first, and not all at the end
    )


WEIGHTS = in_lines([(weight.name, "f4") for weight in fields(Weights)], 8)
