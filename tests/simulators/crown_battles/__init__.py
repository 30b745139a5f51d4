"""A Crown Battles simulator: a real deck, real hands and an independent implementation of the rules.

`cards` knows what a card is worth in a trick, `bids` which bids are legal, `points` and `missions` what a round pays,
`powers` what a special card does, `rounds` what each type of round adds. `game` plays a whole evening, `entering`
enters it. Nothing of the game's package is imported but its events and options.
"""
