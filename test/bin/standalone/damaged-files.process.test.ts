import { closeSync, cpSync, fstatSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { recoveryServices } from '../../../functions/notifications/composition.ts';
import { resumePlans } from '../../../functions/notifications/steps/resume-plans.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { planOfTrigger } from '../../../functions/replay/domain/create-plan.ts';
import { parseTrigger } from '../../../functions/replay/domain/trigger.ts';
import { KNOWN_CALLER } from '../../../functions/replay/service/plan-admission.ts';
import { RESULT_SHARDS } from '../../../functions/replay/store/result-keys.ts';
import { PROOF_SIZES } from '../../proof/proof-sizes.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { everyService } from '../../support/services-for.ts';
import { random, randomBytes } from '../../support/test-random.ts';

const CASES = 30;
const LARGE = 3;
const POSITIONS = PROOF_SIZES.damagedLocations;
/** Few places cost a case its result: up to so many are tried until one did. */
const MAX_POSITIONS = Math.max(POSITIONS, 60);

const { dataDir, remove } = temporaryDataDir();
const configOf = (directory: string) =>
  standaloneConfig({
    SVC_DATA_DIR: directory,
    SVC_SETTLE_SECONDS: '0',
    SVC_NOISE_REDUCTION: 'off',
    SVC_LOG_LEVEL: 'SILENT',
  });
const large = Array.from({ length: LARGE }, () => randomBytes(400_000).toString('base64'));
const bodyOf = (index: number, id: string) => ({ id, price: index, large: large[index] ?? `${index}`.repeat(500) });
let target: Target;

let aheadMs = 0;
const now = () => Date.now() + aheadMs;
/** Waits between tries take no time; time limits never pass. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms < 60_000) aheadMs += ms;
  else
    await new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
    );
}

function open(directory: string) {
  const opened = openStandaloneWorld(configOf(directory), now, sleep);
  return { ...opened, services: opened.host.servicesOf(everyService)('default') };
}

beforeAll(async () => {
  // The id differs from the recording, and a rule ignores it: a rule that got lost would show.
  target = await openTarget(({ url }, response) => json(response, bodyOf(Number(url.split('/').at(-1)), 'replayed')));
  const { services, close } = open(dataDir);
  // Random text may look like a credential, which the run seals by the same keys.
  const sealer = await services.recordingKeys.sealer();
  const read = Array.from({ length: CASES }, (_, index) =>
    parseCase(recordedGet('shop', `/a/${index}`, bodyOf(index, 'recorded'), { operation: '/a', caseId: `c${index}` }), {
      now: Date.now(),
      newId: services.newId,
      settings: DEFAULT_SETTINGS,
      sealer,
    }),
  );
  await services.recordings.add(read.flatMap((one) => (one.ok ? [one.value] : [])));
  const rule = { ruleId: 'r', kind: 'ignore', operation: null, target: 'response', path: '$.id' } as const;
  await services.rules.add('shop', { ...rule, origin: 'person', createdBy: 'test', createdAt: 1 });
  await close();
});
afterAll(async () => {
  await target.close();
  remove();
});

/** Changes two neighbouring bytes somewhere in the table file, or now and then in a blob. */
function damage(directory: string): string {
  const blobs = readdirSync(join(directory, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const blob = random() < 0.1 ? blobs[Math.floor(random() * blobs.length)] : undefined;
  const file = blob ? join(blob.parentPath, blob.name) : join(directory, 'service.sqlite');
  const handle = openSync(file, 'r+');
  const at = Math.floor(random() * (fstatSync(handle).size - 1));
  const bytes = new Uint8Array(2);
  readSync(handle, bytes, 0, 2, at);
  writeSync(
    handle,
    bytes.map((byte) => byte ^ (1 + Math.floor(random() * 255))),
    0,
    2,
    at,
  );
  closeSync(handle);
  return `${blob ? 'a blob' : 'the table'} at ${at}`;
}

/**
 * The structure of the file is damaged, not a row, as `replay admin check` finds: nothing can be done but to restore
 * it. The quicker check at start does not see every damage of an index.
 */
function isMalformed(directory: string): boolean {
  const database = new DatabaseSync(join(directory, 'service.sqlite'));
  try {
    return database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check !== 'ok';
  } catch {
    return true;
  } finally {
    database.close();
  }
}

type End = 'refused' | { state: string | undefined; totalCases: number; successCases: number; failedCases: number };

/** Replays the application; `refused`: somewhere on the way an error says that something cannot be read. */
async function replayed(directory: string): Promise<End> {
  const { services, world, host, close } = open(directory);
  try {
    const body = { appId: 'shop', targetEnv: target.url };
    const parsed = parseTrigger({
      body,
      attributesText: null,
      idempotencyKey: null,
      isReplayed: false,
      isAnonymous: false,
    });
    if (!parsed.ok) throw new Error(parsed.code);
    const load = { ...DEFAULT_SETTINGS.replay, maxQps: 1000 };
    const plan = planOfTrigger(parsed.value, null, { now: now(), caseCountLimit: 1000, load });
    const created = await services.newPlans.create(plan, KNOWN_CALLER);
    if (!created.ok) return 'refused';
    const planId = created.value;
    const ended = async () => {
      await resumePlans(world, host.servicesOf(recoveryServices), 0);
      return (await services.plans.find(planId))?.status;
    };
    await expect.poll(ended, { interval: 10 }).toBe('COMPLETED');
    const round = await services.plans.findRound(planId, 1);
    if (!round?.result) throw new Error('not settled');
    if (round.interruption !== null) return 'refused';
    const { state, totalCases, successCases, failedCases } = round.result;
    // Cases without a result name their recordings.
    const chunk = await services.results.findChunk(planId, 1, 0);
    const heads = chunk ? await services.results.byItem({ planId, resultShards: RESULT_SHARDS }, 1, chunk) : new Map();
    const without = chunk?.cases.filter(({ item }) => !heads.get(item)?.outcome.hasResult) ?? [];
    expect(without.length).toBe(totalCases - successCases - failedCases);
    for (const { caseId } of without) expect(caseId).toMatch(/^c\d+$/);
    return { state, totalCases, successCases, failedCases };
  } finally {
    // Closing writes too, and the file is damaged.
    await close().catch(() => {});
  }
}

test(`a run never ends with a false finding and never hangs when two bytes change at ${POSITIONS} places or more`, {
  timeout: 900_000,
}, async () => {
  const healthy = await replayed(dataDir);
  expect(healthy).toMatchObject({ totalCases: CASES, successCases: CASES, failedCases: 0 });
  const ends = { complete: 0, withoutResult: 0, fewer: 0, refused: 0, malformed: 0 };
  for (let position = 0; position < POSITIONS || (ends.withoutResult === 0 && position < MAX_POSITIONS); position++) {
    const copy = temporaryDataDir();
    cpSync(dataDir, copy.dataDir, { recursive: true });
    const where = damage(copy.dataDir);
    if (isMalformed(copy.dataDir)) {
      copy.remove();
      ends.malformed++;
      continue;
    }
    const end = await replayed(copy.dataDir).catch((fault: Error & { errcode?: number }): End => {
      // What SQLite or the service says of damage, and nothing else.
      if (
        fault.name === 'DamagedData' ||
        fault.name === 'ConfigError' ||
        [11, 26].includes((fault.errcode ?? 0) & 0xff)
      )
        return 'refused';
      throw new Error(`${where}: ${fault.message}`, { cause: fault });
    });
    copy.remove();
    if (end === 'refused') {
      ends.refused++;
      continue;
    }
    expect(end, where).toMatchObject({ failedCases: 0 });
    expect(end.state, where).not.toMatch(/NEEDS_ACTION|REVIEW_ONLY/);
    if (end.totalCases < CASES) ends.fewer++;
    else if (end.successCases < CASES) ends.withoutResult++;
    else ends.complete++;
  }
  process.stdout.write(`ends of damaged places: ${JSON.stringify(ends)}\n`);
  expect(ends.withoutResult).toBeGreaterThan(0);
});
