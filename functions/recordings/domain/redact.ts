import type { RedactRule } from '../../applications/domain/redact-rule.ts';
import { coveringSteps, parseJsonPath, type Step } from '../../platform/json/json-path.ts';
import { type JsonPathMatches, jsonPathMatches } from '../../platform/json/json-path-matches.ts';
import type { StepBudget } from '../../platform/json/path-filter.ts';
import { childrenOf, isContainer, memberOf, nameOf, stringOf, type Tape, typeOf } from '../../platform/json/tape.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { headerOf } from '../../platform/values/http-tokens.ts';
import { isSealed } from '../../platform/values/sealed-text.ts';
import { bodyOf, decodeContent } from './content-encoding.ts';
import type { CasePayload, RecordedCall, RecordedRequest } from './recorded-case.ts';
import { BLACK_OUT, type Replacement, redactJson } from './redact-json.ts';
import { isForm, redactForm, redactQuery } from './redact-parameters.ts';

interface Side {
  headers: [string, string][];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** What replaces values of a request, and of a response or a call; default: `[redacted]`. */
export interface SideReplacements {
  request: Replacement;
  response: Replacement;
}
const BLACK_OUTS: SideReplacements = { request: BLACK_OUT, response: BLACK_OUT };

/**
 * Redacts a case by rules of its application's setting `redact` (interface 10): header values by name, parameters of
 * the query and of a form by name, and the JSON values that a path selects in the bodies of request, response and calls. A JSON body that cannot be parsed is redacted entirely,
 * because its content is unknown; so are those left when the paths have taken too many steps. A path of an earlier version
 * that cannot be read selects more than it says (coveringSteps).
 */
export function redactPayload(
  payload: CasePayload,
  rules: readonly RedactRule[],
  replacements: SideReplacements = BLACK_OUTS,
): CasePayload {
  return rules.length === 0 ? payload : payloadRedactor(rules, replacements)(payload);
}

/** Redacts many cases by the same rules, as `redactPayload` does, and reads the rules once. */
export function payloadRedactor(
  rules: readonly RedactRule[],
  replacements: SideReplacements = BLACK_OUTS,
): (payload: CasePayload) => CasePayload {
  const compiled = compiledRules(rules);
  return ({ request, response, calls }) => {
    const texts = [request.body, response?.body, ...calls.flatMap((call) => [call.request, call.response])];
    const budget = budgetFor(texts.reduce((total, text) => total + (text?.length ?? 0), 0));
    const redaction = { ...compiled, budget };
    return {
      request: redactRequest(request, { ...redaction, replacement: replacements.request }),
      response: response && redactSide(response, { ...redaction, replacement: replacements.response }),
      calls: calls.map((call) => redactCall(call, { ...redaction, replacement: replacements.response })),
    };
  };
}

/**
 * Redacts a replayed response by the same rules: what must not be stored of a recording must not be stored of its
 * replay, and a value redacted on both sides is not a difference.
 */
export function redactAnswer(
  outcome: OutboundOutcome,
  rules: readonly RedactRule[],
  replacement: Replacement = BLACK_OUT,
): OutboundOutcome {
  if (rules.length === 0 || outcome.kind !== 'response') return outcome;
  const answer = {
    headers: outcome.headers.map(([name, value]): [string, string] => [name, value]),
    ...bodyOf(outcome.body),
  };
  const budget = budgetFor(answer.body?.length ?? 0);
  const redacted = redactSide(answer, { ...compiledRules(rules), budget, replacement });
  return { ...outcome, headers: redacted.headers, body: Buffer.from(redacted.body, redacted.bodyEncoding) };
}

/** The rules of an application, for one case. */
interface Redaction {
  /** Headers by their lower-case name. */
  headers: ReadonlySet<string>;
  /** Of the query, and of a form that a request sends. */
  parameters: ReadonlySet<string>;
  hasPaths: boolean;
  inBody: JsonPathMatches;
  /** Paths start at an exchange `{headers, body}` itself, and at its body. */
  inExchange: JsonPathMatches;
  budget: StepBudget;
  replacement: Replacement;
}

/** Steps that the paths may take in one case. Paths of names alone take at most one per value and path. */
const MAX_STEPS = 20_000_000;
/** Shorter texts have fewer, so that many small cases cost no more than a large one. */
const MIN_STEPS = 50_000;
const STEPS_PER_CHARACTER = 8;

const budgetFor = (characters: number): StepBudget => ({
  steps: Math.min(MAX_STEPS, MIN_STEPS + STEPS_PER_CHARACTER * characters),
});

function compiledRules(rules: readonly RedactRule[]): Omit<Redaction, 'replacement' | 'budget'> {
  const headers = new Set(rules.flatMap((rule) => ('header' in rule ? [rule.header.toLowerCase()] : [])));
  const parameters = new Set(rules.flatMap((rule) => ('parameter' in rule ? [rule.parameter] : [])));
  const steps = rules.flatMap((rule) => ('path' in rule ? [parseJsonPath(rule.path) ?? coveringSteps(rule.path)] : []));
  return {
    headers,
    parameters,
    hasPaths: steps.length > 0,
    inBody: jsonPathMatches(steps),
    inExchange: jsonPathMatches([...steps, ...steps.map(underBody)]),
  };
}

const BODY: Step = { descend: false, selectors: [{ type: 'name', name: 'body' }] };

const underBody = (steps: readonly Step[]): Step[] => [BODY, ...steps];

function redactRequest(request: RecordedRequest, redaction: Redaction): RecordedRequest {
  const redacted = redactSide(request, redaction);
  const { parameters, replacement } = redaction;
  if (parameters.size === 0) return redacted;
  const path = redactQuery(request.path, parameters, replacement.parameter);
  const plain = isForm(request.headers) ? plainBody(redacted) : null;
  if (!plain?.readable) return { ...redacted, path };
  const body = redactForm(plain.text, parameters, replacement.parameter);
  return body === plain.text ? { ...redacted, path } : { ...withBody(redacted, body, plain), path };
}

function redactSide<S extends Side>(side: S, redaction: Redaction): S {
  const headers = side.headers.map(([name, value]): [string, string] => [
    name,
    redaction.headers.has(name.toLowerCase()) ? redaction.replacement.header(name, value) : value,
  ]);
  const plain = redaction.hasPaths ? plainBody(side) : null;
  if (plain === null || !(isJsonType(side) || looksLikeJson(plain.text))) return { ...side, headers };
  const { bytes } = redaction.replacement;
  if (!plain.readable && bytes !== null)
    return { ...side, headers, body: bytes(Buffer.from(side.body ?? '', side.bodyEncoding)), bodyEncoding: 'utf8' };
  const body = plain.readable ? redactBody(plain.text, redaction, isJsonType(side)) : redaction.replacement.text('');
  return body === plain.text ? { ...side, headers } : withBody({ ...side, headers }, body, plain);
}

const withBody = <S extends Side>(side: S, body: string, { unfolded }: { unfolded: boolean }): S => ({
  ...side,
  body,
  bodyEncoding: 'utf8',
  headers: unfolded ? side.headers.filter(([name]) => !ENCODING_HEADERS.has(name.toLowerCase())) : side.headers,
});

/** They describe bytes that are no longer stored. */
const ENCODING_HEADERS = new Set(['content-encoding', 'content-length']);

/** The body as decoded text; `readable` is false for bytes that are not text. */
function plainBody(side: Side): { text: string; unfolded: boolean; readable: boolean } | null {
  if (side.body === null) return null;
  if (side.bodyEncoding === 'utf8') return { text: side.body, unfolded: false, readable: true };
  const bytes = Buffer.from(side.body, 'base64');
  const encoding = headerOf(side.headers, 'content-encoding');
  const decoded = encoding === undefined ? null : decodeContent(encoding, bytes);
  const { body, bodyEncoding } = bodyOf(decoded ?? bytes);
  if (bodyEncoding === 'base64' && !isJsonType(side)) return null;
  return { text: body, unfolded: decoded !== null, readable: bodyEncoding === 'utf8' };
}

const isJsonType = ({ headers }: Side) => /[/+]([\w.-]*)json\b/i.test(headerOf(headers, 'content-type') ?? '');

const looksLikeJson = (text: string) => /^\uFEFF?\s*[[{]/.test(text);

function redactBody(text: string, { inBody, budget, replacement }: Redaction, mustBeJson: boolean): string {
  if (text === '' || isSealed(text)) return text;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const redacted = redactJson(text.slice(mark.length), inBody, budget, undefined, replacement.json);
  if (redacted !== null) return mark + redacted;
  return mustBeJson || isCut(text) ? replacement.text(text) : text;
}

/** Text that only starts like JSON (`[INFO] …`) stays; truncated or too deep JSON does not. */
const isCut = (text: string) => /^\uFEFF?\s*(\{\s*["}]|\[\s*[[{"\d\-\]tfn])/.test(text);

function redactCall(call: RecordedCall, redaction: Redaction): RecordedCall {
  return {
    ...call,
    request: redactExchange(call.request, redaction),
    response: redactExchange(call.response, redaction),
  };
}

/**
 * Paths start at the value itself; for an HTTP exchange `{headers, body}` also at its body, and headers are matched by
 * name.
 */
function redactExchange(json: string, redaction: Redaction): string {
  const value: unknown = json.startsWith('"') ? JSON.parse(json) : null;
  const inner = typeof value === 'string' && looksLikeJson(value) ? redactBody(value, redaction, false) : value;
  if (inner !== value) return JSON.stringify(inner);
  const more = (tape: Tape) => [...headersIn(tape, redaction.headers), ...textBody(tape, redaction)];
  const { inExchange, budget, replacement } = redaction;
  return redactJson(json, inExchange, budget, more, replacement.json) ?? JSON.stringify(replacement.text(json));
}

/** A body that is JSON inside a string is redacted entirely if a path matches inside it. */
function textBody(tape: Tape, redaction: Redaction): number[] {
  const body = memberOf(tape, 0, 'body');
  if (body < 0 || typeOf(tape, body) !== 'string') return [];
  const text = stringOf(tape, body);
  return looksLikeJson(text) && redactBody(text, redaction, false) !== text ? [body] : [];
}

/** The values of headers by their name: members of an object, or pairs in a list. */
function headersIn(tape: Tape, names: ReadonlySet<string>): number[] {
  const headers = names.size === 0 ? -1 : memberOf(tape, 0, 'headers');
  if (headers < 0 || !isContainer(tape, headers)) return [];
  const entries = childrenOf(tape, headers);
  if (typeOf(tape, headers) === 'object') return entries.filter((one) => names.has(nameOf(tape, one).toLowerCase()));
  return entries.flatMap((entry) => {
    const [name, value] = typeOf(tape, entry) === 'array' ? childrenOf(tape, entry) : [];
    if (name === undefined || value === undefined || typeOf(tape, name) !== 'string') return [];
    return names.has(stringOf(tape, name).toLowerCase()) ? [value] : [];
  });
}
