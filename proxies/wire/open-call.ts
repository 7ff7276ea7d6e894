import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import type { Budget } from '../captured-body.ts';
import type { Correlation, DownstreamOptions } from '../downstream.ts';
import { sayOnce } from './say-once.ts';

/** What a call was, known when it is complete. */
interface CompletedCall {
  operation: string;
  request: unknown;
  response: unknown;
  /** JSON value of the failure; null if the call succeeded. */
  error: unknown;
}

/** A call under way to the real server. */
export interface OpenCall {
  /** Counts bytes that it holds; false if there are too many, and the call is left out. */
  hold(bytes: number): boolean;
  complete(call: CompletedCall): void;
  /** It did not complete, or was not a call after all. */
  abandon(): void;
}

export interface CallNoter {
  open(correlation: Correlation): OpenCall;
  /** A statement whose answer belongs to no request. */
  openStartup(): OpenCall;
  /** A fact that belongs to no request. */
  startup(call: CompletedCall): void;
  /** Says that a call was too large to be recorded. */
  leftOut(): void;
}

type NoterOptions = Pick<DownstreamOptions, 'name' | 'maxBodyBytes' | 'noteCall' | 'noteStartup' | 'say'>;

/** Notes the calls of one downstream, each of at most `maxBodyBytes`, within one budget of bytes. */
export function callNoter(options: NoterOptions, kind: RecordedCall['kind'], budget: Budget): CallNoter {
  const { name, maxBodyBytes } = options;
  const say = sayOnce(options);
  const recorded = ({ operation, request, response, error }: CompletedCall, durationMs: number | null) => {
    const call: RecordedCall = {
      kind,
      target: name,
      operation,
      request: JSON.stringify(request),
      response: JSON.stringify(response ?? null),
      error: error === null ? null : JSON.stringify(error),
      durationMs,
    };
    return call.request.length > maxBodyBytes || call.response.length > maxBodyBytes ? null : call;
  };
  const leftOut = () => say(`a call larger than ${Math.floor(maxBodyBytes / 1024)} KiB was passed on and left out`);

  function held(settled: (call: RecordedCall | null) => void): OpenCall {
    const began = performance.now();
    let bytesHeld = 0;
    let isOpen = true;
    const settle = (call: RecordedCall | null) => {
      isOpen = false;
      budget.give(bytesHeld);
      settled(call);
    };
    return {
      hold: (bytes) => {
        if (!isOpen) return false;
        // A request and a response may be as long each.
        if (bytesHeld + bytes > 2 * maxBodyBytes || !budget.take(bytes)) {
          leftOut();
          settle(null);
          return false;
        }
        bytesHeld += bytes;
        return true;
      },
      complete: (completed) => {
        if (!isOpen) return;
        const call = recorded(completed, Math.round(performance.now() - began));
        if (call === null) leftOut();
        settle(call);
      },
      abandon: () => {
        if (isOpen) settle(null);
      },
    };
  }

  const startup = (call: RecordedCall | null) => {
    if (call !== null) options.noteStartup(call);
  };
  return {
    open: (correlation) => {
      const { promise, resolve } = Promise.withResolvers<RecordedCall | null>();
      options.noteCall(correlation, promise);
      return held(resolve);
    },
    openStartup: () => held(startup),
    startup: (completed) => startup(recorded(completed, null)),
    leftOut,
  };
}
