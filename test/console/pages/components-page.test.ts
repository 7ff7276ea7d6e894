import { describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const AS_ADMIN = { 'x-api-key': ADMIN_KEY };

describe('the page of components', () => {
  test('shows each component on loopback', async () => {
    const { status, text } = await pageStage().browser().get('/console/components', AS_ADMIN);
    expect(status).toBe(200);
    for (const shown of [
      'class="panel decision bad"',
      'class="badge new"',
      'class="meter warn"',
      'class="change"',
      'data-copy',
    ])
      expect(text).toContain(shown);
  });

  test('is not served off loopback', async () => {
    const { get } = pageStage({ SVC_PUBLIC_URL: 'https://replay.example.com' }).browser();
    expect((await get('/console/components', AS_ADMIN)).status).toBe(404);
  });
});
