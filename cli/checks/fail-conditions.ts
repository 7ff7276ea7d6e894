import { InvalidArgumentError } from 'commander';
import type { Findings, ReplayRun } from '../../client/paths.ts';
import { endpointName } from '../../functions/findings/domain/endpoint-labels.ts';
import type { DecidedCondition } from '../../functions/report/domain/export/exported-run.ts';

/** A condition of --fail-if. */
export interface FailCondition {
  /** As it is shown: `latency.p95 > 1.2x`. */
  text: string;
  /** The ratio of p95 that no endpoint may be over; absent for counts. */
  latencyLimit?: number;
  decide(run: ReplayRun, findings: Findings): Omit<DecidedCondition, 'condition'>;
}

/** Counts of requests, when the run settled. */
const COUNTS: Readonly<Record<string, (run: ReplayRun, findings: Findings) => number | null>> = {
  'requests.total': ({ totalCases }) => totalCases,
  'requests.failed': ({ failedCases }) => failedCases,
  'requests.withoutResult': (_run, { scope }) => scope.requestsWithoutResult,
};

const LATENCY = 'latency.p95';

const COMPARISONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
};

const FORM = /^\s*([a-z][\w.]*)\s*([<>]=?)\s*(\d+(?:\.\d+)?)(x?)\s*$/i;

/** Parses a condition and adds it to the previous ones. */
export function conditionValue(text: string, before: readonly FailCondition[] = []): FailCondition[] {
  const [, metric, operator = '', number = '', unit] = FORM.exec(text) ?? [];
  const compare = COMPARISONS[operator];
  if (metric === undefined || compare === undefined)
    throw new InvalidArgumentError('It must be a condition such as "requests.failed > 0" or "latency.p95 > 1.2x".');
  const limit = Number(number);
  const shown = `${metric} ${operator} ${number}${unit}`;
  if (metric === LATENCY) {
    if (operator !== '>' || unit === '' || limit <= 0)
      throw new InvalidArgumentError(
        'latency.p95 is over a ratio above 0 or it is not: write > and an x, as in "latency.p95 > 1.2x".',
      );
    return [...before, { text: shown, latencyLimit: limit, decide: (_run, findings) => latencyOver(limit, findings) }];
  }
  const count = Object.hasOwn(COUNTS, metric) ? COUNTS[metric] : undefined;
  if (count === undefined)
    throw new InvalidArgumentError(`It has ${metric}, but must have ${[...Object.keys(COUNTS), LATENCY].join(', ')}.`);
  if (unit !== '' || !Number.isInteger(limit))
    throw new InvalidArgumentError(`${metric} is a number of requests: write a whole number, as in "${metric} > 0".`);
  return [...before, { text: shown, decide: (run, findings) => countDecision(count(run, findings), limit, compare) }];
}

function countDecision(value: number | null, limit: number, compare: (value: number, limit: number) => boolean) {
  if (value === null) return { outcome: 'undecided', message: 'the run has no such count' } as const;
  return { outcome: compare(value, limit) ? 'holds' : 'does not hold', message: `it is ${value}` } as const;
}

type Times = NonNullable<Findings['latency']>[number];
type Judged = Times & Required<Pick<Times, 'ratio'>>;

/** Maximum endpoints that a message names. */
const MAX_NAMED = 3;

/** Holds if the whole interval of an endpoint is over the limit: few samples are too few, never slower. */
function latencyOver(limit: number, { latency = [] }: Findings): Omit<DecidedCondition, 'condition'> {
  const judged = latency.filter((one): one is Judged => one.ratio !== undefined);
  if (judged.length === 0) {
    return {
      outcome: 'undecided',
      message: 'no endpoint has enough requests with a recorded and a replayed duration',
    };
  }
  const over = judged.filter(({ ratio }) => ratio.low > limit);
  const unproven = judged.filter(({ ratio }) => ratio.p95 > limit && ratio.low <= limit);
  const few = latency.length - judged.length;
  const facts = [
    ...(over.length > 0 ? [namesOf(over)] : ['not proven of any endpoint']),
    ...(unproven.length > 0 ? [`slower, not proven: ${namesOf(unproven)}`] : []),
    ...(few > 0 ? [`too few requests: ${few} ${few === 1 ? 'endpoint' : 'endpoints'}`] : []),
    ...(latency.some(({ baseline }) => baseline) ? [] : ['other hardware answered when the requests were recorded']),
  ];
  return { outcome: over.length > 0 ? 'holds' : 'does not hold', message: facts.join('; ') };
}

function namesOf(judged: readonly Judged[]): string {
  const more = judged.length - MAX_NAMED;
  const names = judged
    .slice(0, MAX_NAMED)
    .map(
      ({ operationName, method, ratio: { p95, low, high } }) =>
        `${endpointName(operationName, method)} ${p95.toFixed(2)}x (${low.toFixed(2)} to ${high.toFixed(2)})`,
    );
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The highest limit that a run can have (functions/replay/domain/latency/latency-ratio-limit.ts). */
const MAX_LIMIT = 100;

/**
 * The limit by which the report of a run marks endpoints: the lowest of its conditions; undefined without one of
 * latency.
 */
export function latencyLimitOf(conditions: readonly FailCondition[] = []): number | undefined {
  const limits = conditions.flatMap(({ latencyLimit }) => latencyLimit ?? []).filter((limit) => limit <= MAX_LIMIT);
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Decides the conditions of a run that has settled; none of another. */
export function decidedConditions(run: ReplayRun, conditions: readonly FailCondition[] = []): DecidedCondition[] {
  const { findings } = run;
  if (findings === null || findings.state === 'RUNNING') return [];
  return conditions.map(({ text, decide }) => ({ condition: text, ...decide(run, findings) }));
}
