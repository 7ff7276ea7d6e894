import {
  childrenOf,
  isContainer,
  stringOf,
  type Tape,
  textOf,
  typeOf,
  utf8,
  wordAt,
} from '../../platform/json/tape.ts';
import type { JsonContext } from './json-context.ts';
import type { RuleState } from './rules/rule-states.ts';
import { HIDDEN, isSensitiveName, isSensitiveValue, MAX_SECRET_LENGTH } from './sensitive-field.ts';

/**
 * Reports a member that is new in the replayed response: SENSITIVE_FIELD or NEW_FIELD, and the sensitive ones inside
 * it.
 */
export function reportNew(context: JsonContext, node: number, path: number, state: RuleState, note?: string): void {
  if (isSensitive(context, node)) {
    context.report('SENSITIVE_FIELD', path, state, -1, node, note);
    return;
  }
  context.report('NEW_FIELD', path, state, -1, node, note);
  if (isContainer(context.b, node)) reportSensitive(context, node, path, state);
}

/**
 * Reports the sensitive members and elements inside a new value; `knownSubjects` are places that the recorded response
 * has elsewhere (another element of the same array) and that are therefore not new.
 */
export function reportSensitive(
  context: JsonContext,
  root: number,
  rootPath: number,
  rootState: RuleState,
  knownSubjects: () => ReadonlySet<number> = none,
): void {
  walk(context, 'b', root, rootPath, rootState, (node, path, state) => {
    if (!isSensitive(context, node)) return true;
    if (!knownSubjects().has(context.paths.subjectOf(path))) {
      context.report('SENSITIVE_FIELD', path, state, -1, node);
    }
    return false;
  });
}

const NO_SUBJECTS: ReadonlySet<number> = new Set();
const none = () => NO_SUBJECTS;

/** The places inside recorded values; a place skipped for lack of budget is reported as new, never the reverse. */
export function subjectsWithin(context: JsonContext, roots: Iterable<number>, rootPath: number, state: RuleState) {
  const subjects = new Set<number>();
  for (const root of roots) {
    walk(context, 'a', root, rootPath, state, (_, path) => {
      subjects.add(context.paths.subjectOf(path));
      return context.budget.visits-- > 0;
    });
  }
  return subjects;
}

/** Visits everything inside a value; `visit` returns whether to descend. */
function walk(
  context: JsonContext,
  side: 'a' | 'b',
  root: number,
  rootPath: number,
  rootState: RuleState,
  visit: (node: number, path: number, state: RuleState) => boolean,
): void {
  const { names, paths } = context;
  const tape = context[side];
  const stack = [{ node: root, path: rootPath, state: rootState }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (!isContainer(tape, top.node)) continue;
    const children = childrenOf(tape, top.node);
    const inObject = typeOf(tape, top.node) === 'object';
    for (const [index, child] of children.entries()) {
      const name = inObject ? names.idOf(tape, child) : -1;
      const path = inObject ? paths.member(top.path, name) : paths.element(top.path, index);
      const state = inObject
        ? context.memberState(top.state, name, side === 'a' ? child : -1, side === 'b' ? child : -1)
        : context.elementState(top.state, side, index, children.length, child);
      if (visit(child, path, state)) stack.push({ node: child, path, state });
    }
  }
}

function isSensitive({ b, names }: JsonContext, node: number): boolean {
  if (wordAt(b.words, node + 2) >= 0 && isSensitiveName(names.textOf(names.idOf(b, node)))) return true;
  return !isContainer(b, node) && looksSecret(b, node);
}

const MAX_HIDDEN_START = 80;

function looksSecret(tape: Tape, node: number): boolean {
  const start = wordAt(tape.words, node);
  const length = wordAt(tape.words, node + 1) - start;
  const type = typeOf(tape, node);
  if (type === 'string' && HIDDEN.test(utf8(tape.bytes, start + 1, start + Math.min(length, MAX_HIDDEN_START))))
    return true;
  if (length < 15 || length > MAX_SECRET_LENGTH) return false;
  if (type === 'string') return isSensitiveValue(stringOf(tape, node));
  return type === 'number' && isSensitiveValue(textOf(tape, node));
}
