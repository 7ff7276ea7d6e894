import { uptime } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { redactRules } from '../core/redact-call.ts';
import { serviceLink } from '../core/service-link.ts';
import { type FramedCase, framedCases } from '../delivery/case-frame.ts';
import { caseLine } from '../delivery/case-line.ts';
import { caseSpool } from '../delivery/case-spool.ts';
import { deliverCases } from '../delivery/deliver-cases.ts';
import { deliverStartup } from '../delivery/deliver-startup.ts';
import {
  BYTES_WAITING,
  type DeliveryData,
  type DeliveryMessage,
  type DeliveryReport,
  FLUSHED,
} from '../delivery/delivery-message.ts';
import { lowerPriority } from '../delivery/lower-priority.ts';
import { redactLine, type SealLine } from '../delivery/protect-case.ts';
import { sealOfFile, serviceSeal } from '../delivery/seal-key.ts';

/** A case that is larger is refused by the service. */
const MAX_CASE_CHARACTERS = 4 * 1024 * 1024;

lowerPriority();

const data = workerData as DeliveryData; // of case-queue.ts
const rules = redactRules(new Set(data.redact));
const link = serviceLink({ service: new URL(data.service), key: data.key });
const report = (one: DeliveryReport) => parentPort?.postMessage(one);
const warn = (subject: string, text: string) => report({ kind: 'warning', subject, text });

/** Of REPLAY_SEAL_KEY. */
let fileSeal: SealLine | null = null;
/** Seals what is spooled where cases are sent in clear. */
const spoolSeal = serviceSeal({ link, warn, now: Date.now });
const askForKey = async () => {
  if (data.sealKey === null && data.spoolDir !== null) await spoolSeal.ask();
};

const spool =
  data.spoolDir === null
    ? null
    : caseSpool(data.spoolDir, data.maxSpoolBytes, {
        now: Date.now,
        pid: process.pid,
        bootedAt: Date.now() - uptime() * 1_000,
        // A sealed case is not sealed again.
        protect: () => {
          if (data.sealKey !== null) return (line) => line;
          void askForKey();
          return spoolSeal.seal();
        },
      });

const delivery = deliverCases({
  link,
  spool,
  prepare: (line) => {
    try {
      const redacted = redactLine(line, rules);
      if (data.sealKey === null) return redacted;
      return fileSeal?.(redacted) ?? null;
    } catch {
      warn('prepare', 'a recorded case could not be redacted and was left out');
      return null;
    }
  },
  release: (characters) => void Atomics.sub(data.shared, BYTES_WAITING, characters),
  warn,
  schedule: (work, ms) => void setTimeout(work, ms),
});

/** Resolves when the key was read, or asked for once. */
async function keyed(): Promise<void> {
  if (data.sealKey !== null) fileSeal = await sealOfFile(data.sealKey, warn);
  else await askForKey();
}

const startup = deliverStartup(link, data.appId, (work, ms) => void setTimeout(work, ms));

/** The cases of a slice as lines; the memory that waits is from then on that of the lines. */
function linesOf(frames: Uint8Array): string[] {
  const lines: string[] = [];
  for (const { framed, size } of framedCases(frames)) {
    const line = lineOf(framed);
    Atomics.add(data.shared, BYTES_WAITING, (line?.length ?? 0) - size);
    if (line !== null) lines.push(line);
  }
  return lines;
}

function lineOf(framed: FramedCase): string | null {
  try {
    const line = caseLine(framed);
    if (line.length <= MAX_CASE_CHARACTERS) return line;
    report({ kind: 'leftOut', reason: 'case too large' });
  } catch {
    warn('prepare', 'a recorded case could not be written and was left out');
  }
  return null;
}

const ready = keyed();
delivery.add([]);
parentPort?.on('message', (message: DeliveryMessage) => {
  void ready.then(async () => {
    if (message.kind === 'cases') {
      void askForKey();
      startup.add(message.startup);
      return delivery.add(linesOf(message.frames.subarray(0, message.length)));
    }
    await Promise.all([delivery.flush(), startup.flush()]);
    Atomics.store(data.shared, FLUSHED, 1);
    Atomics.notify(data.shared, FLUSHED);
  });
});
