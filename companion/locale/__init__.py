"""The message catalogues: `<language>/LC_MESSAGES/wuerfelauge.po` and, compiled, `.mo`."""
