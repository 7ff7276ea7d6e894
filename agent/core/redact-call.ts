import type { RedactRule } from '../../functions/applications/domain/redact-rule.ts';
import type { CasePayload } from '../../functions/recordings/domain/recorded-case.ts';
import { redactPayload } from '../../functions/recordings/domain/redact.ts';
import type { AgentCall } from './agent-call.ts';

/** The rules of names: each is redacted as a header and as a member of JSON, wherever it is. */
export const redactRules = (names: ReadonlySet<string>): RedactRule[] =>
  [...names].flatMap((name) => [{ header: name }, { path: `$..['${name.replaceAll(/['\\]/g, '')}']` }]);

const NO_REQUEST: CasePayload['request'] = { method: 'GET', path: '/', headers: [], body: null, bodyEncoding: 'utf8' };

/** Redacts the request of a made call as the recorded ones were, so that equal calls stay equal. */
export function redactCall(call: AgentCall, rules: readonly RedactRule[]): AgentCall {
  if (rules.length === 0) return call;
  const { kind, target, operation, request } = call;
  const text = JSON.stringify(request ?? null);
  const recorded = { kind, target, operation, request: text, response: 'null', error: null, durationMs: null };
  const { calls } = redactPayload({ request: NO_REQUEST, response: null, calls: [recorded] }, rules);
  return { ...call, request: JSON.parse(calls[0]?.request ?? text) };
}
