import { setTimeout as sleep } from 'node:timers/promises';
import { CliFailure } from '../cli-failure.ts';
import { sendCases } from '../send-cases.ts';
import { PASSING_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { PAYLOAD_TOO_LARGE } from '../unwrap-response.ts';
import type { CaseSink } from './case-sink.ts';
import { openSpool } from './spool.ts';
import type { SpoolFolder } from './spool-folder.ts';

export interface ServiceSinkOptions extends Pick<Session, 'client' | 'output'> {
  folder: SpoolFolder;
  /** Maximum bytes of the spool. */
  maxBytes: number;
}

/** How often new cases are sent. */
const BATCH_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** Maximum pause between attempts when the recording has ended, ms. */
const CLOSING_PAUSE_MS = 1_000;
/** How long the end of a recording waits for the service. */
const CLOSE_MS = 20_000;

const MIB = 1024 * 1024;

/** Fails if the service refuses the credential; a service that is away is not a reason to stop. */
export async function checkAccess({ client, output }: Pick<Session, 'client' | 'output'>): Promise<void> {
  try {
    await sendCases(client, '[]');
  } catch (fault) {
    if (!(fault instanceof CliFailure) || !PASSING_FAULTS.has(fault.code)) throw fault;
    output.say(`${fault.message}; cases wait in the spool`);
  }
}

/**
 * Sends cases to the service by way of a spool on disk, oldest first. What is not stored yet survives the recorder and
 * an absent service; a case that is sent again is a duplicate by its id. It retries until the process ends.
 */
export function serviceSink({ client, output, folder, maxBytes }: ServiceSinkOptions): CaseSink {
  let stored = 0;
  let rejected = 0;
  let isClosing = false;
  const closing = new AbortController();
  const closed = new AbortController();
  const spool = openSpool(folder, {
    maxBytes,
    onFault: ({ code }, lines) => output.say(`${lines} cases were not written to the spool (${code ?? 'fault'})`),
    onUnsynced: ({ code }) =>
      output.say(`the disk does not confirm the spool (${code ?? 'fault'}): its cases may not survive the machine`),
  });
  const before = folder.left.reduce((sum, { bytes }) => sum + bytes, 0);
  if (before > 0)
    output.say(`${(before / MIB).toFixed(1)} MiB of cases wait in the spool from before and are sent first`);

  /** Sends lines, in halves if they are too many for the service or what stands in front of it. */
  async function post(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    try {
      const answer = await sendCases(client, lines.join('\n'), closed.signal);
      stored += answer.accepted + answer.duplicates;
      rejected += answer.rejected.length;
      const [first] = answer.rejected;
      if (first) output.say(`not stored: ${first.reason}`);
    } catch (fault) {
      if (!(fault instanceof CliFailure) || fault.code !== PAYLOAD_TOO_LARGE) throw fault;
      if (lines.length > 1) {
        const half = Math.ceil(lines.length / 2);
        await post(lines.slice(0, half));
        return post(lines.slice(half));
      }
      rejected++;
      output.say(`not stored: ${fault.message}`);
    }
  }

  /** Retries until the cases are stored. Traffic continues whatever the service responds. */
  async function postPatiently(lines: readonly string[]): Promise<void> {
    for (let pause = 1_000; ; pause = Math.min(2 * pause, MAX_BACKOFF_MS)) {
      try {
        return await post(lines);
      } catch (fault) {
        if (closed.signal.aborted) throw fault;
        const { message } = fault instanceof CliFailure ? fault : { message: 'cases could not be stored' };
        output.say(`${message}; trying again in ${pause / 1_000} s`);
        await rest(pause);
      }
    }
  }

  /** The end of the recording cuts a pause short, so that the service is asked once more. */
  async function rest(pauseMs: number): Promise<void> {
    if (isClosing) return sleep(Math.min(pauseMs, CLOSING_PAUSE_MS), undefined, { signal: closed.signal });
    // The end of the recording aborts the pause on purpose.
    await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
  }

  async function send(): Promise<void> {
    for (;;) {
      const wasClosing = isClosing;
      const segment = await spool.next();
      if (segment !== null) {
        const lines = await spool.read(segment);
        if (lines !== null) {
          await postPatiently(lines);
          await spool.remove(segment);
        } else {
          output.say('a file of the spool cannot be read; it stays where it is');
          spool.skip(segment);
        }
      } else if (wasClosing) return;
      if (!isClosing && (segment === null || segment.bytes < MIB)) await sleep(BATCH_MS);
    }
  }
  const sending = send().catch((fault: unknown) => {
    if (!closed.signal.aborted) throw fault;
  });

  return {
    put: spool.put,
    close: async () => {
      await spool.close();
      isClosing = true;
      closing.abort();
      const giveUp = setTimeout(() => closed.abort(), CLOSE_MS);
      await sending;
      clearTimeout(giveUp);
      const { waiting } = spool.counts();
      if (waiting > 0) output.say(`${waiting} cases wait in the spool; the next \`replay record\` sends them`);
      folder.release();
    },
    counts: () => ({ stored, rejected, ...spool.counts() }),
    failed: new Promise(() => {}),
  };
}
