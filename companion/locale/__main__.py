"""Collects the sentences of the code into the catalogues and compiles them: `make messages`."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.i18n import LANGUAGES

FOLDER = Path(__file__).parent
PACKAGE = FOLDER.parent
TRANSLATED = [language for language in LANGUAGES if language != "en"]
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: Würfelauge\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""
KEYWORDS: dict[str, tuple[int, ...] | None] = {"say": None, "rule": (2,), "count": (2, 3)}


def sentences() -> Catalog:
    """Every sentence of the code that people read, with where it stands."""
    catalogue = Catalog(domain="wuerfelauge", project="Würfelauge", charset="utf-8")
    found = extract_from_dir(PACKAGE, method_map=[("**.py", "python")], keywords=KEYWORDS)
    for file, _, message, comments, context in sorted(found, key=lambda row: (row[0], row[1])):
        catalogue.add(message, None, [(f"companion/{file}", None)], auto_comments=comments, context=context)  # type: ignore[list-item]
    return catalogue


def catalogue(language: str) -> Catalog:
    """A language's catalogue as it stands in the repository; one that nobody has begun yet is empty."""
    path = FOLDER / language / "LC_MESSAGES" / "wuerfelauge.po"
    if not path.exists():
        return Catalog(locale=language, domain="wuerfelauge")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="wuerfelauge")


def compiled(source: Catalog) -> bytes:
    """The bytes of the .mo file."""
    source.creation_date = source.revision_date = datetime(2026, 1, 1, tzinfo=UTC)  # the same bytes every time
    out = io.BytesIO()
    write_mo(out, source)
    return out.getvalue()


def main() -> int:
    """Update and compile each language; tell how many sentences still want a translation."""
    missing = 0
    for language in TRANSLATED:
        messages = FOLDER / language / "LC_MESSAGES"
        messages.mkdir(parents=True, exist_ok=True)
        source = catalogue(language)
        source.update(sentences(), no_fuzzy_matching=True, update_header_comment=False, keep_user_comments=True)
        source.obsolete.clear()
        source.fuzzy = False
        with (messages / "wuerfelauge.po").open("wb") as file:
            file.write(HEADER.format(language=language, plurals=source.plural_forms).encode())
            write_po(file, source, width=110, omit_header=True, sort_by_file=True)
        (messages / "wuerfelauge.mo").write_bytes(compiled(source))
        without = [
            m for m in source if m.id and not (all(m.string) if isinstance(m.string, tuple | list) else m.string)
        ]
        missing += len(without)
        print(f"{language}: {len(source)} sentences, {len(without)} without translation")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
