"""The tablet app: Kivy screens and widgets. The only place that imports kivy."""
