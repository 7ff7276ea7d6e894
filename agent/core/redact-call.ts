import type { RedactRule } from '../../functions/applications/domain/redact-rule.ts';
import type { CasePayload } from '../../functions/recordings/domain/recorded-case.ts';
import { redactPayload } from '../../functions/recordings/domain/redact.ts';
import type { AgentCall } from './agent-call.ts';

/** The rules of names: each is redacted as a header and as a member of JSON, wherever it is. */
export const redactRules = (names: ReadonlySet<string>): RedactRule[] =>
  [...names].flatMap((name) => [{ header: name }, { path: `$..['${name.replaceAll(/['\\]/g, '')}']` }]);

const NO_REQUEST: CasePayload['request'] = { method: 'GET', path: '/', headers: [], body: null, bodyEncoding: 'utf8' };

/** Redacts a call as recorded ones are, so that equal calls stay equal. */
export function redactCall<Call extends AgentCall & { response?: unknown }>(
  call: Call,
  rules: readonly RedactRule[],
): Call {
  if (rules.length === 0) return call;
  const { kind, target, operation } = call;
  const [request, response] = [call.request, call.response].map((value) => JSON.stringify(value ?? null));
  const recorded = { kind, target, operation, request: request ?? 'null', response: response ?? 'null' };
  const { calls } = redactPayload(
    { request: NO_REQUEST, response: null, calls: [{ ...recorded, error: null, durationMs: null }] },
    rules,
  );
  const [redacted = recorded] = calls;
  return {
    ...call,
    request: JSON.parse(redacted.request),
    ...(call.response !== undefined && { response: JSON.parse(redacted.response) }),
  };
}
