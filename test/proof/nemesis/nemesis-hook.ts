import { openSync, readSync } from 'node:fs';
import { failingDisk } from '../../support/failing-disk.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { HEALTHY_PROCESS, type ProcessState } from './process-state.ts';

/**
 * For `node --import`: the faults of the nemesis that are made within the process, as the file named by NEMESIS_FILE
 * says: its wall clock differs, and its calls of SQLite and of files below SVC_DATA_DIR fail.
 */
const POLL_MS = 10;
const RealDate = Date;
const { NEMESIS_FILE = '', SVC_DATA_DIR = '' } = process.env;

// One descriptor for good, because none can be opened while there are no more.
const file = openSync(NEMESIS_FILE, 'r');
const buffer = Buffer.alloc(1000);
let state: ProcessState = HEALTHY_PROCESS;
let random = seededRandom(0);
const disk = failingDisk(SVC_DATA_DIR);

function read(): void {
  const length = readSync(file, buffer, 0, buffer.length, 0);
  try {
    const next = JSON.parse(buffer.toString('utf8', 0, length)) as ProcessState; // written by the nemesis
    if (next.seed !== state.seed) random = seededRandom(next.seed);
    state = next;
  } catch {
    // The file is being written; the next poll reads it.
  }
}

disk.follow(({ kind }) => {
  if (kind === 'write' && state.writesFail !== null) return state.writesFail;
  if (random() >= state.failing) return null;
  return random() < 0.5 ? 'FULL' : 'IOERR';
});

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: ConstructorParameters<typeof Date> | []) =>
    given.length === 0 ? new target(RealDate.now() + state.aheadMs) : new target(...given),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + state.aheadMs : Reflect.get(target, name)),
});

read();
setInterval(read, POLL_MS).unref();
