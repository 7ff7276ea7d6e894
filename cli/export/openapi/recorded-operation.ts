import { createSchema, mergeSchemas, type Schema } from 'genson-js';
import type { ShownCase } from '../export-writer.ts';
import { parametersOf } from '../exported-url.ts';
import { type BodyShape, bodyShape } from './body-schema.ts';
import { pathTemplate, valuesIn } from './path-template.ts';

/** Schemas of a body by its media type; null: nothing is known of one. */
export type Contents = Map<string, Schema | null>;

interface Parameter {
  requests: number;
  schema: Schema;
}

/** What was recorded of one method of a path: types, never values. */
export interface RecordedOperation {
  requests: number;
  /** The types of path parameters, in their order. */
  inPath: Schema[];
  inQuery: Map<string, Parameter>;
  bodies: number;
  request: Contents;
  responses: Map<number, Contents>;
}

export const newOperation = (operation: string): RecordedOperation => ({
  requests: 0,
  inPath: pathTemplate(operation).names.map(() => ({})),
  inQuery: new Map(),
  bodies: 0,
  request: new Map(),
  responses: new Map(),
});

/** Adds a case to what is known of its operation. */
export function addCase(known: RecordedOperation, { operation, request, response }: ShownCase): void {
  known.requests++;
  for (const [at, value] of (valuesIn(operation, request.path) ?? []).entries())
    known.inPath[at] = merged(known.inPath[at], schemaOfText(value));
  for (const [name, value] of new Map(parametersOf(request.path))) {
    const before = known.inQuery.get(name);
    const schema = merged(before?.schema, schemaOfText(value));
    known.inQuery.set(name, { requests: (before?.requests ?? 0) + 1, schema });
  }
  const body = bodyShape(request);
  if (body !== null) {
    known.bodies++;
    addContent(known.request, body);
  }
  if (response === null) return;
  const contents: Contents = known.responses.get(response.status) ?? new Map();
  known.responses.set(response.status, contents);
  const shape = bodyShape(response);
  if (shape !== null) addContent(contents, shape);
}

function addContent(contents: Contents, { mediaType, schema }: BodyShape): void {
  const before = contents.get(mediaType) ?? null;
  contents.set(mediaType, before === null ? schema : schema === null ? before : mergeSchemas([before, schema]));
}

/** A type that holds both; a schema without a type is that of nothing yet. */
const merged = (before: Schema | undefined, next: Schema): Schema => {
  if (before === undefined || Object.keys(before).length === 0) return next;
  const both = mergeSchemas([before, next]);
  // A text may stand for a number, so that both are texts.
  return Array.isArray(both.type) ? createSchema('') : both;
};

/** The type that a text of a path or a query stands for. */
function schemaOfText(text: string): Schema {
  if (/^-?\d{1,15}$/.test(text)) return createSchema(1);
  if (/^-?\d{1,15}\.\d{1,15}$/.test(text)) return createSchema(1.5);
  return createSchema(text === 'true' || text === 'false' ? true : '');
}
