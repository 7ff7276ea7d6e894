import type { Counter } from 'prom-client';
import type { Log } from '../../world.ts';
import { knownValues } from './known-values.ts';

/** What a line adds to, by its message. */
type LineMetrics = Readonly<Record<string, (facts: Record<string, unknown>) => void>>;

interface Counted {
  lines: LineMetrics;
  /** Lines that have a fault, by its name. */
  faults: Counter<'fault_name'>;
}

const MAX_FAULT_NAMES = 100;

/**
 * Passes lines on, and counts what they say, also those below SVC_LOG_LEVEL: what happens is logged once, and a
 * deployment on AWS makes metrics of the same lines.
 */
export function countingLog(log: Log, { lines, faults }: Counted): Log {
  const names = knownValues(MAX_FAULT_NAMES);
  const counting =
    (write: Log['info']): Log['info'] =>
    (message, facts) => {
      if (facts !== undefined && Object.hasOwn(lines, message)) lines[message]?.(facts);
      if (facts?.fault_name !== undefined) faults.inc({ fault_name: names(facts.fault_name) });
      write(message, facts);
    };
  return {
    debug: counting(log.debug),
    info: counting(log.info),
    warn: counting(log.warn),
    error: counting(log.error),
  };
}
