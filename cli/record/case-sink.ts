import { createWriteStream } from 'node:fs';
import { CliFailure } from '../cli-failure.ts';

/** The destination of recorded cases, one line each. */
export interface CaseSink {
  /** False if too many cases are pending; the case is then dropped, so that traffic never waits. */
  put(line: string): boolean;
  /** Sends pending cases; resolves when they are sent or stay for the next recorder. */
  close(): Promise<void>;
  /** `unwritten`: lost because the disk refused them. */
  counts(): { stored: number; rejected: number; waiting: number; unwritten: number };
  /** Resolves with the failure that ends the recording. */
  failed: Promise<CliFailure>;
}

/** Maximum bytes that wait for the disk. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

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
    counts: () => ({ stored, rejected: 0, waiting: 0, unwritten: 0 }),
    failed: failure.promise,
  };
}
