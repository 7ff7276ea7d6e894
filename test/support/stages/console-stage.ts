import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { json, openTarget, recordedGet, type Target } from '../fakes/recorded-target.ts';
import { freePort } from '../free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../running-service.ts';

export const APP = 'shop';

/** A running service and a target whose build returns two different prices. */
export interface ConsoleStage {
  service: RunningService;
  target: Target;
  close(): Promise<void>;
}

const PATHS = Array.from({ length: 12 }, (_, index) => `/items/${'abcdefghijkl'[index]}`);
const answerOf = (path: string, price: number) => ({ path, price, at: '2026-11-20T10:00:00Z', tags: ['new', 'sale'] });

/** Starts a service in its own process that admits guests and all email addresses, with its target. */
export async function consoleStage(env: Record<string, string> = {}): Promise<ConsoleStage> {
  const { dataDir, remove } = temporaryDataDir();
  const target = await openTarget(({ url }, response) => {
    const price = url === '/items/a' || url === '/items/b' ? 11 : 10;
    json(response, answerOf(url, price), PATHS.includes(url) ? 200 : 404);
  });
  const service = await startProcess({ dataDir, port: await freePort(), env });
  return {
    service,
    target,
    async close() {
      await service.stop();
      await target.close();
      remove();
    },
  };
}

/** Records traffic, replays it `runs` times, and adds data for the lists of the console. Returns the last planId. */
export async function fillStage({ service: { url }, target }: Omit<ConsoleStage, 'close'>, runs = 3): Promise<string> {
  const cases = PATHS.map((path) =>
    recordedGet(APP, path, answerOf(path, 10), {
      caseId: `case${path.replaceAll('/', '-')}`,
      durationMs: 7,
      tags: { tier: 'gold' },
      calls: [
        {
          kind: 'http',
          target: 'inventory',
          operation: 'GET /stock/{sku}',
          durationMs: 3,
          error: null,
          request: { sku: 'A-1' },
          response: { left: 3 },
        },
      ],
    }),
  );
  await call(url, 'POST', '/api/recorder/cases', cases);
  await call(url, 'POST', '/api/recorder/cases/case-items-a/pin');
  let planId = '';
  for (let run = 0; run < runs; run++) {
    const { body } = await call(url, 'POST', '/openapi/v1/replay-triggers', { appId: APP, targetEnv: target.url });
    planId = body.planId;
    await completed(url, planId);
  }
  await call(url, 'POST', `/api/apps/${APP}/compare-rules`, {
    kind: 'ignore',
    path: 'at',
    comment: 'the time of the answer',
  });
  await call(url, 'POST', '/openapi/v1/notification-channels', {
    type: 'webhook',
    name: 'Release room',
    url: `${target.url}/hooks/release-room-4711`,
    secret: 's3cret',
  });
  await call(url, 'POST', '/api/api-keys', { name: 'Build of shop', scopes: ['read', 'write'] });
  return planId;
}

/** The newest code sent to an email address. */
export function mailedCode(dataDir: string, userName: string): string | null {
  const outbox = join(dataDir, 'outbox');
  // Created by the first email.
  if (!existsSync(outbox)) return null;
  const mails = readdirSync(outbox, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(userName));
  return /^(\d{6}) is your code/m.exec(mails.at(-1) ?? '')?.[1] ?? null;
}

/** Logs in with an emailed code, like a user: on the login page, or on the one that is open. */
export async function logIn(
  page: Page,
  { url, dataDir }: RunningService,
  userName: string,
  { from = 'login page' }: { from?: 'login page' | 'here' } = {},
): Promise<void> {
  if (from === 'login page') await page.goto(`${url}/console/login`);
  await page.getByLabel('Email address').fill(userName);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = page.getByLabel('Code', { exact: true });
  await code.waitFor();
  let mailed: string | null = null;
  for (let tries = 0; mailed === null && tries < 100; tries++) {
    await page.waitForTimeout(50);
    mailed = mailedCode(dataDir, userName);
  }
  await code.fill(mailed ?? 'no code was mailed');
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Makes a user an admin, like the holder of SVC_ADMIN_KEY. */
export const setRole = ({ url }: RunningService, userName: string, role: string) =>
  call(url, 'PUT', `/api/users/${encodeURIComponent(userName)}`, { role });
