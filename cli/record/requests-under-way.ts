import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import type { Budget } from '../../proxies/captured-body.ts';
import { correlationOf } from '../../proxies/correlation.ts';
import type { CallClues, Correlation } from '../../proxies/downstream.ts';

/** Maximum calls of a case, as the service takes them. */
const MAX_CALLS = 5_000;
/** Maximum characters of the calls of a case. */
const MAX_CALLS_LENGTH = 3 * 1024 * 1024;
/** How long to wait for calls that outlive their request. */
const LATE_CALLS_MS = 5_000;

/** An inbound request under way. */
export interface RequestUnderWay {
  /** Waits for its calls under way; null if they are too many or too large for a case. */
  calls(): Promise<readonly RecordedCall[] | null>;
  /** Calls that end from now on belong to no request. */
  end(): void;
}

interface Inbound {
  traceId: string;
  isReplay: boolean;
  calls: RecordedCall[];
  length: number;
  isTooLarge: boolean;
  pending: Set<Promise<unknown>>;
}

export interface RequestsOptions {
  budget: Budget;
  /** A call of no known request. */
  onStray(): void;
  /** A call that began while no request was under way, and names no replay: one of the application itself. */
  onStartup(call: RecordedCall): void;
}

export type RequestsUnderWay = ReturnType<typeof requestsUnderWay>;

/** Finds the inbound request of a call: by the trace that OpenTelemetry propagates, or else the only one under way. */
export function requestsUnderWay({ budget, onStray, onStartup }: RequestsOptions) {
  const underWay = new Set<Inbound>();
  const byTrace = new Map<string, Set<Inbound>>();
  const found = new WeakMap<object, Inbound>();

  const only = <T>(set: ReadonlySet<T> | undefined): T | undefined =>
    set?.size === 1 ? set.values().next().value : undefined;

  const release = (inbound: Inbound) => {
    budget.give(inbound.length);
    inbound.length = 0;
    inbound.calls = [];
  };

  function add(inbound: Inbound, call: RecordedCall): void {
    if (inbound.isTooLarge) return;
    const length = call.request.length + call.response.length;
    const fits = inbound.calls.length < MAX_CALLS && inbound.length + length <= MAX_CALLS_LENGTH && budget.take(length);
    if (!fits) {
      inbound.isTooLarge = true;
      release(inbound);
      return;
    }
    inbound.calls.push(call);
    inbound.length += length;
  }

  function wait(inbound: Inbound, call: Promise<RecordedCall | null>): void {
    const noted = call.then(
      (made) => {
        if (made !== null && underWay.has(inbound)) add(inbound, made);
      },
      () => {},
    );
    inbound.pending.add(noted);
    noted.then(() => inbound.pending.delete(noted));
  }

  return {
    /** `isReplay`: its calls are not recorded, and it counts as under way. */
    begin(traceId: string, isReplay: boolean): RequestUnderWay {
      const inbound: Inbound = { traceId, isReplay, calls: [], length: 0, isTooLarge: false, pending: new Set() };
      underWay.add(inbound);
      const sameTrace = byTrace.get(traceId) ?? new Set();
      byTrace.set(traceId, sameTrace.add(inbound));
      return {
        calls: async () => {
          if (inbound.pending.size > 0)
            await Promise.race([Promise.allSettled(inbound.pending), sleep(LATE_CALLS_MS, undefined, { ref: false })]);
          return inbound.isTooLarge ? null : inbound.calls;
        },
        end: () => {
          underWay.delete(inbound);
          sameTrace.delete(inbound);
          if (sameTrace.size === 0 && byTrace.get(traceId) === sameTrace) byTrace.delete(traceId);
          release(inbound);
        },
      };
    },

    /** Null if several requests could have made the call, or none. */
    correlate(clues: CallClues): Correlation {
      const named = correlationOf(clues);
      if (named?.replayId !== undefined) return named;
      const traceId = named?.traceId;
      const inbound = only(traceId === undefined ? underWay : byTrace.get(traceId));
      if (inbound === undefined || inbound.isReplay) return null;
      const correlation = { traceId: inbound.traceId };
      found.set(correlation, inbound);
      return correlation;
    },

    /** Adds a call to its request. */
    noteCall(correlation: Correlation, call: RecordedCall | Promise<RecordedCall | null>): void {
      const inbound = correlation === null ? undefined : found.get(correlation);
      if (correlation === null && underWay.size === 0) {
        void Promise.resolve(call).then(
          (made) => {
            if (made !== null) onStartup(made);
          },
          () => {},
        );
      } else if (inbound === undefined || !underWay.has(inbound)) onStray();
      else if (call instanceof Promise) wait(inbound, call);
      else add(inbound, call);
    },
  };
}
