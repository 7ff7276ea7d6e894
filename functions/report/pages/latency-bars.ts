import { sumOf } from '../../platform/values/sum-of.ts';
import { bucketStart, type EndpointLatency } from '../../replay/domain/results/latency.ts';

/** One column of the latency chart: durations in [from, to) ms, as shares (0..1) of each side. */
export interface LatencyBar {
  from: number;
  to: number;
  recorded: number;
  replayed: number;
}

/** Growth factor of the columns. Durations below this many ms share one column. */
const GROWTH = Math.SQRT2;
const FIRST_COLUMN_MS = 2;

/** Both sides in columns of growing width, from the shortest duration to the longest. */
export function latencyBars({ recorded, replayed }: EndpointLatency): LatencyBar[] {
  const columns = [columnsOf(recorded), columnsOf(replayed)] as const;
  const all = columns.flatMap(({ shares }) => [...shares.keys()]);
  if (all.length === 0) return [];
  const [first, last] = [Math.min(...all), Math.max(...all)];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const column = first + index;
    const [a, b] = columns.map(({ shares }) => shares.get(column) ?? 0);
    return { from: startOf(column), to: startOf(column + 1), recorded: a ?? 0, replayed: b ?? 0 };
  });
}

function columnsOf(durations: EndpointLatency['recorded']) {
  const total = sumOf(durations, ([, count]) => count);
  const shares = new Map<number, number>();
  for (const [bucket, count] of durations) {
    const column = columnOf(bucketStart(bucket));
    shares.set(column, (shares.get(column) ?? 0) + count / total);
  }
  return { shares };
}

const columnOf = (ms: number): number =>
  ms < FIRST_COLUMN_MS ? 0 : 1 + Math.floor(Math.log(ms / FIRST_COLUMN_MS) / Math.log(GROWTH) + 1e-9);

const startOf = (column: number): number => (column === 0 ? 0 : Math.round(FIRST_COLUMN_MS * GROWTH ** (column - 1)));
