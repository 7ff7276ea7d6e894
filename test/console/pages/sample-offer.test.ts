import { expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const AS_ADMIN = { 'x-api-key': ADMIN_KEY };

test('a host without a sample shop, such as AWS, neither offers nor loads it', async () => {
  const stage = pageStage();
  const browser = stage.browser();
  const { text } = await browser.get('/console', AS_ADMIN);
  expect(text).toContain('Choose a way to record');
  expect(text).not.toContain('sample shop');
  for (const path of ['/console/sample', '/console/sample/remove'])
    expect((await browser.post(path, {}, AS_ADMIN)).status).toBe(403);
  await stage.close();
});
