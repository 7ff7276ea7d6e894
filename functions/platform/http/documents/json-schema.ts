import { type JSONSchema7, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { isObject } from '../../json/is-object.ts';

/** JSON Schema 2020-12 as used by OpenAPI 3.1. */
export type JsonSchema = { [keyword: string]: unknown };

/** A request (`input`), or a response or the meaning of a query text (`output`). */
export type SchemaMode = 'input' | 'output';

/** Converts valibot schemas to JSON Schema; those with a title (endpoint-doc.ts, named) become components. */
export function jsonSchemas() {
  const components: Record<string, JsonSchema> = {};

  function shaped(node: unknown, mode: SchemaMode): unknown {
    if (Array.isArray(node)) return node.map((one) => shaped(one, mode));
    if (!isObject(node)) return node;
    const schema = Object.fromEntries(
      Object.entries(node).map(([keyword, value]) => [keyword, KEPT.has(keyword) ? value : shaped(value, mode)]),
    );
    if (Array.isArray(schema.items)) {
      schema.prefixItems = schema.items;
      schema.maxItems = schema.items.length;
      delete schema.items;
    }
    if (mode === 'output' && isObject(schema.properties)) requireDefaults(schema, schema.properties);
    if (typeof schema.title !== 'string') return schema;
    const { title, ...rest } = schema;
    const name = title as string; // checked above
    const known = components[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(rest))
      throw new Error(`two schemas have the name ${name}`);
    components[name] = rest;
    return { $ref: `#/components/schemas/${name}` };
  }

  return {
    /** The components referenced so far. */
    components,

    of(schema: v.GenericSchema, mode: SchemaMode): JsonSchema {
      const { $schema: _, ...written } = toJsonSchema(schema, {
        typeMode: mode,
        // Checks by functions are described by metadata or the description.
        errorMode: 'ignore',
        overrideAction: ({ valibotAction, jsonSchema }) => {
          if (valibotAction.type === 'max_bytes' && 'requirement' in valibotAction)
            return { ...jsonSchema, maxLength: Number(valibotAction.requirement) };
          if (valibotAction.type === 'safe_integer') return { ...jsonSchema, type: 'integer' };
          const said =
            'metadata' in valibotAction && isObject(valibotAction.metadata) && valibotAction.metadata.jsonSchema;
          return isObject(said) ? ({ ...jsonSchema, ...said } as JSONSchema7) : null; // written by hand as JSON Schema
        },
      });
      return shaped(written, mode) as JsonSchema; // an object stays one
    },
  };
}

/** Keywords whose values are data, not schemas. */
const KEPT: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'required']);

/** A response has every member that has a default. */
function requireDefaults(schema: JsonSchema, properties: JsonSchema): void {
  const always = Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property) || !('default' in property)) return [];
    delete property.default;
    return [name];
  });
  schema.required = [...new Set([...(Array.isArray(schema.required) ? schema.required : []), ...always])];
}
