import type { History, Operation, OperationOf } from './history.ts';

/** Violations among cases, rules and channels: what was acknowledged is there, what was refused or deleted is not. */
export function checkWrites(history: History): string[] {
  return [...checkCases(history), ...checkReads(history), ...checkRules(history), ...checkChannels(history)];
}

const of = <K extends Operation['kind']>({ operations }: History, kind: K) =>
  operations.filter((one): one is OperationOf<K> => one.kind === kind);

/** Attempts for the same thing: acknowledged if one was, refused only if all were. */
function outcomeOf(attempts: readonly Operation[]): Operation['outcome'] {
  const outcomes = new Set(attempts.map(({ outcome }) => outcome));
  if (outcomes.has('acknowledged')) return 'acknowledged';
  return outcomes.has('unknown') ? 'unknown' : 'refused';
}

function checkCases(history: History): string[] {
  const recorded = Map.groupBy(of(history, 'record'), ({ caseId }) => caseId);
  const wrong = [...recorded].flatMap(([caseId, attempts]) => {
    const found = history.cases.get(caseId);
    const outcome = outcomeOf(attempts);
    const isSame = attempts.some(({ appId, path }) => found?.appId === appId && found.path === path);
    if (outcome === 'acknowledged' && !found) return [`case ${caseId} was acknowledged and is lost`];
    if (outcome === 'refused' && found) return [`case ${caseId} was refused and is there`];
    return found && !isSame ? [`case ${caseId} has another content`] : [];
  });
  const unknown = [...history.cases.keys()].filter((caseId) => !recorded.has(caseId));
  return [...wrong, ...unknown.map((caseId) => `case ${caseId} was never recorded`)];
}

/** A read that begins after an acknowledgement sees the case; one that ends before the first attempt does not. */
function checkReads(history: History): string[] {
  const recorded = Map.groupBy(of(history, 'record'), ({ caseId }) => caseId);
  return of(history, 'read').flatMap(({ caseId, isThere, begunAt, endedAt }) => {
    if (isThere === null) return [];
    const attempts = recorded.get(caseId) ?? [];
    const isKnown = attempts.some((one) => one.outcome === 'acknowledged' && one.endedAt <= begunAt);
    if (!isThere && isKnown) return [`case ${caseId} was acknowledged and a later read missed it`];
    const isPossible = attempts.some((one) => one.outcome !== 'refused' && one.begunAt <= endedAt);
    return isThere && !isPossible ? [`case ${caseId} was read before it was recorded`] : [];
  });
}

interface Kept {
  what: string;
  /** Name that the client gave it. */
  name: string;
  added: readonly Operation[];
  deleted: readonly Operation[];
  copies: number;
}

function checkKept({ what, name, added, deleted, copies }: Kept): string[] {
  const outcome = outcomeOf(added);
  const wasDeleted = deleted.some((one) => one.outcome === 'acknowledged');
  const mayBeDeleted = deleted.some((one) => one.outcome !== 'refused');
  if (copies > Math.max(1, added.length)) return [`${what} ${name} is there ${copies} times`];
  if (copies > 0 && wasDeleted) return [`${what} ${name} was deleted and is there`];
  if (copies > 0 && outcome === 'refused') return [`${what} ${name} was refused and is there`];
  if (copies === 0 && outcome === 'acknowledged' && !mayBeDeleted)
    return [`${what} ${name} was acknowledged and is lost`];
  return [];
}

function checkAll(what: string, sides: { added: Map<string, Operation[]>; deleted: Map<string, Operation[]> }) {
  return (names: readonly string[]): string[] => {
    const unknown = new Set(names).difference(sides.added);
    const wrong = [...sides.added].flatMap(([name, added]) =>
      checkKept({
        what,
        name,
        added,
        deleted: sides.deleted.get(name) ?? [],
        copies: names.filter((one) => one === name).length,
      }),
    );
    return [...wrong, ...[...unknown].map((name) => `${what} ${name} was never added`)];
  };
}

function checkRules(history: History): string[] {
  const nameOf = ({ appId, path }: { appId: string; path: string }) => `${appId} ${path}`;
  const added: Map<string, Operation[]> = Map.groupBy(of(history, 'add-rule'), nameOf);
  const deleted: Map<string, Operation[]> = Map.groupBy(of(history, 'delete-rule'), nameOf);
  return checkAll('rule', { added, deleted })(history.rules.map(nameOf));
}

function checkChannels(history: History): string[] {
  const added: Map<string, Operation[]> = Map.groupBy(of(history, 'add-channel'), ({ name }) => name);
  const deleted: Map<string, Operation[]> = Map.groupBy(of(history, 'delete-channel'), ({ name }) => name);
  return checkAll('channel', { added, deleted })(history.channels.map(({ name }) => name));
}
