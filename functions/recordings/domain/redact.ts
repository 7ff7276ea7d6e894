import { isUtf8 } from 'node:buffer';
import type { RedactRule } from '../../applications/domain/redact-rule.ts';
import { coveringSteps, parseJsonPath, type Step } from '../../platform/json/json-path.ts';
import { type JsonPathMatches, jsonPathMatches } from '../../platform/json/json-path-matches.ts';
import { childrenOf, isContainer, memberOf, nameOf, stringOf, type Tape, typeOf } from '../../platform/json/tape.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { bodyFormatOf, fieldFormatOf } from './bodies/field-format.ts';
import { isJsonType, type PlainBody, plainBody } from './bodies/plain-body.ts';
import { type BodyRules, bodyPathsOf, redactBody } from './bodies/redact-body.ts';
import { redactSegments, segmentPatterns } from './bodies/redact-segments.ts';
import { columnNodes } from './calls/column-nodes.ts';
import { bodyOf } from './content-encoding.ts';
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
 * Redacts a case by rules of its application's setting `redact` (interface 10): header values by name, segments of the
 * path, parameters of the query and of a form by name, columns of a database by name, and what a path selects in JSON,
 * lines of JSON, XML, HTML and multipart bodies of request, response and calls. A JSON body that cannot be parsed is
 * redacted entirely, because its content is unknown; so are those left when the paths have taken too many steps. A path
 * of an earlier version that cannot be read selects more than it says (coveringSteps).
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
      response: response && redactResponse(response, { ...redaction, replacement: replacements.response }),
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
  const redacted = redactResponse(answer, { ...compiledRules(rules), budget, replacement });
  return { ...outcome, headers: redacted.headers, body: Buffer.from(redacted.body, redacted.bodyEncoding) };
}

/** The rules of an application, for one case. */
interface Redaction extends BodyRules {
  /** Headers by their lower-case name. */
  headers: ReadonlySet<string>;
  /** Columns by their lower-case name. */
  columns: ReadonlySet<string>;
  /** Of the path of the request. */
  segments: ReturnType<typeof segmentPatterns>;
  hasPaths: boolean;
  /** Paths start at an exchange `{headers, body}` itself, and at its body. */
  inExchange: JsonPathMatches;
}

/** Steps that the paths may take in one case. Paths of names alone take at most one per value and path. */
const MAX_STEPS = 20_000_000;
/** Shorter texts have fewer, so that many small cases cost no more than a large one. */
const MIN_STEPS = 50_000;
const STEPS_PER_CHARACTER = 8;

const budgetFor = (characters: number): BodyRules['budget'] => ({
  steps: Math.min(MAX_STEPS, MIN_STEPS + STEPS_PER_CHARACTER * characters),
});

function compiledRules(rules: readonly RedactRule[]): Omit<Redaction, 'replacement' | 'budget'> {
  const headers = new Set(rules.flatMap((rule) => ('header' in rule ? [rule.header.toLowerCase()] : [])));
  const parameters = new Set(rules.flatMap((rule) => ('parameter' in rule ? [rule.parameter] : [])));
  const steps = rules.flatMap((rule) => ('path' in rule ? [parseJsonPath(rule.path) ?? coveringSteps(rule.path)] : []));
  return {
    headers,
    parameters,
    columns: new Set(rules.flatMap((rule) => ('column' in rule ? [rule.column.toLowerCase()] : []))),
    segments: segmentPatterns(rules.flatMap((rule) => ('segment' in rule ? [rule.segment] : []))),
    hasPaths: steps.length > 0,
    paths: bodyPathsOf(steps),
    inExchange: jsonPathMatches([...steps, ...steps.map(underBody)]),
  };
}

const BODY: Step = { descend: false, selectors: [{ type: 'name', name: 'body' }] };

const underBody = (steps: readonly Step[]): Step[] => [BODY, ...steps];

function redactRequest(request: RecordedRequest, redaction: Redaction): RecordedRequest {
  const { parameters, segments, replacement } = redaction;
  const redacted = redactSide(request, redaction);
  const replaced = redactSegments(request.path, segments, (segment) => replacement.parameter('', segment));
  if (parameters.size === 0) return { ...redacted, path: replaced };
  const path = redactQuery(replaced, parameters, replacement.parameter);
  const plain = isForm(request.headers) ? plainBody(redacted) : null;
  if (!plain?.readable) return { ...redacted, path };
  const body = redactForm(plain.text, parameters, replacement.parameter);
  return body === plain.text ? { ...redacted, path } : { ...withBody(redacted, body, plain), path };
}

/** Fields of forms have their names in requests alone. */
const redactResponse = <S extends Side>(side: S, redaction: Redaction): S =>
  redactSide(side, { ...redaction, parameters: NO_NAMES });

const NO_NAMES: ReadonlySet<string> = new Set();

function redactSide<S extends Side>(side: S, redaction: Redaction): S {
  const headers = side.headers.map(([name, value]): [string, string] => [
    name,
    redaction.headers.has(name.toLowerCase()) ? redaction.replacement.header(name, value) : value,
  ]);
  const plain = redaction.hasPaths || redaction.parameters.size > 0 ? plainBody(side) : null;
  const format = plain && bodyFormatOf(side, plain.text);
  if (plain === null || format === null || !(redaction.hasPaths || format === 'multipart')) return { ...side, headers };
  const { bytes } = redaction.replacement;
  const whole = () => ({
    ...side,
    headers,
    body: bytes?.(Buffer.from(side.body ?? '', side.bodyEncoding)) ?? redaction.replacement.text(''),
    bodyEncoding: 'utf8' as const,
  });
  if (!plain.readable)
    return bytes === null ? withBody({ ...side, headers }, redaction.replacement.text(''), plain) : whole();
  const { text, charset } = plain;
  const body = redactBody({ text, charset, format, mustBeJson: isJsonType(side) }, redaction);
  if (body === text) return { ...side, headers };
  // What is left would be opened as UTF-8.
  if (charset === 'latin1' && isUtf8(Buffer.from(body, 'latin1'))) return whole();
  return withBody({ ...side, headers }, body, plain);
}

const withBody = <S extends Side>(side: S, body: string, { unfolded, charset, readable }: PlainBody): S => ({
  ...side,
  body: readable && charset === 'latin1' ? Buffer.from(body, 'latin1').toString('base64') : body,
  bodyEncoding: readable && charset === 'latin1' ? 'base64' : 'utf8',
  headers: unfolded ? side.headers.filter(([name]) => !ENCODING_HEADERS.has(name.toLowerCase())) : side.headers,
});

/** They describe bytes that are no longer stored. */
const ENCODING_HEADERS = new Set(['content-encoding', 'content-length']);

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
  const inner = typeof value === 'string' ? redactText(value, redaction) : value;
  if (inner !== value) return JSON.stringify(inner);
  const more = (tape: Tape) => [
    ...headersIn(tape, redaction.headers),
    ...columnsIn(tape, redaction.columns),
    ...textBody(tape, redaction),
  ];
  const { inExchange, budget, replacement } = redaction;
  return redactJson(json, inExchange, budget, more, replacement.json) ?? JSON.stringify(replacement.text(json));
}

/** The text of a call whose type is not known. */
function redactText(text: string, redaction: Redaction): string {
  const format = redaction.hasPaths ? fieldFormatOf(text) : null;
  return format === null ? text : redactBody({ text, charset: 'utf8', format, mustBeJson: false }, redaction);
}

/** The values of columns by their name, in a call to a database. */
const columnsIn = (tape: Tape, names: ReadonlySet<string>): number[] =>
  names.size === 0
    ? []
    : columnNodes(tape).flatMap(({ node, column }) => (column && names.has(column.toLowerCase()) ? [node] : []));

/** A body that is JSON or markup inside a string is redacted entirely if a path matches inside it. */
function textBody(tape: Tape, redaction: Redaction): number[] {
  const body = memberOf(tape, 0, 'body');
  if (body < 0 || typeOf(tape, body) !== 'string') return [];
  const text = stringOf(tape, body);
  return redactText(text, redaction) === text ? [] : [body];
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
