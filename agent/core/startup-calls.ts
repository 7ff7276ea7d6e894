import type { AgentCall, CallAnswer, NotedCall } from './agent-call.ts';
import type { AgentConfig } from './agent-config.ts';
import type { MatchCall } from './match-calls.ts';

/**
 * Calls of an application that belong to no request, such as migrations: kept per application, newest of each request.
 */
export interface StartupCalls {
  note(call: NotedCall): void;
  /** The newest equal call; `real` if there is none. Never rejects. */
  ask(call: AgentCall): Promise<CallAnswer>;
  /** The first request arrived: of calls outside of requests that come later, one per operation is noted. */
  close(): void;
}

/** Different calls and operations at most. */
const MAX_KNOWN = 2000;
/** How long after the first request every call still counts as startup, such as those of connections that open then. */
const GRACE_MS = 2_000;

export interface StartupOptions extends Pick<AgentConfig, 'appId'> {
  match: MatchCall;
  /** Hands a call to the delivery. */
  send(call: NotedCall): void;
  schedule(work: () => void, ms: number): void;
}

/** Creates the startup calls of a process. */
export function startupCalls({ appId, match, send, schedule }: StartupOptions): StartupCalls {
  const known = new Set<string>();
  let isClosing = false;
  let isClosed = false;

  return {
    note: (call) => {
      const operation = `${call.target}\n${call.operation}`;
      const key = isClosed ? operation : `${operation}\n${JSON.stringify(call.request)}`;
      if (known.has(key) || known.size >= MAX_KNOWN) return;
      known.add(operation).add(key);
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
      schedule(() => {
        isClosed = true;
      }, GRACE_MS);
    },
  };
}
