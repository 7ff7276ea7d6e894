import type { Difference } from '../difference.ts';
import type { DifferenceSink } from '../difference-sink.ts';
import { cut } from '../json-context.ts';
import { coversPair } from './covers-pair.ts';
import type { Covering, ExpectedChange } from './expected-change.ts';

/** What is known of the request whose differences are covered. */
export interface ExpectedFor {
  method: string | undefined;
  /** Epoch ms; undefined in results from before it was kept, whose recordings are older than every expected change. */
  recordedAt: number | undefined;
}

/** Compiles the expected changes of one endpoint; null if there are none. */
export function coveringOf(changes: readonly ExpectedChange[]): ((request: ExpectedFor) => Covering | null) | null {
  if (changes.length === 0) return null;
  const byKind = Map.groupBy(
    changes.map((change) => ({ ...change, isSubject: subjectMatcher(change.subject) })),
    ({ kind }) => kind,
  );

  return ({ method, recordedAt }) => {
    const holds = ({ methods, since }: ExpectedChange) =>
      (recordedAt === undefined || recordedAt < since) &&
      (methods === undefined || (method !== undefined && methods.includes(method)));
    if (!changes.some(holds)) return null;
    return (difference) => {
      const found = byKind
        .get(difference.kind)
        ?.find((one) => one.isSubject(difference.subject) && coversPair(one.change, difference) && holds(one));
      return found?.ruleId ?? null;
    };
  };
}

/** Whether a subject is the one that findings name; a folded name (`*`) stands for any one name. */
export function subjectMatcher(subject: string): (other: string) => boolean {
  const [first = '', ...rest] = subject.split(FOLDED);
  if (rest.length === 0) return (other) => other === subject;
  return (other) => {
    if (!other.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const length = NAME.exec(other.slice(at))?.[0].length ?? 0;
      if (length === 0 || !other.startsWith(part, at + length)) return false;
      at += length + part.length;
    }
    return at === other.length;
  };
}

/** A folded name, and not an element of a list (`[*]`). */
const FOLDED = /(?<=^|\.)\*(?=$|\.|\[)/;
const NAME = /^[^.[\]]+/;

/** The same difference with the expected change that covers it as its rule, also where a rule ignores it. */
export function covered(difference: Difference, covering: Covering | null): Difference {
  const rule = covering?.(difference) ?? null;
  return rule === null ? difference : { ...difference, rule };
}

/** Maximum places of a response that are looked at: one with more is truncated, so that it is not covered. @internal */
export const MAX_PLACES = 5000;

/**
 * A sink whose differences are looked at one by one, before it keeps the first of each subject: a covered place says
 * nothing of another place.
 */
export function coveringSink(sink: DifferenceSink, covering: Covering | null): DifferenceSink {
  if (covering === null) return sink;
  let places = 0;
  let isFull = false;
  /** By subject: the expected change that covered the last place which was added. */
  const added = new Map<string, string>();
  return {
    ...sink,
    everyLocation: true,
    // Whether a difference is covered is known when it is added.
    passesOver(_kind, rule) {
      if (places < MAX_PLACES) return false;
      isFull ||= rule === null;
      return true;
    },
    comparison() {
      const { differences, truncated } = sink.comparison();
      return { differences, truncated: truncated || isFull };
    },
    isCoveredAgain(change) {
      const rule = covering(change);
      if (rule === null || added.get(change.subject) !== rule) return false;
      places++;
      return true;
    },
    add(difference) {
      places++;
      const { subject, recorded, replayed } = difference;
      const rule = covering(difference);
      if (rule !== null) added.set(subject, rule);
      sink.add({
        ...difference,
        rule: rule ?? difference.rule,
        recorded: recorded && cut(recorded),
        replayed: replayed && cut(replayed),
      });
    },
  };
}
