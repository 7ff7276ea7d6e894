import type { MiddlewareHandler } from 'hono';
import type { Log } from '../../world.ts';
import type { Step } from '../workflows/state-machine.ts';

/** Spans of one process. */
export interface Traces {
  /** A span around work; spans of what it starts are below it, also after it has ended. */
  span<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** A span around each request, in the trace of its caller. */
  requests: MiddlewareHandler;
  /** Steps with a span each. */
  steps(steps: Readonly<Record<string, Step>>): Readonly<Record<string, Step>>;
  /** A log that notes on the present span which plan a line names. */
  annotated(log: Log): Log;
  /** Sends what is left, within seconds. */
  close(): Promise<void>;
}
