"""Data that ships with the product: dice kits and trained networks."""
