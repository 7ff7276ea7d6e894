import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { allEndpoints, document, operations } from './all-endpoints.ts';

/** A response as a client sees it. */
export interface SeenAnswer {
  status: number;
  contentType: string | null;
  text: string;
}

const ajv = new Ajv2020({
  strict: false,
  // Optimizing a schema takes longer than checking the few answers that it gets.
  code: { optimize: false },
  formats: {
    'date-time': (text: string) => new Date(text).toJSON() === text,
    uri: (text: string) => URL.canParse(text),
  },
});
ajv.addSchema({ $id: 'document', components: closed(document.components) });

const known = new Map<string, ValidateFunction>();

/** The undocumented part of a response, or null. Objects may not have undocumented members. */
export function undocumented(route: string, { status, contentType, text }: SeenAnswer): string | null {
  const response = operations.get(route)?.responses[status];
  if (response === undefined) return `${route}: status ${status} is not documented: ${text.slice(0, 300)}`;
  if (response.content === undefined && text === '') return null;
  const type = (contentType ?? '').split(';')[0]?.trim() ?? '';
  const content = response.content?.[type];
  if (content === undefined) return `${route}: ${status} of ${type || 'no media type'} is not documented`;
  if (!/^application\/(\w+(-\w+)*\+)?json$/.test(type)) return null;
  const key = `${route} ${status} ${type}`;
  const validate = known.get(key) ?? ajv.compile(pointing(closed(content.schema)) as object);
  known.set(key, validate);
  const body: unknown = JSON.parse(text);
  if (!validate(body)) return `${key}: ${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
  return undocumentedCode(key, documentedCodes(route, content.examples), body);
}

/** The codes in the examples of refusals, or in the table of the endpoint. */
function documentedCodes(route: string, examples: Record<string, { value: unknown }> | undefined): unknown[] {
  if (examples) return Object.values(examples).map(({ value }) => codeOf(value));
  const endpoint = allEndpoints.find(({ method, path }) => `${method} ${path}` === route);
  return Object.keys(endpoint?.doc.codes ?? {});
}

function undocumentedCode(key: string, codes: readonly unknown[], body: unknown): string | null {
  const code = codeOf(body);
  return code === undefined || code === null || codes.includes(code) ? null : `${key}: code ${code} is not documented`;
}

/** Code of a refusal, or of a problem (evaluation 3.3). */
function codeOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('errorCode' in body) return body.errorCode;
  return 'type' in body && 'title' in body && 'code' in body ? body.code : undefined;
}

/** The same schema, in which objects allow no other members. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const schema = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: false }
    : schema;
}

/** The same schema, with references into the document. */
const pointing = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'));
