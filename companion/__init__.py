"""The product: rules engine, referee, journal, statistics, command line and tablet app."""
