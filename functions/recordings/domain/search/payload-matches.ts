import * as v from 'valibot';
import { maskedPayload } from '../masks/masked-payload.ts';
import { CasePayload, type RecordedCall, type RecordedRequest, type RecordedResponse } from '../recorded-case.ts';
import { shownPayload } from '../sealed/shown-payload.ts';

/** Characters that JSON writes in another way. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/** The end of the JSON text of a payload whose credentials are sealed or removed (stored-case.ts). */
const WITHOUT_CREDENTIALS = /"credentialMode":"(?:seal|remove)"\}$/;

/**
 * Whether every term (in lower case) is in a stored payload, given as its JSON text, as a reader sees it: what is
 * redacted, sealed, or masked for this reader is not found. Binary bodies are not searched.
 */
export function payloadMatches(json: string, terms: readonly string[], isMasked: boolean): boolean {
  // Where masks hide something, every payload is masked first: the time that a search takes must not show it.
  if (!isMasked || WITHOUT_CREDENTIALS.test(json.slice(-40))) {
    const stored = json.toLowerCase();
    if (!terms.flatMap(wordsOf).every((word) => contains(stored, word))) return false;
  }
  const payload = v.parse(CasePayload, JSON.parse(json));
  const text = textOf(shownPayload(isMasked ? maskedPayload(payload) : payload), payload);
  return terms.every((term) => contains(text, term));
}

/** Parts of a term that JSON writes as they are, each in one text: `name: value` of a header is two. */
const wordsOf = (term: string): string[] => term.split(/[\s:]+/).filter((word) => word !== '' && !ESCAPED.test(word));

/** Also as it is written in an address. */
const contains = (text: string, term: string): boolean =>
  text.includes(term) || text.includes(encodeURIComponent(term.toWellFormed()).toLowerCase());

/** What is searched, in lower case; `stored` says which bodies are text. */
const textOf = ({ request, response, calls }: CasePayload, stored: CasePayload): string =>
  [
    `${request.method} ${request.path}`,
    ...sideText(request, stored.request),
    ...(response ? sideText(response, stored.response) : []),
    ...calls.flatMap(callText),
  ]
    .join('\n')
    .toLowerCase();

const sideText = (
  { headers, body }: RecordedRequest | RecordedResponse,
  stored: Pick<RecordedRequest, 'bodyEncoding'> | null,
): string[] => [
  ...headers.map(([name, value]) => `${name}: ${value}`),
  ...(body !== null && stored?.bodyEncoding === 'utf8' ? [body] : []),
];

const callText = ({ kind, target, operation, request, response, error }: RecordedCall): string[] => [
  `${kind} ${target} ${operation}`,
  request,
  response,
  error ?? '',
];
