import * as v from 'valibot';
import type { CallText, ShownCase } from './export-writer.ts';
import { stubKey, stubOf } from './stub-of.ts';

const NOT_HTTP = 'not an HTTP call, which WireMock cannot answer';
const FAILED = 'the call failed when it was recorded, or its response was not recorded';
const REPEATED = 'a newer call of the target has the same request';

const Headers = v.optional(v.array(v.tuple([v.string(), v.string()])), []);
const Body = { body: v.nullish(v.string(), null), bodyEncoding: v.optional(v.picklist(['utf8', 'base64']), 'utf8') };
const Request = v.object({
  method: v.string(),
  path: v.pipe(v.string(), v.startsWith('/')),
  headers: Headers,
  ...Body,
});
const Response = v.object({ status: v.number(), headers: Headers, ...Body });

/**
 * Creates the function that turns the downstream calls of a case into stubs of their targets. Cases come newest first,
 * so the newest call of each request is taken; of several in one case, the first.
 */
export function stubbedCalls(): (one: ShownCase) => CallText[] {
  const seen = new Set<string>();
  return ({ caseId, calls, recordedAt }) =>
    calls.map(({ kind, target, request, response, durationMs, error }, index) => {
      const asked = kind === 'http' ? v.safeParse(Request, request) : null;
      if (!asked?.success) return { target, reason: NOT_HTTP };
      const answered = v.safeParse(Response, response);
      if (!answered.success || error !== null) return { target, reason: FAILED };
      const key = `${stubKey(asked.output)} ${target}`;
      if (seen.has(key)) return { target, reason: REPEATED };
      seen.add(key);
      const recorded = { caseId, at: recordedAt, durationMs, call: index };
      const seed = `${caseId} ${index}`;
      return { target, text: stubOf({ seed, request: asked.output, response: answered.output, recorded }) };
    });
}
