import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { TABLE_FILE } from '../data-files.ts';
import { MAX_CHECKED_AT_START_BYTES } from './quick-check.ts';

/** Text rather than a file, so that it also runs where the service is bundled into one. */
const CHECK = `
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  let found;
  try {
    const database = new DatabaseSync(workerData, { readOnly: true, timeout: 10000 });
    found = database.prepare('PRAGMA quick_check(1)').get().quick_check;
    database.close();
  } catch (fault) {
    found = [11, 26].includes(fault.errcode & 255) ? 'damaged' : 'ok';
  }
  parentPort.postMessage(found === 'ok');`;

export interface BackgroundCheck {
  /** False if the file is damaged, true also if it was not checked. */
  isSound: Promise<boolean>;
  stop(): Promise<unknown>;
}

/** Checks a table file that was too large to be checked before the start (quick-check.ts), in a thread of its own. */
export function backgroundCheck(dataDir: string, minBytes = MAX_CHECKED_AT_START_BYTES): BackgroundCheck {
  const file = join(dataDir, TABLE_FILE);
  if (!existsSync(file) || statSync(file).size <= minBytes)
    return { isSound: Promise.resolve(true), stop: async () => undefined };
  const worker = new Worker(CHECK, { eval: true, workerData: file });
  worker.unref();
  const isSound = new Promise<boolean>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(true));
    worker.once('exit', () => resolve(true));
  });
  return { isSound, stop: () => worker.terminate() };
}
