import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSettings } from '../../../bin/standalone/check-settings.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const PATH = "$[?search(@.a,'(a+)+$')]";
let stage: ReturnType<typeof pageStage>;

/** An application of a tenant as an earlier version stored it. */
async function stored(tenant: string, appId: string, redact: { path: string }[]): Promise<void> {
  await stage.table.put({ pk: `T#${tenant}#APPS`, sk: appId });
  await stage.table.put({
    pk: `T#${tenant}#APP#${appId}`,
    sk: 'SETTINGS',
    version: 1,
    settings: { ...DEFAULT_SETTINGS, redact },
  });
}

beforeEach(async () => {
  stage = pageStage();
  await stored('default', 'shop', [{ path: PATH }, { path: '$.a' }, { path: '$[0:2]' }]);
  await stored('default', 'bank', [{ path: '$..iban' }]);
});
afterEach(() => stage.close());

test('the settings page says why a header cannot be set', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  for (const name of ['__proto__', 'host']) {
    const form = { operationNaming: 'path', maxQps: '1', concurrency: '1', timeoutMs: '1', set: `${name}: x` };
    const { status, text } = await browser.post('/console/apps/bank/settings', form);
    expect(status).toBe(422);
    expect(text).toContain(`Headers that are set cannot have ${name}: `);
  }
});

describe('paths of redact that are read no more', () => {
  test('are logged at start by application and count, for every tenant', async () => {
    await stage.call('POST', '/api/tenants', { tenantId: 'acme', name: 'Acme' }, stage.asAdmin);
    await stored('acme', 'mail', [{ path: PATH }]);
    await checkSettings(stage.world, stage.host);
    expect(stage.lines.filter(({ message }) => message.startsWith('redact paths'))).toEqual([
      { message: 'redact paths cannot be read', tenant: 'default', app_id: 'shop', count: 2 },
      { message: 'redact paths cannot be read', tenant: 'acme', app_id: 'mail', count: 1 },
    ]);
    expect(JSON.stringify(stage.lines)).not.toContain('search(');
  });

  test('are shown by the settings page, which does not keep them', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    const path = '/console/apps/shop/settings';
    const { text } = await browser.get(path);
    expect(text).toContain('JSON bodies are stored as [redacted] only');
    expect(text).toContain('$[0:2]');
    expect((await browser.get('/console/apps/bank/settings')).text).not.toContain('JSON bodies are stored as');
    const saved = await browser.post(path, {
      redact: `header: cookie\n${PATH}`,
      operationNaming: 'path',
      maxQps: '1',
      concurrency: '1',
      timeoutMs: '1',
    });
    expect(saved.status).toBe(422);
    expect(saved.text).toContain('Blacked out before anything is stored, line 2, must be a JSONPath');
  });
});
