import type { LoginStep } from '../../../applications/domain/login-step.ts';
import { parseJsonPath } from '../../../platform/json/json-path.ts';
import { jsonPathMatches } from '../../../platform/json/json-path-matches.ts';
import { scanJson } from '../../../platform/json/scan-json.ts';
import { stringOf, textOf, typeOf } from '../../../platform/json/tape.ts';
import type { Header } from '../../../platform/outbound/outbound.ts';
import { headerOf, SENDABLE_VALUE } from '../../../platform/values/http-tokens.ts';
import { isDeeperThan } from '../../../platform/values/json-text.ts';

/**
 * Maximum bytes of an answer in which a token is looked for, of its nesting, and of the steps that its path may take.
 */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_DEPTH = 256;
const MAX_STEPS = 1_000_000;

/** Maximum characters of a token: servers refuse larger headers. */
const MAX_TOKEN_LENGTH = 8192;

/** The token in the answer to a login; null if there is none that a request can carry. */
export function tokenOf(
  { headers, body }: { headers: readonly Header[]; body: Uint8Array },
  { token, place }: Pick<LoginStep, 'token' | 'place'>,
): string | null {
  const found = 'path' in token ? inBody(body, token.path) : inHeaders(headers, token.header.toLowerCase(), place);
  const isUsable = found && found.length <= MAX_TOKEN_LENGTH && SENDABLE_VALUE.test(found);
  if (!isUsable) return null;
  return 'cookie' in place && found.includes(';') ? null : found;
}

/** The first string or number that the path selects, in the order of the text. */
function inBody(body: Uint8Array, path: string): string | null {
  const steps = parseJsonPath(path);
  if (steps === null || body.byteLength > MAX_ANSWER_BYTES || isDeeperThan(MAX_DEPTH, body)) return null;
  const tape = scanJson(body);
  const nodes = tape && jsonPathMatches([steps])(tape, { steps: MAX_STEPS });
  if (tape === null || nodes === null) return null;
  for (const node of nodes.toSorted((a, b) => a - b)) {
    const type = typeOf(tape, node);
    if (type === 'string') return stringOf(tape, node);
    if (type === 'number') return textOf(tape, node);
  }
  return null;
}

function inHeaders(headers: readonly Header[], name: string, location: LoginStep['place']): string | null {
  if (name !== 'set-cookie') return headerOf(headers, name)?.trim() ?? null;
  // A later cookie of a name replaces an earlier one (RFC 6265 5.3).
  const line = headers.findLast(
    ([each, value]) =>
      each.toLowerCase() === name && 'cookie' in location && value.split('=', 1)[0]?.trim() === location.cookie,
  );
  return line === undefined ? null : (/=([^;]*)/.exec(line[1])?.[1]?.trim() ?? null);
}
