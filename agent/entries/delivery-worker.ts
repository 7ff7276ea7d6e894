import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { redactRules } from '../core/redact-call.ts';
import { serviceLink } from '../core/service-link.ts';
import { caseSpool } from '../delivery/case-spool.ts';
import { deliverCases } from '../delivery/deliver-cases.ts';
import { deliverStartup } from '../delivery/deliver-startup.ts';
import { BYTES_WAITING, type DeliveryData, type DeliveryMessage, FLUSHED } from '../delivery/delivery-message.ts';
import { redactLine, type SealLine, sealTo } from '../delivery/protect-case.ts';

const KEY_TIMEOUT_MS = 5_000;

const data = workerData as DeliveryData; // of case-queue.ts
const rules = redactRules(new Set(data.redact));
const link = serviceLink({ service: new URL(data.service), key: data.key });
const warn = (subject: string, text: string) => parentPort?.postMessage({ subject, text });

/** Seals what is spooled; null until the public key is known. */
let seal: SealLine | null = null;

const spool =
  data.spoolDir === null
    ? null
    : caseSpool(data.spoolDir, data.maxSpoolBytes, {
        now: Date.now,
        pid: process.pid,
        // A sealed case is not sealed again.
        protect: () => (data.sealKey !== null ? (line) => line : seal),
      });

const delivery = deliverCases({
  link,
  spool,
  prepare: (line) => {
    try {
      const redacted = redactLine(line, rules);
      if (data.sealKey === null) return redacted;
      if (seal === null) return null;
      return seal(redacted);
    } catch {
      warn('prepare', 'a recorded case could not be redacted and was left out');
      return null;
    }
  },
  release: (characters) => void Atomics.sub(data.shared, BYTES_WAITING, characters),
  warn,
  schedule: (work, ms) => void setTimeout(work, ms),
});

async function keyed(): Promise<void> {
  if (data.sealKey !== null) {
    seal = await sealTo(readFileSync(data.sealKey, 'utf8')).catch(() => null);
    if (seal === null) warn('sealKey', 'REPLAY_SEAL_KEY holds no public key; nothing is recorded');
  } else if (data.spoolDir !== null) {
    const answer = await link.call('GET', '/api/recorder/public-key', undefined, KEY_TIMEOUT_MS);
    seal = answer?.status === 200 ? await sealTo(JSON.stringify(answer.body)) : null;
    if (seal === null) warn('spoolKey', 'the service gives no public key, so that nothing is spooled');
  }
}

const startup = deliverStartup(link, data.appId, (work, ms) => void setTimeout(work, ms));

const ready = keyed();
delivery.add([]);
parentPort?.on('message', (message: DeliveryMessage) => {
  void ready.then(async () => {
    if (message.kind === 'cases') {
      startup.add(message.startup);
      return delivery.add(message.lines);
    }
    await Promise.all([delivery.flush(), startup.flush()]);
    Atomics.store(data.shared, FLUSHED, 1);
    Atomics.notify(data.shared, FLUSHED);
  });
});
