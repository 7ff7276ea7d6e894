import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentConfig } from '../core/agent-config.ts';
import { exchanges, OFF } from '../core/exchange.ts';
import type { StartupCalls } from '../core/startup-calls.ts';
import type { Warnings } from '../core/warnings.ts';
import type { ServeRequest } from './hook-servers.ts';
import type { RecordRequest } from './record-request.ts';
import { type ReplayClaim, replayClaim } from './replay-claim.ts';
import type { BeginReplay } from './replay-request.ts';
import { deadline, type ReplaySignatures } from './replay-signatures.ts';

export interface ObserveOptions extends Pick<AgentConfig, 'mode' | 'waitMs'> {
  record: RecordRequest;
  replay: BeginReplay;
  signatures: ReplaySignatures;
  startup: StartupCalls;
  warnings: Warnings;
}

type Serve = (run: () => void) => void;

const off: Serve = (run) => exchanges.run(OFF, run);

/** A request that is left alone. */
const LEFT_ALONE = { serve: off, cancel: () => {} };

/**
 * Decides for each request whether it is replayed, recorded, or left alone. Only the signature of the service makes a
 * request a replay; without it the headers of a replay mean nothing, and the request is recorded as any other.
 */
export const observeRequests =
  ({ mode, waitMs, record, replay, signatures, startup, warnings }: ObserveOptions): ServeRequest =>
  (request, response, serve) => {
    const take = warnings.guard('a request', () => taking(request, response), off);
    take(serve);

    function taking(incoming: IncomingMessage, outgoing: ServerResponse): Serve {
      startup.close();
      const claim = replayClaim(incoming);
      const isSigned = claim === null ? false : signatures.check(claim);
      if (claim === null || isSigned === false) return ordinary(incoming, outgoing).serve;
      // Bytes of the body may arrive while the service is asked for its keys.
      const unsigned = isSigned === null ? ordinary(incoming, outgoing) : null;
      return (run) => {
        const decided = decide(claim, outgoing, unsigned).catch((fault: unknown) => {
          warnings.warn('a request', `a request was not replayed (${fault instanceof Error ? fault.name : 'fault'})`);
          return off;
        });
        void decided.then((how) => how(run));
      };
    }

    function ordinary(incoming: IncomingMessage, outgoing: ServerResponse): { serve: Serve; cancel(): void } {
      // Health checks of a process that only replays are answered as startup calls are.
      if (mode === 'replay') return { serve: (run) => exchanges.exit(run), cancel: () => {} };
      return record(incoming, outgoing) ?? LEFT_ALONE;
    }

    /** Waits for `waitMs` in all. */
    async function decide(
      claim: ReplayClaim,
      outgoing: ServerResponse,
      unsigned: { serve: Serve; cancel(): void } | null,
    ): Promise<Serve> {
      const until = deadline(waitMs);
      if (unsigned !== null) {
        await Promise.race([signatures.refresh(), until]);
        if (signatures.check(claim) !== true) return unsigned.serve;
        unsigned.cancel();
      }
      if (mode === 'record') return off;
      return (await replay(claim, outgoing, until)) ?? off;
    }
  };
