import type { ServiceLink } from '../core/service-link.ts';
import type { CaseSpool } from './case-spool.ts';

/** Sends waiting cases in batches; while the service is away they wait in the spool, else in memory. */
export interface Delivery {
  add(lines: readonly string[]): void;
  /** Sends or spools what waits; resolves when that is done. */
  flush(): Promise<void>;
}

export interface DeliveryOptions {
  link: ServiceLink;
  /** Null: cases wait in memory only. */
  spool: CaseSpool | null;
  /** Redacts and seals a case; null if that fails. */
  prepare(line: string): string | null;
  /** Notes that so many characters wait no longer. */
  release(characters: number): void;
  warn(subject: string, text: string): void;
  schedule(work: () => void, ms: number): void;
}

const MAX_BATCH_CHARACTERS = 1024 * 1024;
const MAX_BATCH_CASES = 500;
const SEND_TIMEOUT_MS = 30_000;
const FLUSH_TIMEOUT_MS = 1_500;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

type Sent = 'sent' | 'refused' | 'away';

interface WaitingCase {
  line: string;
  /** Of the case before it was redacted and sealed. */
  characters: number;
}

/** Creates the delivery of a process. */
export function deliverCases({ link, spool, prepare, release, warn, schedule }: DeliveryOptions): Delivery {
  const waiting = waitingCases({ prepare, release });
  let running: Promise<void> | null = null;
  let isAway = false;
  let pauseMs = MIN_PAUSE_MS;

  function toSpool(): void {
    if (!spool?.isReady()) return;
    while (!waiting.isEmpty()) {
      const entries = waiting.firstBatch();
      if (!spool.write(entries.map(({ line }) => line))) {
        warn('spool', 'the spool is full or cannot be written; cases are left out');
      }
      waiting.remove(entries);
    }
  }

  function run(): Promise<void> {
    running ??= sendAll().finally(() => {
      running = null;
    });
    return running;
  }

  async function sendAll(): Promise<void> {
    while (!waiting.isEmpty() || spool?.next()) {
      const spooled = spool?.next();
      if (spooled) {
        if ((await sendCases({ link, warn }, spooled.lines)) === 'away') return pause();
        spooled.remove();
      } else {
        const entries = waiting.firstBatch();
        if (
          (await sendCases(
            { link, warn },
            entries.map(({ line }) => line),
          )) === 'away'
        )
          return pause();
        // A flush may have spooled them in the meantime; sending them again makes duplicates.
        waiting.remove(entries.filter(waiting.has));
      }
      isAway = false;
      pauseMs = MIN_PAUSE_MS;
    }
  }

  function pause(): void {
    isAway = true;
    toSpool();
    schedule(() => void run(), pauseMs);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }

  return {
    add: (lines) => {
      waiting.add(lines);
      if (isAway) toSpool();
      else void run();
    },
    flush: async () => {
      const late = new Promise<void>((resolve) => schedule(resolve, FLUSH_TIMEOUT_MS));
      if (!isAway) await Promise.race([run(), late]);
      toSpool();
    },
  };
}

/** Sends cases once, and warns of what the service does not take. */
async function sendCases(
  { link, warn }: Pick<DeliveryOptions, 'link' | 'warn'>,
  lines: readonly string[],
): Promise<Sent> {
  const answer = await link.call('POST', '/api/recorder/cases', lines.join('\n'), SEND_TIMEOUT_MS);
  if (answer?.status === 200) {
    const rejected = (answer.body as { rejected?: readonly { reason?: unknown }[] } | null)?.rejected ?? [];
    const [first] = rejected;
    if (first) warn('rejected', `${rejected.length} recorded cases were refused: ${String(first.reason)}`);
    return 'sent';
  }
  if (answer !== null && (answer.status === 400 || answer.status === 413 || answer.status === 422)) {
    warn('refused', `recorded cases were refused (${answer.status})`);
    return 'refused';
  }
  if (answer !== null && (answer.status === 401 || answer.status === 403))
    warn('key', `the key in SVC_TOKEN may not record (${answer.status})`);
  else warn('away', 'the service does not take cases; they wait');
  return 'away';
}

/** The cases that wait in memory, the oldest first. */
function waitingCases({ prepare, release }: Pick<DeliveryOptions, 'prepare' | 'release'>) {
  let waiting: WaitingCase[] = [];
  return {
    isEmpty: () => waiting.length === 0,
    has: (entry: WaitingCase) => waiting.includes(entry),

    add(lines: readonly string[]): void {
      for (const line of lines) {
        const prepared = prepare(line);
        if (prepared === null) release(line.length);
        else waiting.push({ line: prepared, characters: line.length });
      }
    },

    /** As many as one request takes. */
    firstBatch(): WaitingCase[] {
      let characters = 0;
      let count = 0;
      for (const entry of waiting) {
        if (count >= MAX_BATCH_CASES || (count > 0 && characters + entry.line.length > MAX_BATCH_CHARACTERS)) break;
        characters += entry.line.length;
        count++;
      }
      return waiting.slice(0, count);
    },

    /** Removes the first ones. */
    remove(entries: readonly WaitingCase[]): void {
      waiting = waiting.slice(entries.length);
      release(entries.reduce((sum, { characters }) => sum + characters, 0));
    },
  };
}
