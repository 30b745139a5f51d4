"""Maintenance of the database: checks, repairs, backups, and checks of export targets."""
