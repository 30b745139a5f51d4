"""Taps on phones while others enter: those that still fit count, the others record nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.open_session.record_outcomes import Moved, Noted, Recorded
from companion.phones.invitation import Invitation, Phone, Place, Right, Use
from scoring.contract.prompts import find_prompt
from scoring.contract.scores import Seat
from scoring.engine.journal import Amend, Remove
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.crown_battles.options import RoundType
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.kit.trick_taking import Level
from storage.store import Store
from tests.companion.pages import at, type_on
from tests.companion.phone_tables import OpenDoor, at_seat, crown_table, on_phone, sealed_table, seated, status_of
from tests.companion.tables import ask, bid_all, enter, opened


def trick_table(store: Store) -> Desk:
    """Two cards each, trick by trick; all bids are in."""
    desk = opened(store, CROWN, 3, CrownOptions(schedule=(2, 2), level=Level.TRICKS))
    enter(desk, "trump_spun", shows="red")
    bid_all(desk, 0)
    return desk


@pytest.mark.parametrize("kind", ["bid_sealed", "blind_bid_sealed"])
async def test_a_tap_while_another_seat_records_counts(kind: str, store: Store) -> None:
    is_instant = kind == "bid_sealed"
    desk = sealed_table(store) if is_instant else crown_table(store, RoundType.BLIND)
    invitation = Invitation(desk)
    _, ana = seated(invitation, 0)
    async with at_seat(invitation, 1) as page:
        bid_key, button = page.tappable(f"{kind}.bid=2"), None if is_instant else page.tappable("confirm")
        prompt = ask(ana, kind)
        bid = 1 if is_instant else [1]
        assert isinstance(ana.record(prompt, dict(prompt.given) | {"bid": bid}, ana.number), Recorded)
        await page.settle()
        await page.fire(bid_key, "click")
        if button is not None:
            await page.fire(button, "click")
        entry = desk.journal[-1]
        assert (entry.event.seat, entry.event.bid) == (1, 2 if is_instant else (2,))


def swap_first_two(desk: Desk) -> Amend[Any]:
    """The correction that the first two players sat the other way round."""
    payload = desk.payload_of(desk.run.opened)
    first, second, *others = payload["names"]
    moves = [1, 0, *range(2, len(others) + 2)]
    return desk.amendment(0, payload | {"names": [second, first, *others], "moves": moves})


async def test_a_tap_on_a_question_that_another_seat_answered_meanwhile_records_nothing(store: Store) -> None:
    desk = trick_table(store)
    async with at_seat(Invitation(desk, right=Right.ALL), 1) as page:
        late = page.tappable("trick_won.seat=1")
        enter(desk, "trick_won", seat=0)
        await page.settle()
        before = desk.number
        await page.fire(late, "click")  # meant for the first trick, too
        assert desk.number == before
        await page.tap("trick_won.seat=1")
        assert desk.number == before + 1


def test_a_question_that_was_asked_anew_refuses_what_was_meant_for_the_one_before(store: Store) -> None:
    desk = trick_table(store)
    _, ben = seated(Invitation(desk, right=Right.ALL), 1)
    old = ben.number
    prompt = ask(ben, "trick_won")
    enter(desk, "trick_won", seat=0)
    assert isinstance(ben.record(prompt, {"seat": 1}, old), Moved)
    assert isinstance(ben.record(prompt, {"seat": 1}, ben.number), Recorded)


def test_a_bid_tapped_while_another_seat_takes_its_own_back_still_fits(invitation: Invitation) -> None:
    (_, ana), (_, ben) = seated(invitation, 0), seated(invitation, 1)
    old, prompts = ben.number, [find_prompt(desk.prompts, "bid_sealed") for desk in (ana, ben)]
    first, second = (prompt for prompt in prompts if prompt is not None)
    ana.record(first, dict(first.given) | {"bid": 1}, ana.number)
    ana.undo(ana.number)
    assert isinstance(ben.record(second, dict(second.given) | {"bid": 1}, old), Recorded)


def test_a_trick_tapped_while_the_one_before_is_taken_back_is_asked_again(store: Store) -> None:
    desk = trick_table(store)
    enter(desk, "trick_won", seat=0)
    _, ben = seated(Invitation(desk, right=Right.ALL), 1)
    old, prompt = ben.number, find_prompt(ben.prompts, "trick_won")
    desk.undo(desk.number)
    assert isinstance(ben.record(prompt, {"seat": 1}, old), Moved)


LOSSES: dict[str, Callable[[Invitation, Phone], object]] = {
    "swapped": lambda invitation, _: invitation.desk.write(swap_first_two(invitation.desk)),
    "asked again": Invitation.ask_again,
    "sent away": Invitation.send_away,
    "replaced": lambda invitation, phone: (invitation.ask_again(phone), seated(invitation, 0)),
    "at another table": lambda invitation, _: invitation.move_to(sealed_table(invitation.desk.store)),
}
"""How a phone at seat 0 may lose it."""


@pytest.mark.parametrize("loss", LOSSES)
def test_a_tap_of_a_phone_that_lost_its_seat_enters_nothing_while_its_page_is_not_drawn_again(
    loss: str, store: Store
) -> None:
    desk = crown_table(store)
    bid_all(desk, 1)
    invitation = Invitation(desk)
    phone, ana = seated(invitation, 0)
    part = ask(ana, "tricks_taken")
    assert isinstance(ana.record(part, {"tricks": [[0, 1]]}, ana.number), Noted)
    LOSSES[loss](invitation, phone)
    entered = desk.draft("tricks_taken")
    assert entered["tricks"]
    ana.cache_draft(ana.number, "tricks_taken", {})
    assert isinstance(ana.record(part, {"tricks": [[0, 2]]}, ana.number), Moved)
    assert desk.draft("tricks_taken") == entered


def test_a_phone_that_was_sent_away_takes_nothing_back(invitation: Invitation) -> None:
    phone, ana = seated(invitation, 0)
    enter(ana, "bid_sealed", bid=1)
    invitation.send_away(phone)
    assert ana.undo(ana.number) is None


def test_a_question_with_a_list_among_its_given_answers_may_be_asked_on_a_phone(store: Store) -> None:
    desk = opened(store, CROWN, 3, CrownOptions(schedule=(1, 1), pool=(RoundType.SUIT_PRECISION,)))
    _, ben = seated(Invitation(desk), 1)
    prompt = ask(ben, "suit_bids_placed")
    assert dict(prompt.given)["doubles"] == []
    enter(desk, "trump_spun", shows="red")
    assert ben.fits_since(prompt) == desk.number - 1


# What a phone says first --------------------------------------------------------------------------------------------


async def test_a_phone_says_first_whose_turn_it_is_and_shows_its_own_seat_above_the_others(
    invitation: Invitation,
) -> None:
    desk = invitation.desk
    phone, ben = seated(invitation, 1)
    async with on_phone(invitation, phone) as page:
        assert status_of(page) == ["Your turn, Ben"]
        names = [text for text in page.texts() if text in desk.state.table.names]
        assert names[:4] == ["Ben", "Ben", "Cleo", "Ana"], "the header says whose phone it is"
        await page.tap("bid_sealed.bid=2")
        assert status_of(page) == ["1 of 3 have chosen. Still open: Ana and Cleo."]
        assert page.tappable("undo")
        assert not page.has("redo")
        await page.tap("undo")
        assert status_of(page) == ["Your turn, Ben"]
        assert not page.has("redo")
        assert ben.is_turn


def test_a_phone_says_what_the_host_entered_for_its_seat_until_the_round_is_over(invitation: Invitation) -> None:
    desk = invitation.desk
    (_, ana), (_, ben) = seated(invitation, 0), seated(invitation, 1)
    questions = {prompt.seat: prompt for prompt in desk.game.sealed(desk.state)}
    desk.record(questions[Seat(1)], dict(questions[Seat(1)].given) | {"bid": 2}, desk.number)
    assert ben.status.startswith("Entered by the host: Ben has sealed a bid. 1 of 3 have chosen.")
    ana.record(questions[Seat(0)], dict(questions[Seat(0)].given) | {"bid": 1}, ana.number)
    assert "Entered by the host" not in ana.status
    assert "Entered by the host" in ben.status
    desk.undo(desk.number)
    desk.undo(desk.number)
    assert ben.status == "Your turn, Ben"
    ben.record(questions[Seat(1)], dict(questions[Seat(1)].given) | {"bid": 2}, ben.number)
    assert "Entered by the host" not in ben.status


@pytest.mark.parametrize("is_invited", [True, False])
async def test_the_host_sees_how_many_have_chosen_where_phones_are_invited(is_invited: bool, store: Store) -> None:
    desks = Desks(store)
    desk = desks.desk(sealed_table(store).session_id)
    invitation = Invitation(desk)
    _, cleo = seated(invitation, 2)
    prompt = ask(cleo, "bid_sealed")
    cleo.record(prompt, dict(prompt.given) | {"bid": 3}, cleo.number)
    if not is_invited:
        invitation.close()
    async with at(store, f"/table/{desk.session_id}", desks=desks, phones=OpenDoor(invitation)) as page:
        assert status_of(page) == ["1 of 3 have chosen. Still open: Ana and Ben."] * is_invited


async def test_a_tap_of_the_host_keeps_what_a_phone_entered_before_the_host_s_screen_was_drawn(store: Store) -> None:
    desks = Desks(store)
    desk = desks.desk(crown_table(store).session_id)
    bid_all(desk, 1)
    _, ben = seated(Invitation(desk), 1)
    async with at(store, f"/table/{desk.session_id}", desks=desks) as page:
        prompt = ask(ben, "tricks_taken")
        ben.record(prompt, {"tricks": [[1, 0]]}, ben.number)
        await page.tap("tricks_taken.tricks[2]=1")  # before the screen is drawn with Ben's
        assert desk.draft("tricks_taken") == {"tricks": [[1, 0], [2, 1]]}
        await page.tap("undo")
        assert desk.draft("tricks_taken") == {"tricks": [[1, 0]]}, "only the host's own tap is taken back"


async def test_undo_of_the_host_takes_back_no_number_of_a_phone_and_a_phone_sees_what_the_host_empties(
    store: Store,
) -> None:
    desks = Desks(store)
    desk = desks.desk(opened(store, SCORE_PAD, 3).session_id)
    async with at(store, f"/table/{desk.session_id}", desks=desks) as host, at_seat(Invitation(desk), 2) as phone:
        await host.tap("round_entered.scores.pad#2")
        await type_on(phone, "round_entered.scores.pad", "8")
        await phone.tap("confirm")
        assert status_of(phone) == ["Entered. The host records it once all are in."]
        await host.until(lambda: "8" in host.texts(host.id("round_entered.scores[2]")))
        await host.tap("undo")
        assert desk.draft("round_entered") == {"scores": [[2, 8]]}
        await host.tap("undo")
        assert desk.draft("round_entered").get("scores", []) == []
        await phone.until(lambda: status_of(phone) == ["Your turn, Cleo"])
        await type_on(phone, "round_entered.scores.pad", "8")
        await phone.tap("confirm")
        assert desk.draft("round_entered") == {"scores": [[2, 8]]}


async def test_what_is_half_chosen_in_secret_goes_to_no_other_player(store: Store) -> None:
    desk = crown_table(store, RoundType.BLIND)
    invitation = Invitation(desk)
    async with at_seat(invitation, 0) as ana, at_seat(invitation, 1) as ben:
        await ben.tap("blind_bid_sealed.bid=1")
        desk.write(swap_first_two(desk))
        await ana.until(lambda: "This is Ana's phone" in ana.texts() and ana.has("confirm"))
        await ana.settle()
        number = desk.number
        await ana.tap("confirm")  # she chose nothing
        assert desk.number == number


def test_half_entered_numbers_go_with_their_players_and_come_back_with_the_undo(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3)
    enter(desk, "round_entered", scores=[[0, 1], [1, 2], [2, 3]])
    invitation = Invitation(desk)
    phone, ana = seated(invitation, 0)
    ana.record(ask(ana, "round_entered"), {"scores": [[0, 20]]}, ana.number)
    desk.write(swap_first_two(desk))
    assert phone.place == Place(Use.SEAT, Seat(1))
    assert desk.draft("round_entered") == {"scores": [[1, 20]]}
    desk.undo(desk.number)
    assert desk.draft("round_entered") == {"scores": [[0, 20]]}
    desk.redo(desk.number)
    assert Desk(store, desk.session_id).draft("round_entered") == {"scores": [[1, 20]]}


def test_what_is_half_entered_stays_when_a_forgotten_round_comes_before_it(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3)
    first = enter(desk, "round_entered", scores=[[0, 1], [1, 2], [2, 3]])
    _, ben = seated(Invitation(desk), 1)
    ben.record(ask(ben, "round_entered"), {"scores": [[1, 20]]}, ben.number)
    desk.write(desk.insertion(first, ask(desk, "round_entered"), {"scores": [[0, 7], [1, 8], [2, 9]]}))
    assert (desk.main.title, desk.draft("round_entered")) == ("Round 3", {"scores": [[1, 20]]})
    desk.undo(desk.number)
    assert (desk.main.title, desk.draft("round_entered")) == ("Round 2", {"scores": [[1, 20]]})
    desk.write(Remove(first))
    assert (desk.main.title, desk.draft("round_entered")) == ("Round 1", {"scores": [[1, 20]]})


async def test_the_first_digit_of_a_phone_s_part_sends_nothing(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 3)
    for _ in range(3):
        enter(desk, "cards_counted", recruits=12, bystanders=0, berserkers=0)
    async with at_seat(Invitation(desk), 1) as page:
        await page.tap("bonuses_scored.points[1].more", "bonuses_scored.points[1].pad#1")
        assert not desk.draft("bonuses_scored")
        await page.tap("bonuses_scored.points[1].pad#2", "confirm")
    assert desk.draft("bonuses_scored") == {"points": [[1, 12]]}


async def test_a_number_of_several_digits_is_typed_on_a_phone(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3)
    async with at_seat(Invitation(desk), 1) as page:
        for keys, entered in (("27", [27]), ("+3", [27, 3])):
            await type_on(page, "round_entered.scores.pad", keys)
            await page.tap("confirm")
            parts = entered if len(entered) > 1 else entered[0]
            assert desk.draft("round_entered") == {"scores": [[1, parts]]}
        for _ in range(3):
            await page.tap("undo")
        assert not desk.draft("round_entered").get("scores")
