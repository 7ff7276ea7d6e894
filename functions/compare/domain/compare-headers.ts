import { scanJson } from '../../platform/json/scan-json.ts';
import type { Header } from '../../platform/outbound/outbound.ts';
import { asJsonTexts } from './bodies/as-json-texts.ts';
import { type BodyPart, tableOf } from './bodies/part-table.ts';
import { compareJson } from './compare-json.ts';
import type { DifferenceSink } from './difference-sink.ts';
import type { RuleStates } from './rules/rule-states.ts';
import { HEADERS_SUBJECT } from './rules/rules.ts';

/**
 * Compares headers as fields of `@headers`, names in lower case. Most headers change with every response, so none
 * counts until an include-only rule with target `response-headers` selects it.
 */
export function compareHeaders(
  recorded: readonly Header[],
  replayed: readonly Header[],
  rules: RuleStates,
  sink: DifferenceSink,
): void {
  const [a, b] = asJsonTexts(tableOf(treeOf(recorded)), tableOf(treeOf(replayed))).map((text) => scanJson(text));
  if (a && b) compareJson(a, b, rules, sink, { path: HEADERS_SUBJECT, subject: HEADERS_SUBJECT });
}

const treeOf = (headers: readonly Header[]): BodyPart => ({
  name: '',
  text: '',
  parts: headers.map(([name, text]) => ({ name: name.toLowerCase(), text: text.trim(), parts: [] })),
});
