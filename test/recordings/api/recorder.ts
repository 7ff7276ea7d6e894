import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints as settingEndpoints } from '../../../functions/applications/api/endpoints.ts';
import type { ApplicationServices } from '../../../functions/applications/composition.ts';
import { targets } from '../../../functions/applications/service/targets.ts';
import { applicationStore } from '../../../functions/applications/store/applications.ts';
import { sealedSettings } from '../../../functions/applications/store/sealed-settings.ts';
import { auditStore } from '../../../functions/login/store/audit.ts';
import { type ApiResponse, type Endpoint, JSON_TYPE } from '../../../functions/platform/http/api.ts';
import { refuse } from '../../../functions/platform/result.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { parseKeepingNumbers } from '../../../functions/platform/values/json-text.ts';
import type { Scope } from '../../../functions/platform/values/scope.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { Keys, Table, Work } from '../../../functions/platform/world.ts';
import { endpoints as recordingEndpoints } from '../../../functions/recordings/api/endpoints.ts';
import type { AddImportedRules, IntakeServices } from '../../../functions/recordings/composition.ts';
import type { RuleToAdd } from '../../../functions/recordings/domain/importers/rule-to-add.ts';
import type { SealingPass } from '../../../functions/recordings/domain/personal/sealing-pass.ts';
import { sealStored } from '../../../functions/recordings/steps/seal-stored.ts';
import { type RecordingKeys, recordingKeys } from '../../../functions/recordings/store/recording-keys.ts';
import { type RecordingStore, recordingStore } from '../../../functions/recordings/store/recordings.ts';
import { randomBytes, newId as randomId } from '../../support/test-random.ts';
import { WITHOUT_PROOF } from '../../support/without-proof.ts';

const endpoints: readonly Endpoint<IntakeServices & ApplicationServices>[] = [
  ...settingEndpoints,
  ...recordingEndpoints,
];

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** The recorder endpoints over an empty store, with a clock that tests set. */
export interface Recorder {
  clock: { now: number };
  /** Jobs that ran, by name, with the bytes they were announced with. */
  jobs: { name: string; bytes: number }[];
  /** Names of jobs that take too long. */
  overTime: string[];
  /** Logged lines, as text. */
  logged: string[];
  recordings: RecordingStore;
  sealer: RecordingKeys['sealer'];
  /** What its stores are made of. */
  parts: { table: Table; keys: Keys; dataKeys: RecordingKeys };
  /** Rules of imported files that were stored. */
  rulesAdded: { appId: string; rules: readonly RuleToAdd[] }[];
  /** The scopes of the caller. Default: admin. */
  scopes: Scope[];
  /** Starts a pass over the stored recordings, and does what is due of it; null where no rule seals. */
  sealStored(): Promise<SealingPass | null>;
  ask(method: Endpoint['method'], path: string, body?: string | Uint8Array | object): Promise<ApiResponse>;
  close(): Promise<void>;
}

/** Opens the recorder endpoints of one tenant. */
export function openRecorder(): Recorder {
  const clock = { now: NOW };
  const jobs: Recorder['jobs'] = [];
  const overTime: string[] = [];
  const logged: string[] = [];
  const rulesAdded: Recorder['rulesAdded'] = [];
  const scopes: Scope[] = ['admin'];
  const directory = mkdtempSync(join(tmpdir(), 'recorder-'));
  const now = () => clock.now;
  const table = openTable(':memory:', now);
  const blobs = fileBlobs(directory);
  const keep = (message: string, facts?: Record<string, unknown>) => logged.push(JSON.stringify([message, facts]));
  let made = 0;
  const newId = () => (++made).toString(16).padStart(32, '0');
  const recordings = recordingStore(
    { table, blobs, now, elapsed: () => performance.now(), newId: () => 'writer' },
    'default',
    {
      retentionMs: 96 * 3_600_000,
    },
  );
  const keys = localKeys([randomBytes(32)]);
  const dataKeys = recordingKeys({ table, keys, now, newId: randomId }, 'default');
  const services = {
    work: {
      run: async (job, input, options) => {
        jobs.push({ name: job.name, bytes: options.bytes });
        if (overTime.includes(job.name)) return refuse('OVER_TIME', 'too much');
        return workInPlace.run(job, input, options);
      },
      hasThreads: false,
      prepare() {},
    } satisfies Work,
    now,
    newId,
    table,
    log: { debug: keep, info: keep, warn: keep, error: keep },
    recordings,
    applications: applicationStore(table, 'default'),
    config: standaloneConfig({}),
    targets: targets({
      table,
      now,
      config: { targets: [], isLoopbackOnly: true },
      tenant: 'default',
      ownTargets: () => [],
    }),
    audit: auditStore({ table, now, newId }, 'default'),
    sealedSettings: sealedSettings({ table, keys }, 'default'),
    recordingKeys: dataKeys,
    addImportedRules: (async (appId, rules) => rulesAdded.push({ appId, rules }) > 0) satisfies AddImportedRules,
  } as unknown as IntakeServices & ApplicationServices; // these endpoints use nothing else of a world

  return {
    clock,
    jobs,
    overTime,
    logged,
    recordings,
    rulesAdded,
    scopes,
    sealer: dataKeys.sealer,
    parts: { table, keys, dataKeys },

    async ask(method, path, body = '') {
      const url = new URL(path, 'http://service');
      const { endpoint, params } = routeOf(method, url.pathname);
      const bytes =
        body instanceof Uint8Array
          ? body
          : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
      const isJson = endpoint.body?.as === 'json';
      const answer = await endpoint.answer(
        {
          method,
          params,
          query: url.searchParams,
          headers: new Headers(),
          body: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : {},
          bytes: isJson ? new Uint8Array() : bytes,
          caller: { tenant: 'default', name: 'test', scopes },
          ...WITHOUT_PROOF,
          source: null,
          path: '/',
          requestId: 'request',
        },
        services,
      );
      const isText = answer.bytes !== undefined && answer.headers === JSON_TYPE;
      return isText
        ? { status: answer.status, body: parseKeepingNumbers(new TextDecoder().decode(answer.bytes)) }
        : answer;
    },

    async sealStored() {
      const { status } = await this.ask('POST', '/api/recorder/apps/shop/personal-data');
      if (status !== 202) return null;
      const { failed } = await sealStored(services, () => services, { until: Number.POSITIVE_INFINITY });
      if (failed > 0) throw new Error(`the pass failed: ${logged.join()}`);
      return recordings.personalData.passes.of('shop');
    },

    async close() {
      await table.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function routeOf(
  method: string,
  pathname: string,
): { endpoint: Endpoint<IntakeServices & ApplicationServices>; params: Record<string, string> } {
  for (const endpoint of endpoints.filter((one) => one.method === method)) {
    const pattern = endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const found = new RegExp(`^${pattern}$`).exec(pathname);
    if (!found) continue;
    const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { endpoint, params: Object.fromEntries(params) };
  }
  throw new Error('no such endpoint');
}
