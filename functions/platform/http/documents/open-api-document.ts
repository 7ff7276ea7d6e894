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

const DESCRIPTION = `Replays recorded requests against a new build and reports what changed, before release.

**Requests.** Unknown members of a body are ignored, and null counts as absent for optional members. An unreadable JSON
object, or one deeper than 32 levels, gets status 400. A body larger than 1 MiB (recorder: 6 MiB) gets 413. An unknown
path gets 404, and a known path with a different method gets 405 with \`Allow\`.

**Responses.** Every response has \`x-request-id\`. Members and codes may be added to responses. While the disk of the
service is full, requests that add data get 507 (\`INSUFFICIENT_STORAGE\`). Triggers then return INTERNAL_ERROR, and log
exporters get 503.

**Health.** A standalone service answers \`GET /healthz\` while its process runs. \`GET /readyz\` returns 200 if the service
is ready, and otherwise 503 with \`reasons\`: a list of \`code\` and \`message\`. Codes are STARTING, STOPPING,
TABLE_NOT_WRITABLE, DISK_LOW and DATA_DAMAGED.

**Open API.** Paths below \`/openapi/v1\` need no credential: anyone who can reach them can use them. If SVC_OPENAPI_TOKEN is
set, every request needs that token, as \`authorization: Bearer\` or \`x-api-key\`. Requests by pages of other sites get 403,
and requests with an \`Origin\` must send their body as \`application/json\`. A business error has status 200 and an
errorCode; errorCode null means success.

**Commands.** The curl commands use the address in SVC_URL and the API key in SVC_TOKEN.`;

/** The note on a GET with a POST form (post-form.ts). */
const SIDE_EFFECT =
  '**This GET has a side effect; prefer POST.** The POST of this path does the same. Clients and proxies may repeat a GET.';

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
    const each = (location: string, list: readonly [string, ParameterDoc][]) =>
      list.map(([name, { schema, description, example, required, repeats }]) => ({
        name,
        in: location,
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
        answerOf(
          Number(status),
          Object.keys(body).length === 0 ? undefined : contentOf(body, 'output'),
          304 in doc.responses ? TAGGED : undefined,
        ),
      ]),
    );
    return {
      operationId: doc.id,
      tags: [doc.tag],
      summary: doc.summary,
      description: [doc.hasSideEffect && SIDE_EFFECT, doc.description, codesTable(doc.codes), needs(endpoint, doc)]
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
      headers: HEADERS,
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
    description: 'A JWT of the login endpoints, valid for 60 minutes.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key (POST /api/api-keys).' },
  hostToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of a federated worker (POST /api/v1/eval/hosts/token), valid for 15 minutes.',
  },
  openApiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the Open API (SVC_OPENAPI_TOKEN), if one is set.',
  },
  openApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same token, for services behind a proxy that uses `authorization`.',
  },
  tenantId: {
    type: 'apiKey',
    in: 'header',
    name: 'x-tenant-id',
    description: 'The tenant of the API key. Optional if there is only one tenant.',
  },
};

const HEADERS = {
  RequestId: {
    description: 'The id of this request in the log of the service.',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
  ETag: {
    description:
      'Names these bytes. Send it as `If-None-Match` to get 304 without a body as long as they are the same.',
    schema: { type: 'string' },
  },
};

const TAGGED = { etag: { $ref: '#/components/headers/ETag' } };

const MEANING: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; the work continues in the background.',
  204: 'Success without content.',
  304: 'As the caller has it, by `If-None-Match`; without a body.',
  307: 'The response is at the address in `location`.',
  400: 'The request is invalid.',
  401: 'No valid credential.',
  403: 'The credential lacks the scope, or a page of a different site sent the request.',
  404: 'Not found.',
  408: 'The body took too long to arrive.',
  409: 'Not possible in the current state.',
  413: 'The body is too large.',
  410: 'Expired.',
  412: 'Changed in the meantime.',
  415: 'Unsupported media type.',
  422: 'Readable, but invalid.',
  428: 'A precondition is required.',
  429: 'Too many requests. `Retry-After` says when to retry.',
  500: 'The service failed. The request may be repeated.',
  503: 'Unavailable. Send the same request again later.',
  507: 'The disk of the service is full. Nothing was stored.',
};

const answerOf = (status: number, content: JsonSchema | undefined, headers: JsonSchema = {}): JsonSchema => ({
  description: MEANING[status] ?? 'See the description.',
  headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' }, ...headers },
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

function needs(endpoint: EndpointFacts, { headers = {} }: EndpointDoc): string | null {
  if (endpoint.scope !== null) return `Needs the scope \`${endpoint.scope}\`.`;
  // Their descriptions say which token they need.
  if ('access-token' in headers) return null;
  return isOfOpenApi(endpoint)
    ? 'Needs no credential, or the token of the Open API if one is set.'
    : 'Needs no credential.';
}

const codesTable = (codes: EndpointDoc['codes']): string | null =>
  codes === undefined
    ? null
    : [
        '| errorCode | Cause |',
        '|---|---|',
        ...Object.entries(codes).map(([code, cause]) => `| ${code} | ${cause} |`),
      ].join('\n');
