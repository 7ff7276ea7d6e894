import type { AgentCall, CallAnswer, CallOutcome, NotedCall } from './agent-call.ts';
import { type Exchange, exchanges, type RecordedExchange, type ReplayedExchange } from './exchange.ts';
import type { MatchCall } from './match-calls.ts';
import type { StartupCalls } from './startup-calls.ts';
import { callOfWire, type WireCall } from './wire-call.ts';

/**
 * A call of the application that a hook observes or answers. End it by exactly one `note`, `noteWire` or `drop`, or by
 * an answer.
 */
export interface OpenCall {
  /** `note`: the call is made for real, then noted. `ask`: the call is answered by `ask`, unless that says `real`. */
  mode: 'note' | 'ask';
  /** Never rejects. */
  ask(call: AgentCall): Promise<CallAnswer>;
  note(call: AgentCall, outcome: CallOutcome): void;
  /** Notes an HTTP call that was answered. */
  noteWire(call: WireCall): void;
  /** Leaves the call out, and counts why; null: it is not a call. */
  drop(reason: string | null): void;
}

/** What hooks begin calls with. */
export interface Calls {
  /** Begins a call; null if nothing is to be observed. `isStartup`: also outside of requests. */
  open(): OpenCall | null;
  /** True where clients must not need their servers: a mocked replay, or no request in a process that only replays. */
  isOffline(): boolean;
}

/** Recorded calls of one request at most; later ones are left out. */
const MAX_CALLS = 5000;

export interface CallsOptions {
  mode: 'record' | 'replay' | 'both';
  match: MatchCall;
  startup: StartupCalls;
  /** Counts what is left out, by reason. */
  count(reason: string): void;
}

/** Creates the calls of a process. */
export function agentCalls({ mode, match, startup, count: counted }: CallsOptions): Calls {
  const count = (reason: string | null) => {
    if (reason !== null) counted(reason);
  };

  return {
    isOffline: () => {
      const exchange = exchanges.getStore();
      if (exchange === undefined) return mode === 'replay';
      return exchange.mode === 'replay' && exchange.mock;
    },
    open: () => {
      const exchange: Exchange | undefined = exchanges.getStore();
      if (exchange === undefined) return startupCall(mode, startup, count);
      if (exchange.mode === 'record') return recordedCall(exchange, count);
      if (exchange.mode === 'replay') return replayedCall(exchange, match, count);
      return null;
    },
  };
}

function recordedCall(exchange: RecordedExchange, count: (reason: string | null) => void): OpenCall | null {
  if (exchange.isDelivered) {
    count('after the response');
    return null;
  }
  if (exchange.calls.length >= MAX_CALLS) {
    count('too many calls');
    return null;
  }
  return new RecordedCall(exchange, count);
}

/** A class, because a recording process makes one for each call: functions of its own take more memory and time. */
class RecordedCall implements OpenCall {
  readonly mode = 'note';
  readonly #exchange: RecordedExchange;
  readonly #count: (reason: string | null) => void;
  readonly #position: number;
  readonly #began = performance.now();
  #isOver = false;

  constructor(exchange: RecordedExchange, count: (reason: string | null) => void) {
    this.#exchange = exchange;
    this.#count = count;
    this.#position = exchange.calls.push(null) - 1;
    exchange.pending++;
  }

  async ask(): Promise<CallAnswer> {
    return { kind: 'real' };
  }

  note(call: AgentCall, outcome: CallOutcome): void {
    this.#end(notedCall(call, outcome, this.#began));
  }

  /** The call is made in the thread that delivers it. */
  noteWire({ target, method, path, headers, body, answer }: WireCall): void {
    this.#end({ target, method, path, headers, body, answer, durationMs: since(this.#began) });
  }

  drop(reason: string | null): void {
    this.#count(reason);
    this.#end(null);
  }

  #end(noted: RecordedExchange['calls'][number]): void {
    if (noted !== null && !this.#exchange.isDelivered) this.#exchange.calls[this.#position] = noted;
    if (this.#isOver) return;
    this.#isOver = true;
    ended(this.#exchange);
  }
}

function replayedCall(exchange: ReplayedExchange, match: MatchCall, count: (reason: string | null) => void): OpenCall {
  const end = pendingIn(exchange);
  const began = performance.now();
  // The service notes the calls that it was asked for.
  let isNotedByService = false;
  return {
    mode: exchange.mock ? 'ask' : 'note',
    ask: async (call) => {
      const answer = await match({ replayId: exchange.replayId }, call);
      if (answer.kind !== 'real') end();
      else isNotedByService = !answer.isUnanswered;
      return answer;
    },
    note: (call, outcome) => {
      if (!isNotedByService) exchange.made.push(notedCall(call, outcome, began));
      end();
    },
    noteWire: (wire) => {
      const { call, outcome } = callOfWire(wire);
      if (!isNotedByService) exchange.made.push(notedCall(call, outcome, began));
      end();
    },
    drop: (reason) => {
      count(reason);
      end();
    },
  };
}

function startupCall(
  mode: CallsOptions['mode'],
  startup: StartupCalls,
  count: (reason: string | null) => void,
): OpenCall {
  const began = performance.now();
  return {
    mode: mode === 'replay' ? 'ask' : 'note',
    ask: (call) => startup.ask(call),
    note: (call, outcome) => {
      if (mode !== 'replay') startup.note(notedCall(call, outcome, began));
    },
    noteWire: (wire) => {
      const { call, outcome } = callOfWire(wire);
      if (mode !== 'replay') startup.note(notedCall(call, outcome, began));
    },
    drop: count,
  };
}

/** Counts a call as under way until the returned function is called. */
function pendingIn(exchange: ReplayedExchange): () => void {
  exchange.pending++;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    ended(exchange);
  };
}

function ended(exchange: RecordedExchange | ReplayedExchange): void {
  exchange.pending--;
  if (exchange.pending === 0) exchange.onSettled?.();
}

const notedCall = (call: AgentCall, { response, error }: CallOutcome, began: number): NotedCall => ({
  ...call,
  ...(response !== undefined && { response }),
  error: error ? JSON.stringify(error) : null,
  durationMs: since(began),
});

const since = (began: number): number => Math.round(performance.now() - began);
