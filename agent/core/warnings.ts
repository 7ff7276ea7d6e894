import { originals } from './originals.ts';

/** Writes warnings of the agent: one line each, and each subject at most once in ten minutes. */
export interface Warnings {
  /** `subject` names the kind of fault; `text` holds no value of a request. */
  warn(subject: string, text: string): void;
  /** Runs work of a hook: a fault is a warning, and never one of the application. */
  guard<T>(subject: string, work: () => T, fallback: T): T;
}

const QUIET_MS = 10 * 60_000;

/** Creates warnings that are written to stderr. */
export function agentWarnings(write: (line: string) => void = (line) => process.stderr.write(line)): Warnings {
  const lastAt = new Map<string, number>();
  function warn(subject: string, text: string): void {
    const now = originals.now();
    if (now - (lastAt.get(subject) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    lastAt.set(subject, now);
    write(`replay agent: ${text}\n`);
  }
  return {
    warn,
    guard: (subject, work, fallback) => {
      try {
        return work();
      } catch (fault) {
        // The message of a fault may hold values of the request.
        warn(subject, `${subject} was not observed (${fault instanceof Error ? fault.name : 'fault'})`);
        return fallback;
      }
    },
  };
}
