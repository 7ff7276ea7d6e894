import { subjectSteps } from '../../findings/domain/folding/subject-steps.ts';

/** What a rule for a subject covers: its place and everything below, or the place alone. */
export type Reach = 'below' | 'place';

/** Places by their steps. */
interface Place {
  below: Map<string, Place>;
  isSubject: boolean;
}

/**
 * Finds out for many subjects whether a rule for one of them covers any of these: a subject covers any member or element
 * for each of its `*`. The cost of a subject without `*` does not depend on how many places there are.
 */
export function coveredPlaces(subjects: Iterable<string>, reach: Reach): (subject: string) => boolean {
  const root: Place = { below: new Map(), isSubject: false };
  /** No places in a body, such as headers. */
  const others: string[] = [];
  const all = [...subjects];
  for (const subject of all) {
    const steps = subjectSteps(subject);
    if (steps === null) others.push(subject);
    else placeAt(root, steps).isSubject = true;
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

function placeAt(root: Place, steps: readonly string[]): Place {
  let place = root;
  for (const step of steps) {
    const next: Place = place.below.get(step) ?? { below: new Map(), isSubject: false };
    place.below.set(step, next);
    place = next;
  }
  return place;
}

function isCovered(place: Place, steps: readonly string[], reach: Reach): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return reach === 'below' || place.isSubject;
  if (step !== '[*]' && step !== '.*') {
    const next = place.below.get(step);
    return next !== undefined && isCovered(next, rest, reach);
  }
  for (const [other, next] of place.below) if (ANY_STEP.test(other) && isCovered(next, rest, reach)) return true;
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
