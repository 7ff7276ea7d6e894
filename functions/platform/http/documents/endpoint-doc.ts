import * as v from 'valibot';
import type { ErrorRow } from '../api.ts';

/** The chapters of the OpenAPI document, in its order. */
export const TAGS = {
  'Replay runs': 'Trigger a replay, poll it, and read its stored result (Open API).',
  'Cause analysis': 'For executors that find out why requests failed (Open API).',
  'Notification channels': 'Who is told when a replay has ended (Open API).',
  Plans: 'Plan replays from the console or a webhook, and follow, stop, repeat and compare them.',
  Results: 'What became of each request, and marks that people set.',
  Noise: 'Fields that noise reduction suggests ignoring.',
  'Compare rules': 'Which differences do not count.',
  Recordings: 'Cases as recorders and importers send them.',
  Applications: 'Settings and main endpoints of an application.',
  Logs: 'Log rows by trace id.',
  Login: 'Tokens for people.',
  Artifacts: 'Manifests, results and evidence of evaluations, by digest.',
  Workflows: 'Which versions are evaluated together, and whether a host can run them.',
  'Evaluation runs': 'Evaluations of a workflow version, their attempts and their events.',
  Gates: 'Whether a release may go.',
  Scores: 'Measurements of runs, traces, spans and sessions.',
  'Online policies': 'Evaluations of sampled production traffic.',
  'Evaluation hosts': 'Federated workers: registration, leases and signed publication.',
  'Keys and users': 'API keys, roles, and who changed what.',
} as const;
export type Tag = keyof typeof TAGS;

/** A value in the path, the query or a header. */
export interface ParameterDoc {
  schema: v.GenericSchema;
  description: string;
  /** What the example of the endpoint sends; nothing where there is none. */
  example?: string | number | boolean;
  required?: true;
  /** Given more than once for more than one value. */
  repeats?: true;
}
export type ParameterDocs = Readonly<Record<string, ParameterDoc>>;

/** A body by its media type. */
export type BodyDoc = Readonly<Record<string, { schema: v.GenericSchema; example: unknown }>>;

/** What the OpenAPI document says of an endpoint beyond its route, its right and the errors that every endpoint has. */
export interface EndpointDoc {
  /** The operationId: unique, and the name of the operation in generated clients. */
  id: string;
  tag: Tag;
  /** One line. */
  summary: string;
  /** Markdown. */
  description?: string;
  /** Parts of the path that PATH_PARTS does not know, or that mean something else here. */
  params?: ParameterDocs;
  query?: ParameterDocs;
  headers?: ParameterDocs;
  request?: BodyDoc;
  /** Answers of the endpoint itself by status, the first one its success; their shapes, and an example each. */
  responses: Readonly<Record<number, BodyDoc>>;
  /** What it refuses in the shape of its family's errors. */
  refusals?: readonly ErrorRow[];
  /** Codes of refusals inside an answer of status 200, and their causes, in the order in which they are looked for. */
  codes?: Readonly<Record<string, string>>;
  /** The shape of errors where it is not its family's. */
  errorSchema?: v.GenericSchema;
  /** Media types that its errors may have besides JSON. */
  errorMedia?: BodyDoc;
}

/** A JSON body. */
export const json = (schema: v.GenericSchema, example: unknown): BodyDoc => ({
  'application/json': { schema, example },
});

/** A refusal of interface 10: an HTTP status with `{errorCode, errorMessage}`. */
export const refusal = (status: number, code: string, message: string): ErrorRow => ({
  ...{ status, code, message },
  responseCode: status === 404 ? 3 : 1,
});

/** The refusal of a query parameter or of a part of the path (page-request.ts). */
export const badParameterDoc = (name: string): ErrorRow =>
  refusal(400, 'INVALID_QUERY', `${name} is missing or has an unusable value`);

/** Gives a schema a name among the document's components. */
export const named = <S extends v.GenericSchema>(name: string, schema: S) => v.pipe(schema, v.title(name));
