"""Checks the files of the repository, and recorded cases, against podreel's schemas: validate.py PODREEL RECORDINGS."""

import json
import pathlib
import subprocess
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMESTAMP = "tag:yaml.org,2002:timestamp"
FORMATS = {"Scenario": [], "Fleet": ["fleet"], "FleetPlan": ["fleet"]}


class Loader(yaml.SafeLoader):
    """Reads timestamps as texts, as JSON has them."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in forms if tag != TIMESTAMP]
    for first, forms in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def validator(podreel, arguments):
    schema = json.loads(subprocess.run([podreel, "schema", *arguments], check=True, capture_output=True).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def documents():
    for path in sorted((ROOT / "scenarios").rglob("*.yaml")):
        with path.open(encoding="utf-8") as file:
            for document in yaml.load_all(file, Loader):
                if isinstance(document, dict) and document.get("kind") in FORMATS:
                    yield path.relative_to(ROOT), document


def recorded_cases(folder):
    for path in [*sorted(folder.glob("*/cases.jsonl")), folder / "hash/containers.jsonl"]:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                yield f"{path.parent.name}/{path.name}:{number}", json.loads(line)


def invalid_cases(podreel, folder):
    validate = validator(podreel, ["case"])
    checked = wrong = 0
    for place, case in recorded_cases(folder):
        checked += 1
        error = jsonschema.exceptions.best_match(validate.iter_errors(case))
        if error:
            wrong += 1
            print(f"{place}: {error.json_path}: {error.message}")
    print(f"{checked} recorded cases, {wrong} invalid")
    misspelt = {"pod": {}, "livness": {}}
    return wrong or checked < 3000 or not list(validate.iter_errors(misspelt))


def main(podreel, recordings):
    validators = {kind: validator(podreel, arguments) for kind, arguments in FORMATS.items()}
    checked = wrong = 0
    for path, document in documents():
        checked += 1
        error = jsonschema.exceptions.best_match(validators[document["kind"]].iter_errors(document))
        if error:
            wrong += 1
            print(f"{path}: {error.json_path}: {error.message}")
    print(f"{checked} documents, {wrong} invalid")
    return 1 if invalid_cases(podreel, recordings) or wrong or checked < 400 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
