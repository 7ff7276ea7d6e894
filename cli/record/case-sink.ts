import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliFailure } from '../cli-failure.ts';
import { sendCases } from '../send-cases.ts';
import { PASSING_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { withRetry } from '../with-retry.ts';

/** The destination of recorded cases, one line each. */
export interface CaseSink {
  /** False if too many cases are pending; the case is then dropped, so that traffic never waits. */
  put(line: string): boolean;
  /** Sends pending cases; resolves when they are sent or abandoned. */
  close(): Promise<void>;
  counts(): { stored: number; rejected: number; waiting: number };
  /** Resolves with the failure that ends the recording: the service rejected the cases. */
  failed: Promise<CliFailure>;
}

const BATCH_BYTES = 1024 * 1024;
const BATCH_MS = 500;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const RETRY_MS = 10 * 60_000;
const CLOSE_MS = 20_000;

/** Sends cases to the service in batches and retries while the service is temporarily unavailable. */
export function serviceSink({ client, output }: Pick<Session, 'client' | 'output'>): CaseSink {
  const waiting: string[] = [];
  let waitingBytes = 0;
  let stored = 0;
  let rejected = 0;
  let isClosing = false;
  const closed = new AbortController();
  const failure = Promise.withResolvers<CliFailure>();

  function batch(): string[] {
    const lines: string[] = [];
    for (let bytes = 0; waiting.length > 0 && bytes < BATCH_BYTES; ) {
      const line = waiting.shift() ?? '';
      bytes += Buffer.byteLength(line);
      lines.push(line);
    }
    return lines;
  }

  async function send(): Promise<void> {
    while (!(isClosing && waiting.length === 0)) {
      const lines = batch();
      if (lines.length === 0) {
        await sleep(BATCH_MS);
        continue;
      }
      const answer = await withRetry(() => sendCases(client, lines.join('\n')), {
        when: PASSING_FAULTS,
        forMs: RETRY_MS,
        signal: closed.signal,
        onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
      });
      waitingBytes -= lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
      stored += answer.accepted + answer.duplicates;
      rejected += answer.rejected.length;
      const [first] = answer.rejected;
      if (first) output.say(`not stored: ${first.reason}`);
    }
  }
  const sending = send().catch((fault: unknown) => {
    if (closed.signal.aborted) return;
    failure.resolve(fault instanceof CliFailure ? fault : new CliFailure('NOT_STORED', 'cases could not be stored'));
  });

  return {
    put: (line) => {
      const bytes = Buffer.byteLength(line);
      if (isClosing || waitingBytes + bytes > MAX_WAITING_BYTES) return false;
      waitingBytes += bytes;
      waiting.push(line);
      return true;
    },
    close: async () => {
      isClosing = true;
      const giveUp = setTimeout(() => closed.abort(), CLOSE_MS);
      await sending;
      clearTimeout(giveUp);
    },
    counts: () => ({ stored, rejected, waiting: waiting.length }),
    failed: failure.promise,
  };
}

/** Writes cases to a file, for `replay import`. */
export function fileSink(path: string): CaseSink {
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  const failure = Promise.withResolvers<CliFailure>();
  let stored = 0;
  file.on('error', (fault: NodeJS.ErrnoException) =>
    failure.resolve(
      new CliFailure(
        'NOT_WRITTEN',
        `${path} was not written (${fault.code ?? 'fault'})`,
        'Give a path that can be written.',
      ),
    ),
  );
  return {
    put: (line) => {
      if (file.writableLength > MAX_WAITING_BYTES) return false;
      file.write(`${line}\n`);
      stored++;
      return true;
    },
    close: () => new Promise((resolve) => file.end(() => resolve())),
    counts: () => ({ stored, rejected: 0, waiting: 0 }),
    failed: failure.promise,
  };
}
