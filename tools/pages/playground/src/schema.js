// Accepted content at a position, from podreel's JSON Schema.

export class Schema {
  constructor(schema) {
    this.root = schema;
  }

  /** Returns a schema and the schemas that it refers to. */
  #alternatives(schema, depth = 0) {
    if (!schema || depth > 20) return [];
    const referred = schema.$ref?.replace('#/$defs/', '');
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    if (referred) parts.push(this.root.$defs[referred]);
    return [schema, ...parts.flatMap((part) => this.#alternatives(part, depth + 1))];
  }

  /** `path` has keys, and null for an item of a list. */
  at(path) {
    let found = this.#alternatives(this.root);
    for (const step of path) found = found.flatMap((schema) => this.#alternatives(below(schema, step)));
    return found;
  }

  /** The fields of the map at `path`: [{name, description}]. */
  fields(path) {
    const fields = new Map();
    for (const {properties = {}} of this.at(path)) {
      for (const [name, field] of Object.entries(properties)) {
        const description = this.#alternatives(field).map((each) => each.description).find(Boolean);
        if (!fields.has(name)) fields.set(name, {name, description: description ?? '', isNested: this.#isNested(field)});
      }
    }
    return [...fields.values()];
  }

  #isNested(field) {
    const types = this.#alternatives(field).map(({type}) => type).filter(Boolean);
    return types.length > 0 && types.every((type) => type === 'object' || type === 'array');
  }

  /** Returns accepted or example values at `path`, as YAML. */
  values(path) {
    const values = new Set();
    for (const schema of this.at(path)) {
      for (const value of schema.enum ?? []) values.add(text(value));
      if (schema.const !== undefined) values.add(text(schema.const));
      if (schema.type === 'boolean') ['true', 'false'].forEach((value) => values.add(value));
      for (const value of schema.examples ?? []) values.add(text(value));
    }
    return [...values];
  }

  /** Returns the actions of a timeline: [{name, summary, example}]; the example is the value of the field, as lines of YAML. */
  actions() {
    const {properties} = this.root.$defs.step;
    return Object.entries(properties).filter(([name]) => name !== 'at').map(([name, {description = ''}]) => {
      const [summary] = description.split('\n');
      const lines = /```yaml\n- at: .*\n([^]*?)\n```/.exec(description)?.[1].split('\n') ?? [`  ${name}: {}`];
      return {name, summary, example: lines.map((line) => line.slice(2)).join('\n')};
    });
  }
}

function below({properties, additionalProperties, items}, step) {
  if (step === null) return items;
  if (properties && Object.hasOwn(properties, step)) return properties[step];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Quotes texts that YAML would read as another type. */
function text(value) {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[A-Za-z][\w./-]*$|^\d+(\.\d+)?(ms|s|m|h)$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value) ? value : JSON.stringify(value);
}
