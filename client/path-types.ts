import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { OpenApiDocument } from '../functions/platform/http/documents/open-api-document.ts';

type Schema = { [keyword: string]: unknown };

/** An operation as open-api-document.ts creates it. */
interface Operation {
  parameters?: { name: string; in: string; schema: Schema; required?: boolean; description: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  description: string;
  summary: string;
}

const NEVER = { tsType: 'never' };

const HEAD =
  "// Made by `npm run types` from the endpoints' schemas; not committed. Long because it describes every endpoint.";

/**
 * Returns TypeScript that declares \`paths\` in the form that openapi-fetch reads: the document as one JSON Schema,
 * converted by json-schema-to-typescript.
 */
export async function pathTypes(document: OpenApiDocument): Promise<string> {
  const root = {
    title: 'Paths',
    ...objectOf(
      Object.entries(document.paths).map(([path, methods]) => [
        path,
        objectOf(
          Object.entries(methods).map(([method, operation]) => [
            method,
            operationSchema(operation as unknown as Operation), // created by open-api-document.ts
          ]),
        ),
      ]),
    ),
    components: { schemas: draft7(document.components.schemas) },
  };
  const written = await compile(root as JSONSchema, 'Paths', {
    additionalProperties: false,
    bannerComment: HEAD,
    declareExternallyReferenced: true,
    format: false,
    unknownAny: true,
  });
  // openapi-fetch looks responses up by status as a number.
  return written.replaceAll(/"(\d{3})":/g, '$1:');
}

type Member = [name: string, schema: Schema, optional?: 'optional' | false];

const objectOf = (members: readonly Member[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
  required: members.flatMap(([name, , optional]) => (optional ? [] : [name])),
});

function operationSchema({ parameters = [], requestBody, responses, summary }: Operation): Schema {
  const placed = ['query', 'header', 'path', 'cookie'].map((location): Member => {
    const here = parameters.filter((one) => one.in === location);
    if (here.length === 0) return [location, NEVER, 'optional'];
    const members = here.map(
      ({ name, schema: parameterSchema, required, description }): Member => [
        name,
        { ...parameterSchema, description },
        !required && 'optional',
      ],
    );
    return [location, objectOf(members), !here.some(({ required }) => required) && 'optional'];
  });
  const contentOf = (content: Record<string, { schema: Schema }>) =>
    objectOf(Object.entries(content).map(([type, { schema: contentSchema }]) => [type, contentSchema]));
  const body: Member = requestBody
    ? ['requestBody', objectOf([['content', contentOf(requestBody.content)]]), !requestBody.required && 'optional']
    : ['requestBody', NEVER, 'optional'];
  const answers = Object.entries(responses).map(
    ([status, { content = {} }]): Member => [
      status,
      objectOf([
        ['headers', { type: 'object', additionalProperties: { type: 'string' } }],
        ['content', contentOf(content)],
      ]),
    ],
  );
  const schema = objectOf([['parameters', objectOf(placed)], body, ['responses', objectOf(answers)]]);
  return draft7({ ...schema, description: summary }) as Schema; // an object stays one
}

/** Keywords that do not affect types; the library would generate tuples of every length from some. */
const LIMITS: ReadonlySet<string> = new Set(['format', 'maxItems', 'maxLength', 'minItems', 'minLength', 'pattern']);

/** Converts keywords to those the library knows: tuples in their older form. */
function draft7(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(draft7);
  if (typeof node !== 'object' || node === null) return node;
  const { prefixItems, ...rest } = node as Schema; // an object is one
  const schema = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) =>
      LIMITS.has(name) && typeof value !== 'object' ? [] : [[name, draft7(value)]],
    ),
  );
  if (!Array.isArray(prefixItems)) return schema;
  return { ...schema, items: draft7(prefixItems), minItems: prefixItems.length, maxItems: prefixItems.length };
}
