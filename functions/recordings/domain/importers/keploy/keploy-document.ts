import * as v from 'valibot';
import { isObject } from '../../../../platform/json/is-object.ts';
import { bodyOf } from '../../content-encoding.ts';

const text = v.fallback(v.union([v.string(), v.pipe(v.union([v.number(), v.boolean()]), v.transform(String))]), '');

/** Bodies that are not UTF-8 are written as `!!binary`. */
const Body = v.fallback(v.union([v.string(), v.instance(Uint8Array)]), '');

/** Header values: one text, or a list in older versions. */
const Headers = v.fallback(v.record(v.string(), v.union([v.array(text), text])), {});

const Form = v.fallback(
  v.array(
    v.object({
      key: v.string(),
      values: v.fallback(v.array(text), []),
      paths: v.fallback(v.array(v.string()), []),
    }),
  ),
  [],
);

/** A request as tests and HTTP mocks of Keploy hold it. */
export const KeployRequest = v.object({
  method: v.string(),
  url: v.string(),
  header: Headers,
  body: Body,
  form: Form,
  timestamp: text,
});
export type KeployRequest = v.InferOutput<typeof KeployRequest>;

const KeployResponse = v.object({
  status_code: v.number(),
  header: Headers,
  body: Body,
  timestamp: text,
});

/** The exchange of a test, or of an HTTP mock. */
export const KeployExchange = v.object({ req: KeployRequest, resp: KeployResponse });

/** A document of a test set: a test, or the mock of a downstream call. */
export interface KeployDocument {
  kind: string;
  name: string;
  spec: Record<string, unknown>;
}

/** What a YAML value is; null for another document, such as a configuration or a report. */
export function keployDocument(value: unknown): KeployDocument | null {
  if (!isObject(value) || typeof value.version !== 'string' || !/^api\.keploy/.test(value.version)) return null;
  const { kind, name, spec } = value;
  return typeof kind === 'string' && isObject(spec) ? { kind, name: typeof name === 'string' ? name : '', spec } : null;
}

/** Request and response time of a mock, epoch ms; null for a test, which states its times elsewhere. */
export function mockTimes({ spec }: KeployDocument): { from: number; to: number } | null {
  const from = timeOf(spec.reqTimestampMock ?? spec.reqtimestampmock);
  if (from === null) return null;
  return { from, to: timeOf(spec.resTimestampMock ?? spec.restimestampmock) ?? from };
}

/** Epoch ms, with its fraction; null for a text that is not a time, or the zero time of Go. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.startsWith('0001-')) return null;
  const [, seconds = '', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.exec(value) ?? [];
  const time = Date.parse(`${seconds}${zone}`);
  return Number.isNaN(time) ? null : time + Number(`0${fraction}`) * 1000;
}

/** Headers as pairs. */
export const headersOf = (header: KeployRequest['header']): [string, string][] =>
  Object.entries(header).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, one]),
  );

/** A body in the form that a case stores. */
export const storedBody = (body: string | Uint8Array): { body: string | null; bodyEncoding: 'utf8' | 'base64' } => {
  if (body.length === 0) return { body: null, bodyEncoding: 'utf8' };
  return typeof body === 'string' ? { body, bodyEncoding: 'utf8' } : bodyOf(body);
};
