"""Writes lethe/_functions.py, _reports.py and _kinds.py from the schemas of requests and reports.

    python generate.py [--check]
"""

from __future__ import annotations

import importlib.util
import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

from examples import EXAMPLES


def _core() -> Any:
    """The extension module without the package around it, which what is written here is a part of."""
    for file in (file for folder in sys.path for file in (Path(folder) / "lethe").glob("_lethe*")):
        spec = importlib.util.spec_from_file_location("_lethe", file)
        if spec and spec.loader:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return module
    raise SystemExit("install the package first: pip install ./python")


_lethe = _core()
PACKAGE = Path(__file__).parent / "lethe"
HEADER = '"""{}\n\nWritten by generate.py from the schemas of the core; do not edit.\n"""\n\nfrom __future__ import annotations\n'
#: Verbs with functions of their own, written by hand.
BY_HAND = {"anonymize", "dp", "demo", "clean"}
#: Arguments for tables that a command writes; True gives a data frame instead.
WRITTEN = ("output", "edges", "records", "solutions_file")
#: Arguments of every function.
RESOURCES = ("threads: int = 0", "memory: str | None = None", "seed: int = 0", "progress: bool | None = None")


def name_of(key: str) -> str:
    name = key.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def resolved(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = definitions[schema["$ref"].split("/")[-1]]
    return schema


def mentions(schema: Any, name: str) -> bool:
    return json.dumps(schema).find(f'"#/$defs/{name}"') >= 0


def kind_of(key: str, schema: dict[str, Any]) -> str:
    if schema.get("type") == "array" and mentions(schema.get("items"), "Location"):
        return "tables"
    if mentions(schema, "Location") or key == "released":
        return "table"
    if key == "recipe" and not mentions(schema, "Recipe"):
        return "recipe"
    if key == "models" and mentions(schema, "Recipe"):
        return "models"
    return "plain"


def type_of(schema: dict[str, Any], definitions: dict[str, Any], classes: bool = False) -> str:
    if "$ref" in schema:
        name = schema["$ref"].split("/")[-1]
        target = definitions[name]
        if classes and target.get("type") == "object" and target.get("properties"):
            return name
        if name == "Location":
            return "Data"
        return type_of(target, definitions, classes)
    if "enum" in schema:
        return "str"
    if "const" in schema:
        return type(schema["const"]).__name__
    for several in ("anyOf", "oneOf"):
        if several in schema:
            kinds = dict.fromkeys(type_of(one, definitions, classes) for one in schema[several])
            return "Any" if "Any" in kinds else " | ".join(kinds)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    names = []
    for kind in kinds:
        if kind == "array":
            item = type_of(schema.get("items") or {}, definitions, classes)
            names.append(f"list[{item}]" if classes else f"Sequence[{item}]")
        elif kind == "object":
            further = schema.get("additionalProperties")
            value = type_of(further, definitions, classes) if isinstance(further, dict) else "Any"
            names.append(f"dict[str, {value}]" if classes else f"Mapping[str, {value}]")
        else:
            names.append({"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}[kind])
    return " | ".join(names) or "Any"


def plain_text(text: str) -> str:
    code = re.compile(r"\[`([^`\]]*)`\]|`([^`]*)`")
    return code.sub(lambda found: f"``{(found[1] or found[2]).split('::')[-1]}``", " ".join(text.split()))


def literal(value: Any) -> str:
    if isinstance(value, list):
        return repr(tuple(value))
    return "None" if value == {} else repr(value)


def function(verb: str, schema: dict[str, Any], report: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
    definitions, required = schema.get("$defs", {}), schema.get("required", [])
    kinds = {key: kind_of(key, one) for key, one in schema["properties"].items()}
    written = tuple(key for key, kind in kinds.items() if kind == "table" and key in WRITTEN)
    positional, keywords, described = [], [], []
    has_models = "models" in kinds and kinds["models"] == "models"
    for key, one in schema["properties"].items():
        if kinds[key] == "models":
            continue
        name, hint = name_of(key), type_of(one, definitions)
        hint = {"table": "Data", "tables": "Sequence[Data] | Data", "recipe": "RecipeLike"}.get(kinds[key], hint)
        if key in written:
            keywords.append(f"{name}: Data | bool | None = None")
        elif key in required:
            positional.append(f"{name}: {hint}")
        else:
            default = literal(one.get("default"))
            if default == "None" and "None" not in hint and hint not in ("Any", "RecipeLike"):
                hint += " | None"
            if hint == "RecipeLike":
                hint = "RecipeLike | None"
            keywords.append(f"{name}: {hint} = {default}")
        text = plain_text(one.get("description", ""))
        if key in written and key != "output":
            text += " True gives a data frame in ``.tables`` instead of a file."
        described.append(f":param {name}: {text}")
    models = ["**models: Any"] if has_models else []
    parameters = [*positional, "*", *keywords, *RESOURCES, *models]
    lines = "".join(f"    {parameter},\n" for parameter in parameters)
    signature = f"def {verb.replace('-', '_')}(\n{lines}) -> reports.{report}:"
    if has_models:
        described.append(":param models: Models as on the command line: ``k=5``, ``l=\"3@disease\"``; a list for several.")
    doc = plain_text(schema.get("description", ""))
    lines = [wrapped(doc), "", *[wrapped(line, "    ") for line in described]]
    lines += ["", EXAMPLES.get(verb, "").rstrip()]
    body = textwrap.indent("\n".join(lines), "    ")
    arguments = "with_models(locals())" if has_models else "dict(locals())"
    code = f'{signature}\n    """{body.strip()}\n    """\n    return ask("{verb}", reports.{report}, {arguments})\n'
    return code, {key: kind for key, kind in kinds.items() if kind != "plain"}, written


def wrapped(text: str, further: str = "") -> str:
    return textwrap.fill(text, 120, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)


def classes(schema: dict[str, Any], seen: dict[str, str]) -> str:
    definitions = schema.get("$defs", {})
    for name, one in {schema["title"]: schema, **definitions}.items():
        if one.get("type") != "object" or not one.get("properties") or name in seen:
            continue
        fields = []
        for key, value in one["properties"].items():
            if not key.isidentifier() or hasattr(dict, key):
                continue
            doc = plain_text(value.get("description", ""))
            comment = "".join(f"    #: {line}\n" for line in textwrap.wrap(doc, 115)) if doc else ""
            fields.append(f"{comment}    {name_of(key)}: {type_of(value, definitions, True)}\n")
        doc = plain_text(one.get("description", "")) or name
        seen[name] = f'class {name}(Report):\n    """{wrapped(doc, "    ")}"""\n\n{"".join(fields)}'
    return schema["title"]


def files() -> dict[str, str]:
    functions, kinds, outputs, seen = [], {}, {}, {}
    for verb, request, report in sorted(_lethe.verbs()):
        answer = json.loads(report)
        if "title" not in answer:
            continue
        title = classes(answer, seen)
        if title not in seen:
            seen[title] = f'class {title}(Report):\n    """{wrapped(plain_text(answer.get("description", title)))}"""\n'
        schema = json.loads(request)
        if "properties" not in schema:
            continue
        code, kinds[verb], outputs[verb] = function(verb, schema, title)
        if verb not in BY_HAND:
            functions.append(code)
    data = "Data = Any\nRecipeLike = Any\n"
    imports = "from typing import Any, Mapping, Sequence\n\nfrom . import _reports as reports\nfrom ._call import ask\nfrom ._models import with_models\n"
    return {
        "_functions.py": HEADER.format("The commands as functions.") + f"\n{imports}\n{data}\n\n" + "\n\n".join(functions),
        "_reports.py": HEADER.format("What the commands answer.")
        + "\nfrom typing import Any\n\nfrom .report import Report\n\nData = Any\n\n\n"
        + "\n\n".join(seen[name] for name in sorted(seen)),
        "_kinds.py": HEADER.format("What kind of value the arguments of a command are.")
        + f"\nKINDS: dict[str, dict[str, str]] = {formatted(kinds)}\n\nOUTPUTS: dict[str, tuple[str, ...]] = {formatted(outputs)}\n",
    }


def formatted(table: dict[str, Any]) -> str:
    return "{\n" + "".join(f"    {key!r}: {value!r},\n" for key, value in sorted(table.items()) if value) + "}"


def main() -> int:
    stale = 0
    for name, text in files().items():
        file = PACKAGE / name
        if "--check" in sys.argv:
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                print(f"{file}: not what generate.py writes", file=sys.stderr)
                stale += 1
        else:
            file.write_text(text, encoding="utf-8")
    return min(stale, 1)


if __name__ == "__main__":
    sys.exit(main())
