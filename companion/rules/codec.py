"""JSON both ways for the values of the rules engine, driven by their type hints.

Frozen dataclasses become objects, tuples become lists, None is left out; where a field may hold one of several
dataclasses the object is tagged with `"do"`. Decoding is strict and says where the data is wrong.
A field marked `metadata=UNWRITTEN` is not part of the JSON and has to be given to `decode`.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.rules.errors import MalformedData

T = TypeVar("T")
Encode = Callable[[Any], object]
Decode = Callable[[object, str], Any]

UNWRITTEN = {"json": False}


def encode(value: object) -> object:
    """A value as plain JSON data."""
    kind: Any = type(value)
    return _encoder(kind)(value)


def encode_fields(value: object) -> dict[str, object]:
    """The fields of a dataclass as JSON data, even if its class has a `to_json` of its own."""
    kind: Any = type(value)
    return _dataclass_encoder(kind)(value)


def encode_tagged(value: object) -> dict[str, object]:
    """A dataclass as JSON data with its kind under `"do"`."""
    kind: Any = type(value)
    return {"do": tag(kind), **encode_fields(value)}


def decode(kind: type[T], data: object, where: str = "", **given: object) -> T:
    """The value of type `kind` that JSON data describes; MalformedData if it does not."""
    hint: Any = kind
    if given:
        return kind(**_field_decoder(hint)(data, where), **given)
    return cast("T", _decoder(hint)(data, where))


def decode_tagged(kinds: tuple[type[T], ...], data: object, where: str = "") -> T:
    """The value that tagged JSON data describes, one of `kinds`."""
    return cast("T", _union_decoder(kinds)(data, where))


@cache
def tag(kind: type) -> str:
    """The name of a class in JSON: `TakeCard` is `take-card`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", kind.__name__).lower()


@cache
def _encoder(hint: Any) -> Encode:  # noqa: ANN401 - a type hint can be anything
    if hint in (int, str, bool, type(None), float) or get_origin(hint) is Literal:
        return _same
    if hasattr(hint, "to_json"):
        return cast("Encode", hint.to_json)
    if get_origin(hint) is tuple:
        return _tuple_encoder(get_args(hint))
    if get_origin(hint) in (Union, types.UnionType):
        return _union_encoder(tuple(a for a in get_args(hint) if a is not type(None)))
    if is_dataclass(hint):
        return _dataclass_encoder(cast("type", hint))
    raise TypeError(f"no JSON for {hint}")


@cache
def _dataclass_encoder(kind: type) -> Callable[[object], dict[str, object]]:
    hints = get_type_hints(kind)
    steps = [(f.name, _encoder(hints[f.name])) for f in _written(kind)]

    def encode_each(value: object) -> dict[str, object]:
        data: dict[str, object] = {}
        for name, step in steps:
            item = getattr(value, name)
            if item is not None:
                data[name] = step(item)
        return data

    return encode_each


def _same(value: object) -> object:
    return value


def _tuple_encoder(args: tuple[Any, ...]) -> Encode:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _encoder(args[0])
        return list if item is _same else lambda value: [item(v) for v in value]
    items = [_encoder(a) for a in args]
    return lambda value: [item(v) for item, v in zip(items, value, strict=True)]


def _union_encoder(args: tuple[Any, ...]) -> Encode:
    if len(args) == 1:
        item = _encoder(args[0])
        return lambda value: None if value is None else item(value)
    if all(is_dataclass(a) and not hasattr(a, "to_json") for a in args):
        return lambda value: None if value is None else encode_tagged(value)
    raise TypeError(f"no JSON for a union of {args}")


@cache
def _decoder(hint: Any) -> Decode:  # noqa: ANN401
    if hint in _PLAIN:
        return _plain_decoder(hint)
    if get_origin(hint) is Literal:
        return _literal_decoder(get_args(hint))
    if hasattr(hint, "from_json"):
        return _hook_decoder(hint)
    if get_origin(hint) is tuple:
        return _tuple_decoder(get_args(hint))
    if get_origin(hint) in (Union, types.UnionType):
        args = tuple(a for a in get_args(hint) if a is not type(None))
        inner = _decoder(args[0]) if len(args) == 1 else _union_decoder(args)
        if len(args) == len(get_args(hint)):
            return inner
        return lambda data, where: None if data is None else inner(data, where)
    if is_dataclass(hint):
        return _dataclass_decoder(cast("type", hint))
    raise TypeError(f"no JSON for {hint}")


_PLAIN = {int: "a whole number", str: "a text", bool: "true or false"}


def _plain_decoder(kind: type) -> Decode:
    def decode_plain(data: object, where: str) -> object:
        if type(data) is not kind:
            raise MalformedData(where, f"expected {_PLAIN[kind]}, found {_found(data)}")
        return data

    return decode_plain


def _literal_decoder(choices: tuple[object, ...]) -> Decode:
    def decode_literal(data: object, where: str) -> object:
        if not isinstance(data, str | int) or data not in choices:
            wanted = ", ".join(map(str, choices))
            raise MalformedData(where, f"expected one of {wanted}, found {_found(data)}")
        return data

    return decode_literal


def _hook_decoder(kind: Any) -> Decode:  # noqa: ANN401
    def decode_hook(data: object, where: str) -> object:
        try:
            return kind.from_json(data)
        except ValueError as error:
            raise MalformedData(where, str(error)) from None

    return decode_hook


def _tuple_decoder(args: tuple[Any, ...]) -> Decode:
    def listed(data: object, where: str) -> list[object]:
        if not isinstance(data, list):
            raise MalformedData(where, f"expected a list, found {_found(data)}")
        return data

    if len(args) == 2 and args[1] is Ellipsis:
        item = _decoder(args[0])
        return lambda data, where: tuple(item(v, f"{where}[{i}]") for i, v in enumerate(listed(data, where)))
    items = [_decoder(a) for a in args]

    def decode_fixed(data: object, where: str) -> object:
        values = listed(data, where)
        if len(values) != len(items):
            raise MalformedData(where, f"expected {len(items)} values, found {len(values)}")
        return tuple(item(v, f"{where}[{i}]") for i, (item, v) in enumerate(zip(items, values, strict=True)))

    return decode_fixed


@cache
def _union_decoder(kinds: tuple[Any, ...]) -> Decode:
    known = {tag(kind): _decoder(kind) for kind in kinds}

    def decode_union(data: object, where: str) -> object:
        if not isinstance(data, dict) or not isinstance(name := data.get("do"), str):
            raise MalformedData(where, 'expected an object with "do"')
        if name not in known:
            raise MalformedData(where, f"“{name}” is not one of {', '.join(known)}")
        return known[name]({k: v for k, v in data.items() if k != "do"}, where)

    return decode_union


def _dataclass_decoder(kind: type) -> Decode:
    decode_fields = _field_decoder(kind)
    return lambda data, where: kind(**decode_fields(data, where))


@cache
def _field_decoder(kind: type) -> Callable[[object, str], dict[str, Any]]:
    hints = get_type_hints(kind)
    steps = {f.name: (_decoder(hints[f.name]), _absent(f, hints[f.name])) for f in _written(kind)}

    def decode_each(data: object, where: str) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise MalformedData(where, f"expected an object, found {_found(data)}")
        if unknown := data.keys() - steps.keys():
            raise MalformedData(where, f"“{min(map(str, unknown))}” does not belong here")
        values = {}
        for name, (step, absent) in steps.items():
            if name in data:
                values[name] = step(data[name], f"{where}.{name}" if where else name)
            elif absent is MISSING:
                raise MalformedData(where, f"“{name}” is missing")
            elif absent is None:
                values[name] = None
        return values

    return decode_each


def _written(kind: type) -> list[Field[Any]]:
    return [f for f in fields(kind) if f.metadata.get("json", True)]


def _absent(field: Field[Any], hint: object) -> object:
    """What a field that is left out means: None, its default (Ellipsis here), or that it is missing."""
    if type(None) in get_args(hint):
        return None
    return MISSING if field.default is MISSING and field.default_factory is MISSING else Ellipsis


def _found(data: object) -> str:
    if data is None:
        return "nothing"
    return f"“{data}”" if isinstance(data, str | int | float) else f"a {type(data).__name__}"
