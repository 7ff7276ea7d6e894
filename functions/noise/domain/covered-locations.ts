import { subjectSteps } from '../../findings/domain/folding/subject-steps.ts';

/** What a rule for a subject covers: its place and everything below, or the place alone. */
export type Reach = 'below' | 'place';

/** Places by their steps. */
interface Location {
  below: Map<string, Location>;
  isSubject: boolean;
}

/**
 * Finds out for many subjects whether a rule for one of them covers any of these: a subject covers any member or
 * element for each of its `*`. The cost of a subject without `*` does not depend on how many places there are.
 */
export function coveredLocations(subjects: Iterable<string>, reach: Reach): (subject: string) => boolean {
  const root: Location = { below: new Map(), isSubject: false };
  /** No places in a body, such as headers. */
  const others: string[] = [];
  const all = [...subjects];
  for (const subject of all) {
    const steps = subjectSteps(subject);
    if (steps === null) others.push(subject);
    else locationAt(root, steps).isSubject = true;
  }
  return (subject) => {
    const steps = subjectSteps(subject);
    if (steps !== null && isCovered(root, steps, reach)) return true;
    const unread = steps === null ? all : others;
    if (unread.length === 0) return false;
    const cover = coverOf(subject, reach);
    return unread.some((other) => cover.test(other));
  };
}

function locationAt(root: Location, steps: readonly string[]): Location {
  let location = root;
  for (const step of steps) {
    const next: Location = location.below.get(step) ?? { below: new Map(), isSubject: false };
    location.below.set(step, next);
    location = next;
  }
  return location;
}

function isCovered(location: Location, steps: readonly string[], reach: Reach): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return reach === 'below' || location.isSubject;
  if (step !== '[*]' && step !== '.*') {
    const next = location.below.get(step);
    return next !== undefined && isCovered(next, rest, reach);
  }
  for (const [other, next] of location.below) if (ANY_STEP.test(other) && isCovered(next, rest, reach)) return true;
  return false;
}

/** Matches what a rule for this subject covers. */
function coverOf(subject: string, reach: Reach): RegExp {
  const steps = subject
    .split(/(\[\*\]|\.\*(?=$|[.[]))/)
    .map((part, index) => (index % 2 === 1 ? ANY : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return RegExp(`^${steps.join('')}${reach === 'below' ? '(?=$|[.[])' : '$'}`);
}

const ANY = String.raw`(?:\[\*\]|\.[^.[]+|\['(?:[^'\\]|\\.)*'\])`;
const ANY_STEP = RegExp(`^${ANY}$`);
