import { isPageLocation } from '../../../../compare/domain/json/paths.ts';
import { isNodeKind } from '../../../../compare/domain/kinds.ts';
import type { CurrentDifference } from '../current-differences.ts';
import type { FieldLocation, LineItem } from './diff-item.ts';

/**
 * What a row is about: whether it is ignored, and its position among the differences; null where it is not one of them.
 */
export interface RowFacts {
  isIgnored: boolean;
  difference: number | null;
}

/** A difference of a body as a whole. */
const WHOLE = 'response';

/**
 * Tells what the rows of two bodies are about. A row is ignored if a rule covers its field, if every difference of the
 * field is ignored, or if its two values stand for each other (`mapped`: their paths).
 */
export function rowFacts(
  differences: readonly CurrentDifference[],
  { ruleFor, mapped }: { ruleFor(subject: string): string | null; mapped: ReadonlySet<string> },
): (item: LineItem) => RowFacts {
  const bySubject = new Map<string, number[]>();
  for (const [index, { difference }] of differences.entries()) {
    if (difference.call !== undefined) continue;
    const known = bySubject.get(difference.subject);
    if (known) known.push(index);
    else bySubject.set(difference.subject, [index]);
  }
  const whole = bySubject.get(WHOLE)?.[0] ?? null;
  const inText = textDifferences(differences);
  const known = new Map<number, RowFacts>();

  return (item) => {
    const { location } = item;
    if (location === null) return { isIgnored: false, difference: inText(item) ?? whole };
    const before = known.get(location.path);
    if (before) return before;
    const facts = factsOf(location);
    known.set(location.path, facts);
    return facts;
  };

  function factsOf({ paths, path, isIgnored }: FieldLocation): RowFacts {
    const subject = paths.subjectText(path);
    const found = bySubject.get(subject) ?? bySubject.get(subject.replace(/\[\*\]$/, '')) ?? [];
    const exact = found.length < 2 && mapped.size === 0 ? undefined : paths.pathText(path);
    const own = found.filter((index) => differences[index]?.difference.path === exact);
    const about = own.length > 0 ? own : found;
    const isOut =
      isIgnored ||
      ruleFor(subject) !== null ||
      (exact !== undefined && mapped.has(exact)) ||
      (about.length > 0 && about.every((index) => differences[index]?.rule !== null));
    const counted = about.find((index) => differences[index]?.rule === null);
    const difference = counted ?? about[0] ?? null;
    return { isIgnored: isOut, difference: difference ?? (found.length === 0 ? whole : null) };
  }
}

/** Finds the difference of a page of HTML that a changed line of its text shows. */
function textDifferences(differences: readonly CurrentDifference[]): (item: LineItem) => number | null {
  const found = [...differences.entries()].flatMap(([index, { difference, rule }]) =>
    rule === null && isPageLocation(difference.subject)
      ? { index, recorded: plainStart(difference.recorded), replayed: plainStart(difference.replayed) }
      : [],
  );
  const has = (line: LineItem['recorded'], text: string) =>
    text !== '' && line !== null && 'text' in line && line.text.includes(text);
  return ({ state, recorded, replayed }) =>
    state === 'same'
      ? null
      : (found.find((one) => has(recorded, one.recorded) || has(replayed, one.replayed))?.index ?? null);
}

const MAX_START = 60;

/** The beginning of a value of a page, which is a JSON string that may be cut. */
const plainStart = (value: string | null): string =>
  value === null
    ? ''
    : value
        .replace(/^"/, '')
        .slice(0, MAX_START)
        .replace(/(?:\\.*|"$)/, '');

/** Whether the rows of the bodies show a difference. */
export const isInBody = ({ difference: { kind, subject, call } }: CurrentDifference): boolean =>
  call === undefined && !subject.startsWith('@') && (isNodeKind(kind) || subject === WHOLE);
