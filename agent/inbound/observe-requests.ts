import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentConfig } from '../core/agent-config.ts';
import { exchanges } from '../core/exchange.ts';
import type { StartupCalls } from '../core/startup-calls.ts';
import type { Warnings } from '../core/warnings.ts';
import type { ServeRequest } from './hook-servers.ts';
import type { RecordRequest } from './record-request.ts';
import type { ReplayRequest } from './replay-request.ts';

export interface ObserveOptions extends Pick<AgentConfig, 'mode'> {
  record: RecordRequest;
  replay: ReplayRequest;
  startup: StartupCalls;
  warnings: Warnings;
}

const REPLAY_ID = /^[0-9a-f]{24}$/;
const OFF = { mode: 'off' } as const;

/** Decides for each request whether it is replayed, recorded, or left alone. */
export const observeRequests =
  ({ mode, record, replay, startup, warnings }: ObserveOptions): ServeRequest =>
  (request, response, serve) => {
    const take = warnings.guard('a request', () => taking(request, response), null);
    if (take === null) exchanges.run(OFF, serve);
    else take(serve);

    function taking(incoming: IncomingMessage, outgoing: ServerResponse): ((run: () => void) => void) | null {
      startup.close();
      const replayId = incoming.headers['x-replay-id'];
      if (typeof replayId === 'string') {
        if (mode === 'record' || !REPLAY_ID.test(replayId)) return null;
        return (run) => replay(replayId, incoming, outgoing, run);
      }
      // Health checks of a process that only replays are answered as startup calls are.
      if (mode === 'replay') return (run) => exchanges.exit(run);
      const { baggage } = incoming.headers;
      if (baggage !== undefined && /(?:^|,)\s*eval\.execution\s*=\s*true/.test(String(baggage))) return null;
      return record(incoming, outgoing);
    }
  };
