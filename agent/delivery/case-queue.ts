import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AgentConfig } from '../core/agent-config.ts';
import { originals } from '../core/originals.ts';
import type { Warnings } from '../core/warnings.ts';
import { caseFrame, type WireCase } from './case-frame.ts';
import {
  BYTES_WAITING,
  type DeliveryMessage,
  type DeliveryReport,
  FLUSHED,
  SHARED_LENGTH,
} from './delivery-message.ts';

/** Where recorded cases go: a thread of their own redacts, seals, sends and spools them. */
export interface CaseQueue {
  /** Returns why a case is left out; null if it is taken. */
  put(wire: WireCase): string | null;
  isFull(): boolean;
  /** Takes a startup call as JSON; there are few. */
  putStartup(text: string): void;
}

/** Cases are posted in slices: after this time, or once so many bytes wait. */
const POST_MS = 50;
const POST_BYTES = 64 * 1024;
/** A slice has room for a case more. */
const SLICE_BYTES = POST_BYTES + 32 * 1024;
/** Above this a case is too large in any encoding: 4 MiB of text, of three bytes a character. */
const MAX_FRAME_BYTES = 12 * 1024 * 1024;
/** How long the end of the process waits for cases to be sent or spooled. */
const MAX_EXIT_MS = 2_000;

/** The thread beside the bundle (agent/build.ts). */
const WORKER_FILE = 'delivery-worker.cjs';

/** Signals that end a process which does not listen to them, without its `exit` event. */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Flushes before a signal ends the process. An application that listens to it decides itself when it ends. */
function flushBefore(signal: NodeJS.Signals, flush: () => void): void {
  const end = () => {
    if (process.listenerCount(signal) > 1) return;
    flush();
    process.off(signal, end);
    process.kill(process.pid, signal);
  };
  process.on(signal, end);
}

/** Starts the queue; it does not keep the process alive. */
export function caseQueue(
  config: Pick<
    AgentConfig,
    'service' | 'key' | 'appId' | 'redact' | 'sealKey' | 'spoolDir' | 'maxSpoolBytes' | 'maxQueueBytes'
  >,
  folder: string,
  { warnings, count }: { warnings: Warnings; count(reason: string): void },
): CaseQueue {
  const shared = new Int32Array(new SharedArrayBuffer(SHARED_LENGTH * Int32Array.BYTES_PER_ELEMENT));
  let slice: Buffer<ArrayBuffer> | null = null;
  let filled = 0;
  let startup: string[] = [];
  let isScheduled = false;
  let isBroken = false;
  let hasStartup = false;

  function started(): Worker {
    const made = new Worker(join(folder, WORKER_FILE), {
      // Neither the application's arguments nor its preloads concern it.
      execArgv: [],
      env: {},
      workerData: { ...config, service: config.service.href, redact: [...config.redact], shared },
    });
    made.unref();
    made.on('message', (report: DeliveryReport) => {
      if (report.kind === 'warning') warnings.warn(report.subject, report.text);
      else count(report.reason);
    });
    made.on('error', () => {
      isBroken = true;
      warnings.warn('delivery', 'recording ended: the thread that sends cases failed');
    });
    return made;
  }

  function post(): void {
    if (isBroken || filled + startup.length === 0) return;
    const frames = slice ?? Buffer.allocUnsafeSlow(0);
    const message: DeliveryMessage = { kind: 'cases', frames, length: filled, startup };
    slice = null;
    filled = 0;
    startup = [];
    // Moved, not copied: the memory is the slice's own.
    worker.postMessage(message, [frames.buffer]);
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    originals
      .setTimeout(() => {
        isScheduled = false;
        post();
      }, POST_MS)
      .unref();
  }

  const worker = started();
  function flush(): void {
    if (isBroken) return;
    post();
    if (Atomics.load(shared, BYTES_WAITING) === 0 && !hasStartup) return;
    const message: DeliveryMessage = { kind: 'flush' };
    worker.postMessage(message);
    Atomics.wait(shared, FLUSHED, 0, MAX_EXIT_MS);
  }
  process.once('exit', flush);
  for (const signal of ENDING) flushBefore(signal, flush);

  const isFull = () => isBroken || Atomics.load(shared, BYTES_WAITING) > config.maxQueueBytes;
  return {
    isFull,
    put: (wire) => {
      if (isFull()) return 'queue full';
      const { room, write } = caseFrame(wire);
      if (room > MAX_FRAME_BYTES) return 'case too large';
      if (slice !== null && slice.length - filled < room) post();
      slice ??= Buffer.allocUnsafeSlow(Math.max(SLICE_BYTES, room));
      const end = write(slice, filled);
      Atomics.add(shared, BYTES_WAITING, end - filled);
      filled = end;
      if (filled >= POST_BYTES) post();
      else schedule();
      return null;
    },
    putStartup: (text) => {
      schedule();
      startup.push(text);
      hasStartup = true;
    },
  };
}
