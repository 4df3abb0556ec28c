"""Figures of the program beside its goals: `wuerfelauge bench`. Each module measures one part and yields `Figure`s."""
