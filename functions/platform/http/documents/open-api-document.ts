import type * as v from 'valibot';
import { compareText } from '../../values/text-order.ts';
import { consoleErrors, type EndpointFacts, ERRORS, type ErrorShape, openApiErrors, plainErrors } from '../api.ts';
import type { ErrorRow } from '../error-row.ts';
import { OPEN_API_PREFIX } from '../families.ts';
import { PROBLEM_JSON, Problem, problemDocs, problemErrors } from '../problem.ts';
import { curlSample } from './curl-sample.ts';
import { type BodyDoc, type EndpointDoc, type ParameterDoc, type ParameterDocs, TAGS } from './endpoint-doc.ts';
import { type JsonSchema, jsonSchemas } from './json-schema.ts';
import { PATH_PARTS } from './path-parts.ts';
import { ConsoleRefusal, Refusal } from './shown-schemas.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<string, JsonSchema>;
  [member: string]: unknown;
}

const DESCRIPTION = `Replays recorded requests against a new build and says what changed, before release.

Every answer carries \`x-request-id\`. Unknown members of a body are ignored; null counts as absent for every optional one.
A body that is no readable JSON object, or deeper than 32 levels, is refused with 400, one that is larger than 1 MiB
(recorder: 6 MiB) with 413. An unknown path is answered with 404, a known one with another method with 405 and \`Allow\`.
More members and codes may be added to answers. While the disk of the service is full, what adds data is refused with 507
(\`INSUFFICIENT_STORAGE\`); triggers say so in INTERNAL_ERROR, and log exporters are asked to retry with 503.

A standalone service answers \`GET /healthz\` as long as its process lives, and \`GET /readyz\` with 200 if it can do its work,
otherwise with 503 and \`reasons\`: a list of \`code\` (STARTING, STOPPING, TABLE_NOT_WRITABLE, DISK_LOW, DATA_DAMAGED) and \`message\`.

The Open API (\`/openapi/v1\`) needs no credential: anyone who can reach it can use it. Where SVC_OPENAPI_TOKEN is set, every
request to it needs that token, as \`authorization: Bearer\` or \`x-api-key\`. A request by a page of another site is refused
there with 403, and one with an \`Origin\` sends its body as \`application/json\`. A business error has status 200 and an errorCode; errorCode null means success.`;

/** The note on a GET with a POST form (post-form.ts). */
const SIDE_EFFECT =
  '**This GET has a side effect; prefer POST.** The POST of this path does the same and answers alike. Clients and proxies may repeat a GET on their own.';

/** A fixed time for the examples. */
const NOW = Date.parse('2026-11-20T12:00:00Z');

/** Generates the OpenAPI document of these endpoints (interface 13) from the schemas that validate their requests. */
export function openApiDocument(endpoints: readonly EndpointFacts[], publicUrl: string): OpenApiDocument {
  const schemas = jsonSchemas();
  const paths: OpenApiDocument['paths'] = {};
  const used = new Set<string>();

  const contentOf = (body: BodyDoc, mode: 'input' | 'output'): JsonSchema =>
    Object.fromEntries(
      Object.entries(body).map(([type, { schema, example }]) => [type, { schema: schemas.of(schema, mode), example }]),
    );

  function parametersOf({ path }: EndpointFacts, { params = {}, query = {}, headers = {} }: EndpointDoc): JsonSchema[] {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): [string, ParameterDoc] => {
      const part = params[name] ?? PATH_PARTS[name];
      if (part === undefined) throw new Error(`${path}: {${name}} is not described`);
      return [name, { ...part, required: true }];
    });
    const each = (place: string, list: readonly [string, ParameterDoc][]) =>
      list.map(([name, { schema, description, example, required, repeats }]) => ({
        name,
        in: place,
        description,
        ...(required && { required }),
        schema: repeats ? { type: 'array', items: schemas.of(schema, 'output') } : schemas.of(schema, 'output'),
        ...(example !== undefined && { example: repeats ? [example] : example }),
      }));
    const sorted = (docs: ParameterDocs) => Object.entries(docs);
    return [...each('path', inPath), ...each('query', sorted(query)), ...each('header', sorted(headers))];
  }

  function refusalsOf(endpoint: EndpointFacts, doc: EndpointDoc): JsonSchema {
    const type = endpoint.errors === problemErrors ? PROBLEM_JSON : 'application/json';
    const byStatus = Map.groupBy(errorsOf(endpoint, doc), ({ status }) => status);
    return Object.fromEntries(
      [...byStatus].map(([status, rows]) => {
        const schema = schemas.of(doc.errorSchema ?? errorSchemaOf(endpoint.errors, status), 'output');
        const examples: Record<string, { summary: string; value: unknown }> = {};
        for (const row of rows) {
          const name = examples[row.code] ? `${row.code}_${Object.keys(examples).length + 1}` : row.code;
          examples[name] = { summary: row.message, value: endpoint.errors(row, NOW) };
        }
        return [
          status,
          answerOf(status, { [type]: { schema, examples }, ...contentOf(doc.errorMedia ?? {}, 'output') }),
        ];
      }),
    );
  }

  function operationOf(endpoint: EndpointFacts, doc: EndpointDoc): JsonSchema {
    const parameters = parametersOf(endpoint, doc);
    const refused = refusalsOf(endpoint, doc);
    const own = Object.fromEntries(
      Object.entries(doc.responses).map(([status, body]) => [
        status,
        answerOf(Number(status), Object.keys(body).length === 0 ? undefined : contentOf(body, 'output')),
      ]),
    );
    return {
      operationId: doc.id,
      tags: [doc.tag],
      summary: doc.summary,
      description: [doc.hasSideEffect && SIDE_EFFECT, doc.description, codesTable(doc.codes), needs(endpoint)]
        .filter(Boolean)
        .join('\n\n'),
      security: securityOf(endpoint),
      ...(doc.hasSideEffect && { 'x-side-effect': true }),
      ...(parameters.length > 0 && { parameters }),
      ...(doc.request && {
        requestBody: { required: endpoint.body?.optional !== true, content: contentOf(doc.request, 'input') },
      }),
      responses: { ...refused, ...own },
      // Redoc shows it beside the endpoint.
      'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlSample(endpoint, doc) }],
    };
  }

  for (const endpoint of endpoints) {
    const { method, path, doc } = endpoint;
    // An endpoint that always rejects is not an operation.
    if (Object.keys(doc.responses).length === 0) continue;
    used.add(doc.tag);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, doc) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Replay Regression Service', version: '1', description: DESCRIPTION },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => compareText(a, b))),
      headers: REQUEST_ID,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** An access token, or an API key with its tenant, which is optional with a single tenant (interface 4.8). */
const SECURITY = [{ accessToken: [] }, { apiKey: [] }, { apiKey: [], tenantId: [] }];

/** Only few endpoints accept a federated worker's token (evaluation 3.2). */
const HOST_SECURITY = [{ hostToken: [] }];

/** The token of the Open API, where one is set. */
const OPEN_API_SECURITY = [{}, { openApiToken: [] }, { openApiKey: [] }];

const isOfOpenApi = ({ path }: EndpointFacts): boolean => path.startsWith(OPEN_API_PREFIX);

function securityOf(endpoint: EndpointFacts): JsonSchema[] {
  const { scope, hosts } = endpoint;
  if (scope === null) return isOfOpenApi(endpoint) ? OPEN_API_SECURITY : [];
  if (scope === 'host:publish') return HOST_SECURITY;
  return hosts ? [...SECURITY, ...HOST_SECURITY] : SECURITY;
}

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'apiKey',
    in: 'header',
    name: 'access-token',
    description: 'A JWT of the login endpoints; it lasts for 60 minutes.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key (POST /api/api-keys).' },
  hostToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of a federated worker (POST /api/v1/eval/hosts/token); it lasts for 15 minutes.',
  },
  openApiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the Open API (SVC_OPENAPI_TOKEN), where one is set.',
  },
  openApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same, where a proxy takes `authorization` for itself.',
  },
  tenantId: {
    type: 'apiKey',
    in: 'header',
    name: 'x-tenant-id',
    description: "The API key's tenant; may be left out where there is one tenant only.",
  },
};

const REQUEST_ID = {
  RequestId: {
    description: 'Names this answer in the log of the service.',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
};

const MEANING: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Begun; it goes on in the background.',
  204: 'Done; there is nothing to say.',
  400: 'The request cannot be used.',
  401: 'No credential, or none that holds.',
  403: 'The credential does not have the right, or another site made a browser ask.',
  404: 'There is no such thing.',
  408: 'The body took too long to arrive.',
  409: 'Not in this state.',
  413: 'The body is too large.',
  410: 'It has expired.',
  412: 'It has changed meanwhile.',
  415: 'Not a media type that is understood.',
  422: 'What was sent is readable and cannot be used.',
  428: 'A precondition is needed.',
  429: 'Too many requests; Retry-After says when.',
  500: 'The service failed; the request may be repeated.',
  503: 'Not now; send the same again.',
  507: 'The disk of the service is full; nothing was stored.',
};

const answerOf = (status: number, content: JsonSchema | undefined): JsonSchema => ({
  description: MEANING[status] ?? 'See the description.',
  headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
  ...(content && { content }),
});

/** Errors that every endpoint of the evaluation API may return (evaluation 3.1, 3.2). */
const OF_EVALUATIONS = [ERRORS.tenantMismatch, ...problemDocs('invalid_query', 'rate_limited')];

/** Every error that an endpoint may return in its error format, its own and those of application.ts. */
function errorsOf(endpoint: EndpointFacts, { refusals = [], query = {} }: EndpointDoc): ErrorRow[] {
  const { method, scope, body, fault, errors } = endpoint;
  return [
    ...(body?.as === 'json' ? [ERRORS.invalidJson] : []),
    ...(body?.contentType || (body && isOfOpenApi(endpoint)) ? [ERRORS.unsupportedMediaType] : []),
    ...(errors === problemErrors ? OF_EVALUATIONS : []),
    ...('cursor' in query ? [ERRORS.unusableCursor] : []),
    ...(scope === null ? [] : [ERRORS.unauthenticated]),
    ...(isOfOpenApi(endpoint) ? [ERRORS.tokenNeeded] : []),
    ERRORS.forbidden,
    ...(body ? [ERRORS.tooLarge, ERRORS.bodyTimeout] : []),
    ...((body || endpoint.startsRun) && errors !== problemErrors ? [ERRORS.tooManyRequests] : []),
    ...refusals,
    ...(fault ? [] : [ERRORS.internal]),
    ...(fault || method === 'GET' ? [] : [ERRORS.diskFull]),
  ];
}

function errorSchemaOf(errors: ErrorShape, status: number): v.GenericSchema {
  if (errors === consoleErrors) return ConsoleRefusal;
  if (errors === plainErrors) return status === 401 || status === 403 ? ConsoleRefusal : Refusal;
  if (errors === openApiErrors) return Refusal;
  if (errors === problemErrors) return Problem;
  throw new Error('the shape of these errors is not described');
}

function needs(endpoint: EndpointFacts): string {
  if (endpoint.scope !== null) return `Needs the right \`${endpoint.scope}\`.`;
  return isOfOpenApi(endpoint)
    ? 'Asks for no credential but the token of the Open API, where one is set.'
    : 'Asks for no credential.';
}

const codesTable = (codes: EndpointDoc['codes']): string | null =>
  codes === undefined
    ? null
    : [
        '| errorCode | Cause |',
        '|---|---|',
        ...Object.entries(codes).map(([code, cause]) => `| ${code} | ${cause} |`),
      ].join('\n');
