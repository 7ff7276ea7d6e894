import { ruleStates } from '../../../../functions/compare/domain/rules/rule-states.ts';
import { scanJson } from '../../../../functions/platform/json/scan-json.ts';
import type { DiffItem } from '../../../../functions/report/pages/request/diff/diff-item.ts';
import { diffWindow, type ShownPart } from '../../../../functions/report/pages/request/diff/diff-window.ts';
import { jsonItems } from '../../../../functions/report/pages/request/diff/json-items.ts';
import type { ShownLine, ShownRow } from '../../../../functions/report/pages/request/diff/shown-rows.ts';

const tape = (text: string) => {
  const scanned = scanJson(Buffer.from(text));
  if (scanned === null) throw new Error('no JSON');
  return scanned;
};

const plain = () => ({ isIgnored: false, difference: null });

/** A page of rows; the first one, folded. */
export const windowOf = (items: Iterable<DiffItem>, more: Partial<Parameters<typeof diffWindow>[1]> = {}) =>
  diffWindow(items, { from: 0, isUnfolded: false, factsOf: plain, ...more });

/** Two JSON texts, aligned. */
export const itemsOf = (recorded: string, replayed: string, rules = ruleStates([])) =>
  jsonItems(tape(recorded), tape(replayed), rules);

/** A side of a row with its line number, as the reader sees it. */
const side = (line: ShownLine | null): string =>
  line === null
    ? '-'
    : `${line.number}${' '.repeat(line.depth + 1)}${line.label}${line.label && ': '}${line.text}${line.hasComma ? ',' : ''}`;

const rowText = ({ state, recorded, replayed, move }: ShownRow): string => {
  const sides = `${side(recorded)} | ${side(replayed)}`;
  const note = move && ` (${move.from} to ${move.to}, ${move.key}${move.isFree ? ', any order' : ''})`;
  return `${{ same: '  ', changed: '± ', moved: '↕ ', ignored: '· ' }[state]}${sides}${note ?? ''}`;
};

/** A part as the reader sees it: `±` changed, `↕` moved, `·` ignored, then both sides with their line numbers. */
export const seen = (part: ShownPart): string =>
  part.kind === 'row'
    ? rowText(part.row)
    : `(${part.lines}: ${part.unchanged} unchanged, ${part.ignored} ignored ${part.fields.join()})`;

/** The first page of two JSON texts. */
export const rowsBetween = (recorded: string, replayed: string, rules = ruleStates([])) =>
  windowOf(itemsOf(recorded, replayed, rules)).parts.map(seen);
