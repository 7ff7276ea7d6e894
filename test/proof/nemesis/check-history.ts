import { checkRuns } from './check-runs.ts';
import { checkWrites } from './check-writes.ts';
import { type Fault, type History, STORAGE_FAULTS } from './history.ts';

/** Answers that a fault of storage explains: a failed write that may be repeated, no capacity, no room. */
const EXPLAINED: readonly number[] = [500, 503, 507];
/** A request that begins during a fault may fail some time after it. */
const GRACE_MS = 5000;

/** Everything in a history that the service promises not to do; empty if it kept its promises. */
export function checkHistory(history: History): string[] {
  return [
    ...checkWrites(history),
    ...checkRuns(history),
    ...checkAnswers(history),
    ...checkDeliveries(history),
    ...history.faults.flatMap(({ kind, lastWords }) =>
      lastWords === undefined ? [] : [`the service ended during ${kind}: ${lastWords}`],
    ),
  ];
}

const overlaps = ({ beganAt, endedAt }: Fault, from: number, to: number) => beganAt <= to && endedAt >= from;

function checkAnswers({ operations, faults }: History): string[] {
  const isStorage = ({ kind }: Fault) => STORAGE_FAULTS.some((one) => one === kind);
  return operations.flatMap(({ kind, status, begunAt, endedAt }) => {
    if (status === null || status < 500) return [];
    const isExplained =
      EXPLAINED.includes(status) &&
      faults.some((fault) => isStorage(fault) && overlaps(fault, begunAt - GRACE_MS, endedAt));
    return isExplained ? [] : [`${kind} was answered ${status} without a fault of storage`];
  });
}

/** docs/notifications.md: a bot gets a message at most once, a webhook again only if a fault hid its answer. */
function checkDeliveries({ delivered, faults }: History): string[] {
  const byEvent = Map.groupBy(delivered, ({ channel, planId }) => `${channel} of run ${planId}`);
  return [...byEvent].flatMap(([name, all]) => {
    const ids = new Set(all.map(({ eventId }) => eventId));
    if (ids.size > 1) return [`${name} got one event under ${ids.size} ids`];
    const [first, ...repeats] = all.toSorted((a, b) => a.at - b.at);
    if (first?.type === 'bot') return repeats.length > 0 ? [`${name} got one message ${all.length} times`] : [];
    return repeats.flatMap(({ at }, index) => {
      const before = (index === 0 ? first : repeats[index - 1])?.at ?? 0;
      return faults.some((fault) => overlaps(fault, before, at)) ? [] : [`${name} got one event again without a fault`];
    });
  });
}
