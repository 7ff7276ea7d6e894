import { isNodeKind } from '../../../compare/domain/kinds.ts';
import type { Cluster } from '../../../replay/domain/results/clusters.ts';
import { keyForm } from './key-form.ts';
import { nameOfStep, subjectSteps } from './subject-steps.ts';

/** Members of one object whose names have digits and the same form are keys of a map from this number on. @internal */
export const MIN_KEYS_OF_FORM = 50;
/**
 * Members of one object of any name, all of which differ in the same member, are keys of a map from this number on.
 * @internal
 */
export const MIN_KEYS_OF_SHAPE = 200;

/**
 * The subject of a difference with `*` for each name that is a key of a map: `prices.sku-0017.price` is
 * `prices.*.price`.
 */
export type FoldedSubject = (subject: string) => string;

/** The places of one endpoint whose differences a round found. */
interface Location {
  below: Map<string, Location> | null;
  /** Steps that are keys of a map: all lead to `entry`. */
  keys: Set<string> | null;
  entry: Location | null;
}

/**
 * Finds the members that are keys of maps among the differences of a round: by the names beside each other in one
 * object of one endpoint, over all of its requests. Rules, marks and the order of the requests change nothing. Null for
 * an endpoint without such members.
 */
export function foldedSubjects(clusters: readonly Cluster[]): (operation: string) => FoldedSubject | null {
  const subjects = new Map<string, Set<string>>();
  for (const { operation, differences } of clusters) {
    const ofEndpoint = subjects.get(operation) ?? new Set();
    subjects.set(operation, ofEndpoint);
    for (const { kind, subject } of differences) if (isNodeKind(kind)) ofEndpoint.add(subject);
  }
  const folded = new Map<string, FoldedSubject | null>();
  for (const [operation, all] of subjects)
    if (all.size >= MIN_KEYS_OF_FORM) folded.set(operation, foldedOfEndpoint(all));
  return (operation) => folded.get(operation) ?? null;
}

function foldedOfEndpoint(subjects: ReadonlySet<string>): FoldedSubject | null {
  const root = emptyLocation();
  for (const subject of subjects) {
    let location = root;
    for (const step of subjectSteps(subject) ?? []) location = locationBelow(location, step);
  }
  if (!foldLocation(root)) return null;
  const known = new Map<string, string>();
  for (const subject of subjects) {
    const text = textAt(root, subject);
    if (text !== subject) known.set(subject, text);
  }
  return (subject) => known.get(subject) ?? subject;
}

const emptyLocation = (): Location => ({ below: null, keys: null, entry: null });

function locationBelow(location: Location, step: string): Location {
  location.below ??= new Map();
  const present = location.below.get(step);
  if (present) return present;
  const made = emptyLocation();
  location.below.set(step, made);
  return made;
}

/** Makes one entry of the members of a place that are keys, then folds what is below; whether there were any keys. */
function foldLocation(location: Location): boolean {
  const { below } = location;
  if (below === null) return false;
  let isFolded = false;
  const keys = below.size < MIN_KEYS_OF_FORM ? new Set<string>() : keysAmong(below);
  if (keys.size > 0) {
    const entry = below.get('*') ?? below.get('.*') ?? emptyLocation();
    for (const step of keys) {
      const member = below.get(step);
      if (member) moveInto(entry, member);
      below.delete(step);
    }
    location.keys = keys;
    location.entry = entry;
    isFolded = true;
    foldLocation(entry);
  }
  for (const member of below.values()) if (member !== location.entry && foldLocation(member)) isFolded = true;
  return isFolded;
}

function keysAmong(below: ReadonlyMap<string, Location>): Set<string> {
  const ofForm = new Map<string, string[]>();
  const ofShape = new Map<string, string[]>();
  const note = (groups: Map<string, string[]>, group: string, step: string) => {
    const present = groups.get(group);
    if (present) present.push(step);
    else groups.set(group, [step]);
  };
  for (const [step, member] of below) {
    const name = nameOfStep(step);
    if (name === null) continue;
    const form = keyForm(name);
    if (form !== null) note(ofForm, form, step);
    for (const inner of member.below?.keys() ?? []) if (inner !== '[*]') note(ofShape, inner, step);
  }
  const large = (groups: Map<string, string[]>, min: number) =>
    [...groups.values()].filter((steps) => steps.length >= min).flat();
  return new Set([...large(ofForm, MIN_KEYS_OF_FORM), ...large(ofShape, MIN_KEYS_OF_SHAPE)]);
}

function moveInto(entry: Location, member: Location): void {
  for (const [step, location] of member.below ?? []) {
    const present = entry.below?.get(step);
    if (present) moveInto(present, location);
    else {
      entry.below ??= new Map();
      entry.below.set(step, location);
    }
  }
}

function textAt(root: Location, subject: string): string {
  let location: Location | null | undefined = root;
  let text = '';
  for (const step of subjectSteps(subject) ?? [subject]) {
    const isKey: boolean = location?.keys?.has(step) ?? false;
    text += isKey ? (text === '' ? '*' : '.*') : step;
    location = isKey ? location?.entry : location?.below?.get(step);
  }
  return text;
}
