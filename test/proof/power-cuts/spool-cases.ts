import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { caseSpool } from '../../../agent/delivery/case-spool.ts';
import { openSpool } from '../../../cli/record/spool.ts';
import { openSpoolFolder } from '../../../cli/record/spool-folder.ts';

/**
 * `node spool-cases.ts recorder|agent <folder>`: spools cases as `replay record` and the Node.js agent do while the
 * service is away, and prints the number of each case that must survive from then on.
 */
const [kind, folder = ''] = process.argv.slice(2);
/** After which a case of the recorder is on the disk (docs/recordings.md). */
const DURABLE_MS = 2_000;
const PAUSE_MS = 5;
const PADDING = 'x'.repeat(700);

const lineOf = (n: number) => JSON.stringify({ n, padding: PADDING, end: n });
const durable = (n: number) => process.stdout.write(`${n}\n`);

if (kind === 'recorder') {
  const fail = (fault: NodeJS.ErrnoException) => {
    throw fault;
  };
  const spool = openSpool(await openSpoolFolder(join(folder, 'spool', 'key')), {
    maxBytes: 2 ** 30,
    onFault: fail,
    onUnsynced: fail,
  });
  for (let n = 0; ; n++) {
    if (!spool.put(lineOf(n))) throw new Error('the spool is full');
    setTimeout(durable, DURABLE_MS, n);
    await sleep(PAUSE_MS);
  }
}

const spool = caseSpool(join(folder, 'spool', 'agent'), 2 ** 30, {
  now: Date.now,
  pid: process.pid,
  bootedAt: 0,
  protect: () => (line) => line,
});
for (let n = 0; ; n += 2) {
  if (!spool.write([lineOf(n), lineOf(n + 1)])) throw new Error('the spool is full');
  durable(n);
  durable(n + 1);
  // Without a pause, so that a cut hits a write.
  await setImmediate();
}
