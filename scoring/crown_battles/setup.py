"""The set-up form: first dealer, level of entry, schedule, deck and house rulings."""

from scoring.crown_battles import bidding, trump
from scoring.crown_battles.options import Options
from scoring.game import OptionField, Table
from scoring.prompts import Choice, Flag, Pick


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The whole form, for those who play and what is chosen so far."""
    dealers = tuple(Choice(seat, table.names[seat]) for seat in table.seats)
    return (
        OptionField(
            Pick("first_dealer", "First dealer", dealers, options.first_dealer, "Draw", seats=True),
            "Deals and spins in the first round.",
            trump.FIRST_DEALER,
            "Game",
        ),
        OptionField(
            Flag("screw_the_dealer", "Screw the dealer", options.screw_the_dealer), "", bidding.SCREW_THE_DEALER, "Game"
        ),
    )
