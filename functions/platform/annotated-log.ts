import type { Log } from './world.ts';

/** Passes lines on, and notes the plan that a line names. */
export function annotatedLog(log: Log, note: (planId: string) => void): Log {
  const annotating =
    (write: Log['info']): Log['info'] =>
    (message, facts) => {
      if (typeof facts?.plan_id === 'string') note(facts.plan_id);
      write(message, facts);
    };
  return {
    debug: annotating(log.debug),
    info: annotating(log.info),
    warn: annotating(log.warn),
    error: annotating(log.error),
  };
}
