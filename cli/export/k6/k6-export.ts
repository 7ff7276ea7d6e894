import { endpointName } from '../../../functions/findings/domain/endpoint-labels.ts';
import { headerOf } from '../../../functions/platform/values/http-tokens.ts';
import { type ExportFormat, type ShownCase, TRUNCATED } from '../export-writer.ts';
import { uriOf } from '../exported-url.ts';
import { inSessions, sessionOf } from './in-sessions.ts';
import { scriptEnd, scriptStart } from './k6-script.ts';
import { placeheldRequest } from './masked-request.ts';
import { placeholderMask } from './placeholder-mask.ts';

/** Headers of the connection, and those that k6 sets itself. */
const NOT_SENT =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|te|trailer|upgrade|expect|proxy-.*|:.*|traceparent|tracestate|baggage)$/i;

/** Longer pauses are those of a person who went away. */
const MAX_WAIT_S = 60;

/** A load test for k6: a list of requests for each session, with the pauses between them and a check of each status. */
export const k6Export: ExportFormat = ({ appId }) => {
  const variables = new Set<string>();
  const mask = placeholderMask(variables);
  let before: { session: string; endedAt: number } | null = null;
  return {
    order: inSessions,
    start: () => scriptStart(appId),
    add(one) {
      if (one.request.truncated) return { reason: TRUNCATED };
      const session = sessionOf(one);
      const startedAt = Date.parse(one.recordedAt);
      const isSame = before?.session === session;
      const waitMs = before !== null && isSame ? startedAt - before.endedAt : 0;
      const between = before === null ? '\n[' : isSame ? ',\n' : '],\n[';
      before = { session, endedAt: startedAt + (one.durationMs ?? 0) };
      const wait = Math.min(MAX_WAIT_S, Math.max(0, waitMs / 1000));
      const { method, path, headers, body, bodyEncoding } = placeheldRequest(one.request, mask);
      return `${between}${JSON.stringify({
        name: endpointName(one.operation, method),
        wait,
        method,
        path: uriOf(path),
        headers: headers.filter(([name]) => !NOT_SENT.test(name)),
        body,
        ...(body !== null && (bodyEncoding === 'base64' ? { encoded: true } : { type: typeOf(headers) })),
        status: one.response?.status ?? null,
      })}`;
    },
    end: () => `${before === null ? '' : ']'}${scriptEnd([...variables].sort())}`,
  };
};

/** How a value is written in a body. */
function typeOf(headers: ShownCase['request']['headers']): 'json' | 'form' | 'text' {
  const type = headerOf(headers, 'content-type') ?? '';
  if (/json/i.test(type)) return 'json';
  return /x-www-form-urlencoded/i.test(type) ? 'form' : 'text';
}
