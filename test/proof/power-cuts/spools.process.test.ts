import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { caseSpool } from '../../../agent/delivery/case-spool.ts';
import { openSpool } from '../../../cli/record/spool.ts';
import { openSpoolFolder } from '../../../cli/record/spool-folder.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { TEST_SEED } from '../../support/test-random.ts';
import { measured } from '../measured.ts';
import { PROOF_SIZES } from '../proof-sizes.ts';
import { canCutPower, NO_COMPILER, powerCuts } from './power-cut.ts';

const { spoolCuts: CUTS } = PROOF_SIZES.powerCuts;
/** Most durable cases between a start and the cut. */
const MAX_DURABLE = 80;
const KINDS = ['recorder', 'agent'] as const;
type Kind = (typeof KINDS)[number];

/** The cases that the next process of this kind sends. */
const READERS: Readonly<Record<Kind, (folder: string) => Promise<string[]>>> = {
  async recorder(folder) {
    const taken = await openSpoolFolder(join(folder, 'spool', 'key'));
    const fail = (fault: NodeJS.ErrnoException) => {
      throw fault;
    };
    const spool = openSpool(taken, { maxBytes: 2 ** 30, onFault: fail, onUnsynced: fail });
    const lines: string[] = [];
    for (let segment = await spool.next(); segment !== null; segment = await spool.next()) {
      lines.push(...((await spool.read(segment)) ?? []));
      await spool.remove(segment);
    }
    await spool.close();
    taken.release();
    return lines;
  },
  async agent(folder) {
    const options = { now: Date.now, pid: process.pid, bootedAt: 0, protect: () => (line: string) => line };
    const spool = caseSpool(join(folder, 'spool', 'agent'), 2 ** 30, options);
    const lines: string[] = [];
    for (let batch = spool.next(); batch !== null; batch = spool.next()) {
      lines.push(...batch.lines);
      batch.remove();
    }
    return lines;
  },
};

/** Spools cases until the power is cut, and returns which were durable, and which of these the next process lacks. */
async function spooledThroughCut(kind: Kind, { ignoresSync, seed }: { ignoresSync: boolean; seed: number }) {
  const random = seededRandom(seed);
  const { dataDir: folder, remove } = temporaryDataDir();
  const power = powerCuts(folder, { ignoresSync });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'spool-cases.ts'), kind, folder], {
    env: { ...power.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const durable: number[] = [];
  const enough = 1 + Math.floor(random() * MAX_DURABLE);
  for await (const line of createInterface({ input: child.stdout })) {
    durable.push(Number(line));
    if (durable.length >= enough) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  const unsynced = power.cut(random);
  const left = new Set((await READERS[kind](folder)).map(caseNumber));
  power.remove();
  remove();
  return { durable, lost: durable.filter((n) => !left.has(n)), unsynced };
}

/** The number of a whole case; null for what a cut tore. */
function caseNumber(line: string): number | null {
  try {
    const { n, end } = JSON.parse(line);
    return n === end ? n : null;
  } catch {
    return null;
  }
}

describe.each(KINDS)('the spool of the %s', (kind) => {
  test.skipIf(!canCutPower)(
    `loses no durable case in ${CUTS} power cuts${NO_COMPILER}`,
    { timeout: 600_000 },
    async (context) => {
      let [durable, writes, names] = [0, 0, 0];
      const lost: number[] = [];
      for (let cut = 0; cut < CUTS; cut++) {
        const one = await spooledThroughCut(kind, { ignoresSync: false, seed: TEST_SEED + cut });
        durable += one.durable.length;
        lost.push(...one.lost);
        writes += one.unsynced.writes;
        names += one.unsynced.names;
      }
      measured(context, `${kind}: durable cases`, durable);
      measured(context, `${kind}: lost`, lost.length);
      measured(context, `${kind}: unsynced writes at a cut`, writes);
      measured(context, `${kind}: unsynced changes of names at a cut`, names);
      expect(durable).toBeGreaterThanOrEqual(CUTS);
      expect(lost).toEqual([]);
    },
  );

  test.skipIf(!canCutPower)(`loses cases on a disk that ignores syncs${NO_COMPILER}`, async () => {
    const seeds = [1, 2].map((n) => TEST_SEED + n);
    const controls = await Promise.all(seeds.map((seed) => spooledThroughCut(kind, { ignoresSync: true, seed })));
    expect(controls.flatMap(({ lost }) => lost)).not.toEqual([]);
  });
});
