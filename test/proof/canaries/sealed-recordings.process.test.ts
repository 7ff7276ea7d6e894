import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PATIENCE } from '../../support/patience.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';
import { measured } from '../measured.ts';
import { everyGet } from './every-get.ts';
import { sealedStage } from './sealed-stage.ts';
import { storedBytes } from './stored-bytes.ts';

/** Whatever is planted has one of these forms: in clear, in base64 of basic authentication, and a number. */
const PLANTED = ['canary-', Buffer.from('ada:canary').toString('base64').slice(0, 12), '471190210471190210'];
const found = (text: string) => PLANTED.filter((planted) => text.includes(planted));

let stage: Awaited<ReturnType<typeof sealedStage>>;
beforeAll(async () => {
  stage = await sealedStage();
}, 120_000);
afterAll(() => stage.close());

test('the target gets every recorded byte', (context) => {
  const { target, recorded } = stage;
  expect(target.seen).toHaveLength(recorded.length);
  for (const { path, headers, body } of recorded) {
    const seen = target.seen.find(({ url }) => url === path);
    expect(seen, path).toBeDefined();
    for (const [name, value] of headers) expect(seen?.headers[name], `${path} ${name}`).toBe(value);
    expect(seen?.body, path).toEqual(body);
  }
  measured(context, 'requests with credentials', recorded.length);
});

describe('no credential of recordings', () => {
  test('is in an answer to a GET of an administrator', { timeout: 120_000 }, async (context) => {
    const { service, planId } = stage;
    const ids = { appId: 'shop', planId, operation: '/cases/json' };
    const filled = [
      ...stage.recorded.flatMap((_, item) =>
        everyGet({ ...ids, item: `${item}`, planItemId: `${planId}:${item}`, caseId: `sealed-${item % 3}` }),
      ),
      '/api/recorder/apps/shop/cases?limit=200',
      ...['request', 'response'].flatMap((of) =>
        [0, 1, 2].map((index) => `/console/cases/sealed-${index}/body?of=${of}`),
      ),
    ];
    const bad: string[] = [];
    let answered = 0;
    let sealed = 0;
    for (const path of new Set(filled)) {
      const answer = await fetch(`${service.url}${path}`, { headers: { 'x-api-key': ADMIN_KEY }, redirect: 'manual' });
      const text = (await answer.text()) + JSON.stringify([...answer.headers]);
      if (answer.ok) answered++;
      if (text.includes('sealed')) sealed++;
      if (found(text).length > 0 || text.includes('sealed.v1')) bad.push(path);
    }
    measured(context, 'answers to an administrator', answered);
    expect(bad).toEqual([]);
    expect(answered).toBeGreaterThan(30);
    expect(sealed).toBeGreaterThan(10);
  });

  test('is in the output of a recorder, or in the file that it wrote', () => {
    expect(stage.recorderOutput).toContain('file');
    expect(found(stage.recorderOutput)).toEqual([]);
  });

  test('is in the spool of a recorder while the service is away', () => {
    expect(stage.spooled).toContain('sealed.v1.');
    expect(found(stage.spooled)).toEqual([]);
  });

  test('is in a line of the log', () => {
    expect(stage.service.output().split('\n').length).toBeGreaterThan(10);
    expect(found(stage.service.output())).toEqual([]);
    expect(stage.service.output()).not.toContain('sealed.v1');
  });

  test('is in a diagnostic report of the process', async () => {
    process.kill(stage.service.pid, 'SIGUSR2');
    const report = await vi.waitFor(() => {
      const name = readdirSync(stage.reportsDir).find((file) => file.startsWith('report.'));
      const text = name === undefined ? '' : readFileSync(join(stage.reportsDir, name), 'utf8');
      expect(text.trimEnd().endsWith('}')).toBe(true);
      return text;
    }, PATIENCE);
    expect(found(report)).toEqual([]);
  });

  test('is in a file of a killed service, decompressed or not', async () => {
    await stage.service.kill();
    const plain = storedBytes(stage.dataDir);
    expect(plain.filter((bytes) => bytes.includes('sealed.v1.')).length).toBeGreaterThan(10);
    expect(plain.flatMap((bytes) => found(bytes.toString('latin1')))).toEqual([]);
  });
});
