"""Prints for dice, tables and clutter, drawn anew for every training scene.

- `faces.draw(label, rng, style)`: one face in the hand of one maker (`style.sample_style`)
- `designs.sample_design(rng, kind, held_out)`: a whole die; `bodies` has its colours, materials and skins
- `surfaces.sample_surface(rng, kind)` and `surfaces.table_texture(rng)`: what dice lie on
- `clutter.sample_clutter(rng, kind, held_out)`: flat things that are no dice
- `project.project_art(label, body)` and `project.project_face(label, body)`: the project's own drawing of each face

Everything random comes from the generator passed in. Icons (`icons`) and fonts (`fonts`) are split by a stable hash of
their names into a part for training and a part that is held out for measuring.
"""
