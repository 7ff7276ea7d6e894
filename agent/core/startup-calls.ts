import type { AgentCall, CallAnswer, NotedCall } from './agent-call.ts';
import type { AgentConfig } from './agent-config.ts';
import type { MatchCall } from './match-calls.ts';
import { originals } from './originals.ts';

/** Calls of an application that belong to no request, such as migrations: kept per application, newest of each request. */
export interface StartupCalls {
  /** Whether calls outside of requests are still noted. */
  isWanted(): boolean;
  note(call: NotedCall): void;
  /** The newest equal call; `real` if there is none. Never rejects. */
  ask(call: AgentCall): Promise<CallAnswer>;
  /** The first request arrived: later calls outside of requests are background work. */
  close(): void;
}

/** Different calls at most. */
const MAX_STARTUP_CALLS = 500;
/** How long after the first request calls still count as startup, such as connections that open then. */
const GRACE_MS = 2_000;

export interface StartupOptions extends Pick<AgentConfig, 'appId' | 'mode'> {
  match: MatchCall;
  /** Hands a call to the delivery. */
  send(call: NotedCall): void;
}

/** Creates the startup calls of a process. */
export function startupCalls({ appId, mode, match, send }: StartupOptions): StartupCalls {
  const known = new Set<string>();
  let isClosing = false;
  let isClosed = mode === 'replay';

  return {
    isWanted: () => !isClosed,
    note: (call) => {
      const key = `${call.target}\n${call.operation}\n${JSON.stringify(call.request)}`;
      if (known.has(key) || known.size >= MAX_STARTUP_CALLS) return;
      known.add(key);
      send(call);
    },
    ask: async (call) => {
      const answer = await match({ appId, startup: true }, call);
      // Without an answer the library meets its server, or fails and tries again as it does.
      return answer.kind === 'refused' ? { kind: 'real' } : answer;
    },
    close: () => {
      if (isClosing) return;
      isClosing = true;
      originals
        .setTimeout(() => {
          isClosed = true;
        }, GRACE_MS)
        .unref();
    },
  };
}
