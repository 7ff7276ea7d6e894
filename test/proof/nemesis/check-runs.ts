import type { EndedRun, History, Operation, OperationOf } from './history.ts';

/** Violations among runs: each was asked for, has ended, and found what there is to find. */
export function checkRuns(history: History): string[] {
  return [...checkTriggers(history), ...checkPolls(history), ...history.runs.flatMap((run) => checkRun(run, history))];
}

const of = <K extends Operation['kind']>({ operations }: History, kind: K) =>
  operations.filter((one): one is OperationOf<K> => one.kind === kind);

function checkTriggers(history: History): string[] {
  const byKey = Map.groupBy(of(history, 'trigger'), ({ key }) => key);
  const started = new Set(history.runs.map(({ planId }) => planId));
  const wrong = [...byKey].flatMap(([key, attempts]) => {
    const ids = new Set(attempts.flatMap(({ id }) => id ?? []));
    if (ids.size > 1) return [`trigger ${key} was answered with ${ids.size} runs`];
    return [...ids].filter((id) => !started.has(id)).map((id) => `run ${id} was acknowledged and is lost`);
  });
  // A trigger without an answer may have started one run.
  const answered = new Set(of(history, 'trigger').flatMap(({ id }) => id ?? []));
  const others = Map.groupBy(
    history.runs.filter(({ planId }) => !answered.has(planId)),
    ({ appId }) => appId,
  );
  const unexplained = [...others].flatMap(([appId, runs]) => {
    const open = [...byKey.values()].filter(
      (attempts) =>
        attempts.every((one) => one.appId === appId && one.id === null) &&
        attempts.some(({ outcome }) => outcome === 'unknown'),
    );
    return runs.length > open.length ? [`${appId} has ${runs.length - open.length} runs that no trigger started`] : [];
  });
  return [...wrong, ...unexplained];
}

/** A run that was seen completed is not seen running later. */
function checkPolls(history: History): string[] {
  const polls = Map.groupBy(of(history, 'poll'), ({ id }) => id);
  return [...polls].flatMap(([id, all]) => {
    const completedAt = Math.min(...all.filter((one) => one.hasCompleted).map(({ endedAt }) => endedAt));
    const later = all.some((one) => one.hasCompleted === false && one.begunAt > completedAt);
    return later ? [`run ${id} was completed and is running again`] : [];
  });
}

function checkRun(run: EndedRun, history: History): string[] {
  if (!run.hasCompleted) return [`run ${run.planId} did not end`];
  const stops = of(history, 'stop').filter(({ id }) => id === run.planId);
  const mayBeStopped = stops.some(({ outcome }) => outcome !== 'refused');
  if (run.isInterrupted) return mayBeStopped ? [] : [`run ${run.planId} was interrupted and nothing stopped it`];
  return [...checkResults(run, history), ...checkSelection(run, history)];
}

function checkResults({ planId, items, ...run }: EndedRun, history: History): string[] {
  const { cases, truthOf } = history;
  const wrong = items.flatMap(({ caseId, state, kinds }) => {
    const path = cases.get(caseId)?.path;
    if (path === undefined) return [`run ${planId} replayed ${caseId}, which is not there`];
    return state === truthOf(path)
      ? []
      : [`run ${planId} found ${caseId} ${state} (${kinds.join()}) instead of ${truthOf(path)}`];
  });
  const failed = items.filter(({ state }) => state === 'FAILED').length;
  const passed = items.filter(({ state }) => state === 'PASSED').length;
  const isSummed = run.totalCases === items.length && run.successCases === passed && run.failedCases === failed;
  return isSummed ? wrong : [...wrong, `run ${planId} has other counts than its ${items.length} results`];
}

/** A run replays each case of its application once, and all that were acknowledged before it was triggered. */
function checkSelection({ planId, appId, items }: EndedRun, history: History): string[] {
  const replayed = new Set(items.map(({ caseId }) => caseId));
  const twice = replayed.size < items.length ? [`run ${planId} counts a case twice`] : [];
  const since = begunAt(planId, history);
  const missed = of(history, 'record').filter(
    (one) => one.appId === appId && one.outcome === 'acknowledged' && one.endedAt < since && !replayed.has(one.caseId),
  );
  return [...twice, ...missed.map(({ caseId }) => `run ${planId} does not have ${caseId}, recorded before it`)];
}

/** When the run was asked for; -Infinity if its trigger had no answer. */
function begunAt(planId: string, history: History): number {
  const triggers = of(history, 'trigger').filter(({ id }) => id === planId);
  return triggers.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...triggers.map((one) => one.begunAt));
}
