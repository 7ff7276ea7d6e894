import * as v from 'valibot';
import type { ErrorRow } from '../error-row.ts';

/** The chapters of the OpenAPI document, in its order. */
export const TAGS = {
  'Trigger and poll': 'Trigger a run, poll it, and read its stored result (Open API).',
  'Cause analysis': 'For executors that analyse why requests failed (Open API).',
  'Notification channels': 'Where the service sends notifications when a run has ended (Open API).',
  Runs: 'Create runs from the console or a webhook, and follow, stop, repeat and compare them.',
  Schedules: 'Start runs at fixed times.',
  Results: 'The result of each request, and requests that users marked as expected.',
  Noise: 'Fields that noise reduction suggests ignoring.',
  Rules: 'Rules that decide which differences count.',
  Recordings: 'Recorded requests and responses, called cases in the API.',
  'Downstream calls': 'For agents: recorded responses, and reports of the calls that were made.',
  Applications: 'Settings and main endpoints of an application.',
  Logs: 'Log rows by trace id.',
  Login: 'Tokens for users.',
  Artifacts: 'Manifests, results and evidence of evaluations, by digest.',
  Workflows: 'Which versions are evaluated together, and whether a host can run them.',
  'Evaluation runs': 'Evaluations of a workflow version, their attempts and their events.',
  Gates: 'Decisions whether to release.',
  Scores: 'Measurements of runs, traces, spans and sessions.',
  'Online policies': 'Evaluations of sampled production traffic.',
  'Evaluation hosts': 'Federated workers: registration, leases and signed publication.',
  'Keys and users': 'API keys, roles, and who changed what.',
} as const;
type Tag = keyof typeof TAGS;

/** A value in the path, the query or a header. */
export interface ParameterDoc {
  schema: v.GenericSchema;
  description: string;
  /** The value in the endpoint's example; omitted if absent. */
  example?: string | number | boolean;
  required?: true;
  /** May be given repeatedly for several values. */
  repeats?: true;
}
export type ParameterDocs = Readonly<Record<string, ParameterDoc>>;

/** A body by its media type. */
export type BodyDoc = Readonly<Record<string, { schema: v.GenericSchema; example: unknown }>>;

/** What the OpenAPI document states about an endpoint beyond its route, its scope and the common errors. */
export interface EndpointDoc {
  /** The operationId: unique, and the operation's name in generated clients. */
  id: string;
  tag: Tag;
  /** One line. */
  summary: string;
  /** Markdown. */
  description?: string;
  /** A GET that changes something, as the specification has it; the POST of the same path does the same. */
  hasSideEffect?: true;
  /** Parts of the path that PATH_PARTS does not define, or that have another meaning here. */
  params?: ParameterDocs;
  query?: ParameterDocs;
  headers?: ParameterDocs;
  request?: BodyDoc;
  /** Responses of the endpoint by status, success first, each with its schema and an example. */
  responses: Readonly<Record<number, BodyDoc>>;
  /** Errors of the endpoint, in the format of its family. */
  refusals?: readonly ErrorRow[];
  /** Error codes inside a response of status 200, and their causes, in the order of the checks. */
  codes?: Readonly<Record<string, string>>;
  /** The schema of errors if it is not its family's. */
  errorSchema?: v.GenericSchema;
  /** Media types of its errors besides JSON. */
  errorMedia?: BodyDoc;
}

/** What the document says of an endpoint besides its id and its chapter. */
export type OwnDoc = Omit<EndpointDoc, 'id' | 'tag'>;

/** The documents of endpoints of one chapter, by their ids. */
export const docs = <Docs extends Readonly<Record<string, OwnDoc>>>(tag: Tag, own: Docs) =>
  // `fromEntries` forgets which names there are.
  Object.fromEntries(Object.entries(own).map(([id, doc]) => [id, { ...doc, id, tag }])) as {
    [Id in keyof Docs]: Docs[Id] & { id: string; tag: Tag };
  };

/** A JSON body. */
export const json = <S extends v.GenericSchema>(schema: S, example: unknown) =>
  ({ 'application/json': { schema, example } }) satisfies BodyDoc;

/** What an endpoint answers with status 200. */
export const answers = <S extends v.GenericSchema>(schema: S, example: unknown) => ({ 200: json(schema, example) });

/** An error of interface 10: an HTTP status with `{errorCode, errorMessage}`. */
export const refusal = <const Code extends string>(status: number, code: Code, message: string): ErrorRow<Code> => ({
  status,
  code,
  message,
  responseCode: status === 404 ? 3 : 1,
});

/** The error of an invalid query parameter or path part (page-request.ts). */
export const badParameterDoc = (name: string) => refusal(400, 'INVALID_QUERY', `${name} is missing or invalid`);

/** Names a schema in the document's components. */
export const named = <S extends v.GenericSchema>(name: string, schema: S) => v.pipe(schema, v.title(name));
