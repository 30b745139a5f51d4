"""The vocabulary of forms: everything a game can ask the table, as data.

Each kind of question is a module here, with its answer, its checks and all else that only it knows.
"""

from scoring.contract.prompts.bid import Bid
from scoring.contract.prompts.card import Card
from scoring.contract.prompts.choice import Choice
from scoring.contract.prompts.count import Count
from scoring.contract.prompts.field import (
    MISSING_VALUE,
    UNSET,
    Answer,
    Draft,
    Field,
    Gap,
    Key,
    Move,
    Source,
    Unset,
    Value,
    is_int,
    is_number,
    read_pairs,
)
from scoring.contract.prompts.flag import Flag
from scoring.contract.prompts.grid import Cell, Grid
from scoring.contract.prompts.group import Group
from scoring.contract.prompts.groups import Groups
from scoring.contract.prompts.known import Known
from scoring.contract.prompts.on_board import OnBoard
from scoring.contract.prompts.pick import Pick
from scoring.contract.prompts.prompt import Presentation, Prompt, Role, find_prompt
from scoring.contract.prompts.repeat import Repeat
from scoring.contract.prompts.sealed import Sealed
from scoring.contract.prompts.subset import Subset
from scoring.contract.prompts.sum import Sum, is_tape
from scoring.contract.prompts.text import GAME_TITLES, PLAYER_NAMES, Text

__all__ = [
    "GAME_TITLES",
    "MISSING_VALUE",
    "PLAYER_NAMES",
    "UNSET",
    "Answer",
    "Bid",
    "Card",
    "Cell",
    "Choice",
    "Count",
    "Draft",
    "Field",
    "Flag",
    "Gap",
    "Grid",
    "Group",
    "Groups",
    "Key",
    "Known",
    "Move",
    "OnBoard",
    "Pick",
    "Presentation",
    "Prompt",
    "Repeat",
    "Role",
    "Sealed",
    "Source",
    "Subset",
    "Sum",
    "Text",
    "Unset",
    "Value",
    "find_prompt",
    "is_int",
    "is_number",
    "is_tape",
    "read_pairs",
]
