import { scanJson } from '../../../platform/json/scan-json.ts';
import type { Header } from '../../../platform/outbound/outbound.ts';
import { asJsonTexts } from '../bodies/as-json-texts.ts';
import { type BodyPart, tableOf } from '../bodies/part-table.ts';
import { compareJson } from '../compare-json.ts';
import type { DifferenceSink } from '../difference-sink.ts';
import { type CompiledRules, HEADERS_SUBJECT } from '../rules/rules.ts';
import { isMeaningfulHeader } from './meaningful-header.ts';
import { sameHeader } from './same-header.ts';

/** Values by the header's name in lower case. */
type Lines = ReadonlyMap<string, readonly string[]>;

/**
 * Compares headers as fields of `@headers`, names in lower case: those that mean something and further ones of the
 * settings, or those that an include-only rule with target `response-headers` selects. `skipped` is left out.
 */
export function compareHeaders(
  recorded: readonly Header[],
  replayed: readonly Header[],
  { headers, selectsHeaders, furtherHeaders }: CompiledRules,
  sink: DifferenceSink,
  skipped: string | null = null,
): void {
  const isCompared = (name: string) =>
    name !== skipped && (selectsHeaders || isMeaningfulHeader(name) || furtherHeaders.has(name));
  const isJoined = (name: string) => !selectsHeaders && isMeaningfulHeader(name);
  const a = linesOf(recorded, isCompared, isJoined);
  // A recorder that keeps the type of the body alone does not say which headers are new.
  const isWhole = selectsHeaders || recorded.some(([name]) => name.toLowerCase() !== 'content-type');
  const b = alike(
    a,
    linesOf(replayed, (name) => isCompared(name) && (isWhole || a.has(name)), isJoined),
  );
  if (isSame(a, b)) return;
  const [one, other] = asJsonTexts(tableOf(treeOf(a)), tableOf(treeOf(b))).map((text) => scanJson(text));
  if (one && other) compareJson(one, other, headers, sink, { path: HEADERS_SUBJECT, subject: HEADERS_SUBJECT });
}

function linesOf(
  headers: readonly Header[],
  isCompared: (name: string) => boolean,
  isJoined: (name: string) => boolean,
): Lines {
  const lines = new Map<string, string[]>();
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if (!isCompared(name)) continue;
    const text = value.trim();
    const before = lines.get(name);
    if (before === undefined) lines.set(name, [text]);
    // Several lines of a list are one list (RFC 9110 5.3).
    else if (isJoined(name)) lines.set(name, [`${before[0]}, ${text}`]);
    else before.push(text);
  }
  return lines;
}

/** The replayed headers, with the recorded text of those that mean the same. */
const alike = (recorded: Lines, replayed: Lines): Lines =>
  new Map(
    [...replayed].map(([name, lines]) => {
      const before = recorded.get(name) ?? [];
      const isPair = before.length === 1 && lines.length === 1 && isMeaningfulHeader(name);
      return [name, isPair && sameHeader(name, before[0] ?? '', lines[0] ?? '') ? before : lines];
    }),
  );

const isSame = (a: Lines, b: Lines): boolean =>
  a.size === b.size && [...a].every(([name, lines]) => b.get(name)?.join('\n') === lines.join('\n'));

const treeOf = (lines: Lines): BodyPart => ({
  name: '',
  text: '',
  parts: [...lines].flatMap(([name, all]) => all.map((text) => ({ name, text, parts: [] }))),
});
