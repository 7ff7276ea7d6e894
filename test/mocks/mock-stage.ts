import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettingsRights } from '../../functions/applications/domain/application-settings.ts';
import { applicationStore } from '../../functions/applications/store/applications.ts';
import { sealedSettings } from '../../functions/applications/store/sealed-settings.ts';
import { endpoints } from '../../functions/mocks/api/endpoints.ts';
import type { MockServices } from '../../functions/mocks/composition.ts';
import { type Mocks, mocks, type NewReplay } from '../../functions/mocks/service/mocks.ts';
import type { Endpoint } from '../../functions/platform/http/api.ts';
import { fileBlobs } from '../../functions/platform/standalone/blobs.ts';
import { localKeys } from '../../functions/platform/standalone/keys.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';
import { workInPlace } from '../../functions/platform/work-in-place.ts';
import { parseCases } from '../../functions/recordings/domain/parse-cases.ts';
import { recordingKeys } from '../../functions/recordings/store/recording-keys.ts';
import { recordingStore } from '../../functions/recordings/store/recordings.ts';
import { newId, randomBytes } from '../support/test-random.ts';
import { WITHOUT_PROOF } from '../support/without-proof.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
export const APP_ID = 'shop';
export const REPLAY_ID = '0f1e2d3c4b5a69788796a5b4';
export const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

export type MockStage = ReturnType<typeof openMockStage>;

/** The mocks of one tenant over an empty table, with a clock that tests set. `process` is another process over it. */
export function openMockStage() {
  const clock = { now: NOW };
  const now = () => clock.now;
  const directory = mkdtempSync(join(tmpdir(), 'mocks-'));
  const table = openTable(':memory:', now);
  const blobs = fileBlobs(directory);
  const keys = localKeys([randomBytes(32)]);
  const settings = sealedSettings({ table, keys }, 'default');
  const applications = applicationStore(table, 'default');
  const retentionMs = 96 * 3_600_000;

  function process(tenant = 'default'): Mocks {
    const recordings = recordingStore({ table, blobs, now, elapsed: now, newId }, tenant, {
      retentionMs,
    });
    const dataKeys = recordingKeys({ table, keys, now, newId }, tenant);
    return mocks({
      table,
      blobs,
      now,
      elapsed: now,
      newId,
      work: workInPlace,
      recordings,
      recordingKeys: dataKeys,
      applications,
      tenant,
      retentionMs,
    });
  }
  const own = process();

  return {
    clock,
    table,
    mocks: own,
    process,
    madeCalls: (replayId: string) => own.madeCalls({ replayId, appId: APP_ID }),
    /** By default as an administrator. */
    changeSettings: (change: unknown, rights?: SettingsRights) => settings.changeSettings(APP_ID, change, rights),

    /** Takes a case in, as recorders send it. */
    async record(caseId: string, calls: readonly unknown[], request: object = {}): Promise<void> {
      const { operationNaming, endpoints: patterns, redact, credentials } = await applications.settings(APP_ID);
      const entry = {
        caseId,
        appId: APP_ID,
        traceId: TRACE_ID,
        request: { method: 'GET', path: '/orders/1', ...request },
        response: { status: 200, body: 'ok' },
        calls,
      };
      const dataKeys = recordingKeys({ table, keys, now, newId }, 'default');
      const sealer = await dataKeys.sealer();
      const { cases, rejected } = parseCases([{ input: entry }], {
        now: clock.now,
        newId,
        pinned: false,
        sealer,
        known: dataKeys.credentialsUnder(sealer.keys),
        fileKeys: new Map(),
        settings: new Map([[APP_ID, { operationNaming, endpoints: patterns, redact, credentials }]]),
      });
      if (rejected.length > 0) throw new Error(JSON.stringify(rejected));
      await recordingStore({ table, blobs, now, elapsed: now, newId }, 'default', {
        retentionMs,
      }).addStored(cases);
    },

    begin: (change: Partial<NewReplay> = {}): Promise<boolean> =>
      own.begin({
        replayId: REPLAY_ID,
        planId: 'p1',
        planItemId: 'p1:0',
        appId: APP_ID,
        caseId: 'c1',
        traceId: TRACE_ID,
        recordedAt: clock.now - 1000,
        enableMock: true,
        targetHost: 'shop.test',
        aliases: [],
        expiresAt: clock.now + 60_000,
        calls: 1,
        ...change,
      }),

    /** Asks an endpoint as the API does. */
    async ask(method: Endpoint['method'], path: string, body: unknown = {}, asked: Mocks = own) {
      const url = new URL(path, 'http://service');
      for (const endpoint of endpoints as readonly Endpoint<Pick<MockServices, 'mocks'>>[]) {
        const found = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(url.pathname);
        if (endpoint.method !== method || !found) continue;
        const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
        const answer = await endpoint.answer(
          {
            method,
            params: { ...found.groups },
            query: url.searchParams,
            headers: new Headers(),
            body: JSON.parse(bytes.toString()),
            bytes,
            caller: { tenant: 'default', name: 'agent', scopes: ['agent'] },
            ...WITHOUT_PROOF,
            source: null,
            path: url.pathname,
            requestId: 'r',
          },
          { mocks: asked },
        );
        const { status } = answer;
        return { status, body: answer.bytes ? JSON.parse(Buffer.from(answer.bytes).toString()) : answer.body };
      }
      throw new Error('no such endpoint');
    },

    async close(): Promise<void> {
      await table.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
