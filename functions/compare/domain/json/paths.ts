import type { Names } from '../../../platform/json/names.ts';

/** The places of one comparison as numbers; the concrete path and normalised subject are built only on request. */
export interface Paths {
  member(parent: number, name: number): number;
  element(parent: number, index: number): number;
  /** Number of the normalised place; places that differ only in indices share it. */
  subjectOf(path: number): number;
  pathText(path: number): string;
  subjectText(path: number): string;
}

/** Where a comparison starts if not at the root of the response (JSON inside a string). */
export interface Base {
  path: string;
  subject: string;
  /** The root is that of a page of HTML. */
  isPage?: true;
}

const ELEMENT = 0;
/** Deeper places are written as a hash of their beginning and this many last steps, so that texts stay short. */
const WRITTEN_STEPS = 64;

/** Creates an empty table of places over a name table. */
export function pathBook(names: Names, base: Base): Paths {
  const subjects = subjectBook(names);
  const parents = [-1];
  const steps = [0];
  const subjectIds = [0];
  const written = new Map<number, string>();

  function added(parent: number, step: number, subject: number): number {
    steps.push(step);
    subjectIds.push(subject);
    return parents.push(parent) - 1;
  }

  function textOf(last: number, parentOf: number[], stepText: (id: number) => string, root: string): string {
    const texts: string[] = [];
    let id = last;
    for (; id > 0 && texts.length < WRITTEN_STEPS; id = parentOf[id] ?? 0) texts.push(stepText(id));
    const hash = subjects.hashOf(parentOf === parents ? (subjectIds[id] ?? 0) : id);
    return joined(id > 0 ? `…${hex(hash)}` : root, distinct(texts.reverse().join('')));
  }

  /** Places in a page begin with `html`, and no others do. */
  const distinct = (text: string): string =>
    base.isPage || base.path !== '$' || !isPageLocation(text.slice(1)) || !text.startsWith('.')
      ? text
      : `['html']${text.slice('.html'.length)}`;

  return {
    member: (parent, name) => added(parent, name + 1, subjects.member(subjectIds[parent] ?? 0, name)),
    element: (parent, index) => added(parent, -1 - index, subjects.element(subjectIds[parent] ?? 0)),
    subjectOf: (path) => subjectIds[path] ?? 0,

    pathText: (path) =>
      textOf(
        path,
        parents,
        (id) => {
          const step = steps[id] ?? 0;
          return step < 0 ? `[${-1 - step}]` : memberText(names.textOf(step - 1));
        },
        base.path,
      ),

    subjectText(path) {
      const subject = subjectIds[path] ?? 0;
      let text = written.get(subject);
      if (text === undefined) {
        text = textOf(subject, subjects.parents, subjects.stepText, base.subject);
        written.set(subject, text);
      }
      return text;
    },
  };
}

/** The normalised places as numbers. Steps: 0 is an element, n + 1 the member of name n. */
function subjectBook(names: Names) {
  const parents = [-1];
  const steps = [0];
  const hashes = [0];
  const children = new Map<number, number>();
  const foldedNames = new Map<number, string>();
  /** One step for all members whose names are data, so that they share their subjects. */
  let foldedStep = -1;

  /** Folded members share the subject of the first one. */
  function child(parent: number, step: number): number {
    const key = parent * 0x4000000 + step;
    const known = children.get(key);
    if (known !== undefined) return known;
    const id = parents.push(parent) - 1;
    steps.push(step);
    hashes.push(mixed(hashes[parent] ?? 0, step === ELEMENT ? '[*]' : foldedName(step - 1)));
    children.set(key, id);
    return id;
  }

  function foldedName(name: number): string {
    let text = foldedNames.get(name);
    if (text === undefined) {
      const plain = names.textOf(name);
      text = isData(plain) ? '.*' : memberText(plain);
      foldedNames.set(name, text);
    }
    return text;
  }

  function memberStep(name: number): number {
    if (foldedName(name) !== '.*') return name + 1;
    if (foldedStep < 0) foldedStep = name + 1;
    return foldedStep;
  }

  return {
    parents,
    member: (parent: number, name: number) => child(parent, memberStep(name)),
    element: (parent: number) => child(parent, ELEMENT),
    hashOf: (id: number) => hashes[id] ?? 0,
    stepText(id: number): string {
      const step = steps[id] ?? 0;
      return step === ELEMENT ? '[*]' : foldedName(step - 1);
    },
  };
}

/** Whether a subject is a place in a page of HTML. What is below a member `html` of JSON has it in brackets. */
export const isPageLocation = (subject: string): boolean => /^html[.[]/.test(subject);

/** Joins a base and steps; `$` stands for the root alone, and members and elements follow it without `$.`. */
function joined(base: string, steps: string): string {
  if (steps === '') return base;
  if (base !== '$') return base + steps;
  return steps.startsWith('.') ? steps.slice(1) : steps;
}

const hex = (hash: number) => (hash >>> 0).toString(16).padStart(8, '0');

function mixed(hash: number, text: string): number {
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(hash ^ 0x2e, 0x01000193);
}

const PLAIN_NAME = /^[A-Za-z_\u0080-\ud7ff\ue000-\uffff][A-Za-z0-9_\u0080-\ud7ff\ue000-\uffff]*$/;
const MAX_NAME_LENGTH = 200;

/** Writes one member step as in RFC 9535: `.name`, or `['a.b']` if the name is not plain. */
function memberText(name: string): string {
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…${hex(mixed(0, name))}` : name;
  if (PLAIN_NAME.test(short)) return `.${short}`;
  const quoted = JSON.stringify(short).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `['${quoted}']`;
}

const DATA_NAME = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^(?=.*[0-9])[0-9a-f]{16,128}$/i,
  /^(?=.*[0-9])[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^\d{4,20}$/,
  /^\d{4}-\d{2}-\d{2}([T ][0-9:.+Z-]{1,24})?$/,
  /^[^@\s]{1,64}@[^@\s]{1,180}\.[a-z]{2,24}$/i,
];

/** Whether a member's name is itself data (an id, a date, an address), so that its subject is `*`. */
const isData = (name: string): boolean => name.length < MAX_NAME_LENGTH && DATA_NAME.some((form) => form.test(name));
