"""Checks the files of the repository against podreel's schemas: validate.py PODREEL."""

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


def main(podreel):
    validators = {kind: validator(podreel, arguments) for kind, arguments in FORMATS.items()}
    checked = wrong = 0
    for path, document in documents():
        checked += 1
        error = jsonschema.exceptions.best_match(validators[document["kind"]].iter_errors(document))
        if error:
            wrong += 1
            print(f"{path}: {error.json_path}: {error.message}")
    print(f"{checked} documents, {wrong} invalid")
    return 1 if wrong or checked < 400 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
