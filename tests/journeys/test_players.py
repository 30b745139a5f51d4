"""The pages about a player: record, rivals, games, a new symbol, a merge and its undo."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from companion.testing.random_sessions import played
from scoring.games import find_game
from storage.statistics.player_totals import list_player_summaries
from storage.store import Store
from tests.journeys.conftest import Open, Served, each_device


def plays(path: Path) -> dict[str, int]:
    """The number of plays of every player."""
    with Store(path) as store:
        return {summary.player.name: summary.plays for summary in list_player_summaries(store.database)}


@each_device
def test_a_player_is_looked_at_dressed_merged_and_parted_again(
    visit: Open, server: Served, device: dict[str, Any]
) -> None:
    with Store(server.database) as store:
        for seed in range(5):
            played(store, find_game("recruit"), 3, seed)
        played(store, find_game("recruits"), 2, 5)
        played(store, find_game("recruits"), 2, 6, names=("Benny", "Cleo"))
        ids = {summary.player.name: summary.player.id for summary in list_player_summaries(store.database)}

    ui = visit(server.url, **device).open().tap("Players").see("4 players of your games")
    ui.tap_id(f"player[{ids['Ben']}]").see("Head to head")
    ui.see("by chance").see_id("rating.curve").gone("being worked out again")
    ui.tap_id("tab=rivals").see_id("nemesis").see_id("victim").see("Everybody").see_id(f"rival[{ids['Ana']}]")
    ui.tap_id("tab=games").see_id("measures.recruit").see(re.compile("Penalties: [0-9.]+"))

    ui.tap_id("tab=glance").tap_id("player.style").tap_id("colour:violet").tap_id("symbol:moon")
    ui.fill("Name", "Benjamin").tap_id("player.save").see("Benjamin")
    with Store(server.database) as store:
        kept = store.players.get(ids["Ben"])
        assert (kept.name, kept.colour, kept.symbol) == ("Benjamin", "#8a4fb0", "moon")

    ui.tap_id("player.merge").tap_id(f"merge[{ids['Ana']}]")
    ui.see("Ana and Benjamin played in the same game; they cannot be the same person.")
    ui.tap_id("merge.back").fill("Search", "benn")
    expect(ui.id(f"merge[{ids['Cleo']}]")).to_have_count(0)  # a shorter list moves what is tapped next
    ui.tap_id(f"merge[{ids['Benny']}]")
    ui.value("merge.summary", "Benjamin stays: 6 + 1 games become 7.")
    ui.tap_id("merge.confirm").see("Counts as this player").gone("being worked out again")
    assert plays(server.database) == {"Ana": 6, "Cleo": 6, "Benjamin": 7}

    ui.tap_id(f"unmerge[{ids['Benny']}]").gone("Counts as this player")
    assert plays(server.database) == {"Ana": 6, "Cleo": 6, "Benjamin": 6, "Benny": 1}
    ui.reload().see("Benjamin").gone("being worked out again")
