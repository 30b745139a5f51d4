"""The vocabulary of forms: everything a game can ask the table, as data.

Each kind of question is a module here, with its answer, its checks and all else that only it knows. A name imported
`as` itself belongs to the package.
"""

from scoring.contract.prompts.bid import Bid as Bid
from scoring.contract.prompts.card import Card as Card
from scoring.contract.prompts.choice import Choice as Choice
from scoring.contract.prompts.count import Count as Count
from scoring.contract.prompts.field import MISSING_VALUE as MISSING_VALUE
from scoring.contract.prompts.field import UNSET as UNSET
from scoring.contract.prompts.field import Answer as Answer
from scoring.contract.prompts.field import Draft as Draft
from scoring.contract.prompts.field import Field as Field
from scoring.contract.prompts.field import Gap as Gap
from scoring.contract.prompts.field import Source as Source
from scoring.contract.prompts.field import Unset as Unset
from scoring.contract.prompts.field import Value as Value
from scoring.contract.prompts.field import is_int as is_int
from scoring.contract.prompts.field import is_number as is_number
from scoring.contract.prompts.field import read_pairs as read_pairs
from scoring.contract.prompts.flag import Flag as Flag
from scoring.contract.prompts.grid import Cell as Cell
from scoring.contract.prompts.grid import Grid as Grid
from scoring.contract.prompts.group import Group as Group
from scoring.contract.prompts.groups import Groups as Groups
from scoring.contract.prompts.known import Known as Known
from scoring.contract.prompts.on_board import OnBoard as OnBoard
from scoring.contract.prompts.pick import Pick as Pick
from scoring.contract.prompts.prompt import Presentation as Presentation
from scoring.contract.prompts.prompt import Prompt as Prompt
from scoring.contract.prompts.prompt import Role as Role
from scoring.contract.prompts.prompt import find_prompt as find_prompt
from scoring.contract.prompts.repeat import Repeat as Repeat
from scoring.contract.prompts.sealed import Sealed as Sealed
from scoring.contract.prompts.subset import Subset as Subset
from scoring.contract.prompts.sum import Sum as Sum
from scoring.contract.prompts.sum import is_tape as is_tape
from scoring.contract.prompts.text import GAME_TITLES as GAME_TITLES
from scoring.contract.prompts.text import PLAYER_NAMES as PLAYER_NAMES
from scoring.contract.prompts.text import Text as Text
