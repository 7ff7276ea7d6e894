import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AgentConfig } from '../core/agent-config.ts';
import { originals } from '../core/originals.ts';
import type { Warnings } from '../core/warnings.ts';
import {
  BYTES_WAITING,
  type DeliveryMessage,
  type DeliveryReport,
  FLUSHED,
  SHARED_LENGTH,
} from './delivery-message.ts';

/** Where recorded cases go: a thread of their own redacts, seals, sends and spools them. */
export interface CaseQueue {
  /** False if too many bytes wait; the case is then left out. */
  put(line: string): boolean;
  isFull(): boolean;
  /** Takes a startup call as JSON; there are few. */
  putStartup(text: string): void;
}

const POST_MS = 50;
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
  warnings: Warnings,
): CaseQueue {
  const shared = new Int32Array(new SharedArrayBuffer(SHARED_LENGTH * Int32Array.BYTES_PER_ELEMENT));
  let lines: string[] = [];
  let startup: string[] = [];
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
    made.on('message', ({ subject, text }: DeliveryReport) => warnings.warn(subject, text));
    made.on('error', () => {
      isBroken = true;
      warnings.warn('delivery', 'recording ended: the thread that sends cases failed');
    });
    return made;
  }

  function post(): void {
    if (isBroken || lines.length + startup.length === 0) return;
    const message: DeliveryMessage = { kind: 'cases', lines, startup };
    lines = [];
    startup = [];
    worker.postMessage(message);
  }

  function schedule(): void {
    if (lines.length + startup.length === 0) originals.setTimeout(post, POST_MS).unref();
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
    put: (line) => {
      if (isFull()) return false;
      Atomics.add(shared, BYTES_WAITING, line.length);
      schedule();
      lines.push(line);
      return true;
    },
    putStartup: (text) => {
      schedule();
      startup.push(text);
      hasStartup = true;
    },
  };
}
