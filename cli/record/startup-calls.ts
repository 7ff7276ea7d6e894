import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';

/** Maximum different calls that one process notes. */
const MAX_KNOWN = 10_000;
const MAX_WAITING = 1_000;
/** Characters of calls that wait; later calls are left out. */
const MAX_WAITING_LENGTH = 32 * 1024 * 1024;
/** Calls of one request, and their characters: the service takes 6 MiB. */
const BATCH = 100;
const BATCH_LENGTH = 2 * 1024 * 1024;
const PAUSE_MS = 500;
const MAX_BACKOFF_MS = 30_000;

export interface StartupCalls {
  note(call: RecordedCall): void;
  close(): Promise<void>;
}

/** Sends facts that belong to no request, equal ones once, until the service has taken them or the recording ends. */
export function startupCalls(send: (calls: readonly RecordedCall[]) => Promise<void>): StartupCalls {
  const known = new Set<string>();
  const waiting: RecordedCall[] = [];
  let waitingLength = 0;
  const closed = new AbortController();
  let sending: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    for (let pause = PAUSE_MS; waiting.length > 0; ) {
      const batch = firstBatch(waiting);
      try {
        await send(batch);
        waiting.splice(0, batch.length);
        waitingLength -= sum(batch);
        pause = PAUSE_MS;
      } catch {
        // The sender of cases says what is wrong with the service.
        if (closed.signal.aborted) return;
        // The end of the recording aborts the pause on purpose.
        await sleep(pause, undefined, { signal: closed.signal }).catch(() => {});
        pause = Math.min(2 * pause, MAX_BACKOFF_MS);
      }
    }
  }

  return {
    note(call) {
      const { kind, target, operation, request, response, error } = call;
      const key = createHash('sha256')
        .update(JSON.stringify([kind, target, operation, request, response, error]))
        .digest('base64');
      if (known.has(key) || known.size >= MAX_KNOWN || waiting.length >= MAX_WAITING) return;
      if (waitingLength + lengthOf(call) > MAX_WAITING_LENGTH) return;
      known.add(key);
      waiting.push(call);
      waitingLength += lengthOf(call);
      sending ??= sendAll().finally(() => {
        sending = null;
      });
    },
    async close() {
      closed.abort();
      await sending;
    },
  };
}

const lengthOf = ({ request, response }: RecordedCall): number => request.length + response.length;
const sum = (calls: readonly RecordedCall[]): number => calls.reduce((total, call) => total + lengthOf(call), 0);

/** One call at least. */
function firstBatch(calls: readonly RecordedCall[]): RecordedCall[] {
  let length = 0;
  const end = calls.findIndex((call, index) => {
    length += lengthOf(call);
    return index === BATCH || (index > 0 && length > BATCH_LENGTH);
  });
  return calls.slice(0, end === -1 ? calls.length : end);
}
