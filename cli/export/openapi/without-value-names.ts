import { mergeSchemas, type Schema } from 'genson-js';

/**
 * An object as OpenAPI writes it: one with names that are values has the schema of all members in place of their names.
 */
export type OpenApiSchema = Omit<Schema, 'items' | 'properties' | 'anyOf'> & {
  items?: OpenApiSchema;
  properties?: Record<string, OpenApiSchema>;
  additionalProperties?: OpenApiSchema;
  anyOf?: OpenApiSchema[];
};

const MAX_NAMES = 100;

/**
 * Ids, addresses and other names that data has made: numbers, UUIDs, long hexadecimal or mixed texts, mail addresses.
 */
export const VALUE_NAME =
  /^[\d.:-]+$|@|^[\da-f]{8}-[\da-f-]{27}$|^[\da-f]{16,}$|^(?=.*\d)(?=.*[a-z])[\w-]{20,}$|^.{65,}$|\s|[^\x20-\x7e]/i;

/**
 * A schema without names that are values: an object with such a name, or with very many, is a map. So no recorded value
 * is part of the document.
 */
export function withoutValueNames({ items, properties, anyOf, required, ...rest }: Schema): OpenApiSchema {
  const names = Object.keys(properties ?? {});
  const isMap = names.length > MAX_NAMES || names.some((name) => VALUE_NAME.test(name));
  return {
    ...rest,
    ...(items && { items: withoutValueNames(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutValueNames) }),
    ...(properties &&
      (isMap
        ? { additionalProperties: withoutValueNames(mergeSchemas(Object.values(properties))) }
        : {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, schema]) => [name, withoutValueNames(schema)]),
            ),
            ...(required && { required: [...required].sort() }),
          })),
  };
}
