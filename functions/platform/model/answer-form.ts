import { toJsonSchema } from '@valibot/to-json-schema';
import { type JSONSchema7, jsonSchema } from 'ai';
import * as v from 'valibot';

/** Converts a valibot schema for the AI SDK: sent to the model as JSON Schema, and validated against its answer. */
export function answerForm<T>(schema: v.GenericSchema<unknown, T>) {
  return jsonSchema<T>(jsonSchemaOf(schema), {
    validate(value) {
      const parsed = v.safeParse(schema, value);
      // valibot's messages echo their input.
      return parsed.success
        ? { success: true, value: parsed.output }
        : { success: false, error: new Error('the response does not have the requested form') };
    },
  });
}

/** Returns a JSON Schema in which objects allow no other members, as endpoints with strict output require. */
export const jsonSchemaOf = (schema: v.GenericSchema): JSONSchema7 =>
  closed(toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })) as JSONSchema7; // the same draft

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  return members.type === 'object' ? { ...members, additionalProperties: false } : members;
}
