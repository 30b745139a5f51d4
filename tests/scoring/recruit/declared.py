"""Variations of Recruit, for tests."""

from scoring.games.recruit.state import Variation

LOW, KEEPER, PASSER = Variation.LOW_PENALTY, Variation.KEEPER, Variation.PASSER
MATCH, DREAM, OPEN = Variation.MATCH, Variation.DREAM_TEAM, Variation.FACE_UP
