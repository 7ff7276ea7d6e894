import { expect, test } from 'vitest';
import type { Kind } from '../../../../functions/compare/domain/kinds.ts';
import type { RunHint } from '../../../../functions/replay/domain/hint.ts';
import { hintPanel } from '../../../../functions/report/pages/report/hint-panel.ts';

const PLAN = { appId: 'shop', planId: '0123456789abcdef01234567' };
const REMOVED: RunHint = { code: 'CREDENTIALS_REMOVED', interfaces: 1, requests: 3, setting: 'login' };
const CALLS: RunHint = { code: 'CALLS_NOT_ANSWERED', interfaces: 1, requests: 2, setting: 'mocks.onMiss' };
const shown = async (hints: RunHint[], kinds: Kind[], mayWrite = true) =>
  String(await hintPanel(PLAN, hints, kinds, mayWrite));
const paths = (html: string) => [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path);

test('hintPanel shows the cause of a hint, its setting and the refused requests', async () => {
  const html = await shown([REMOVED], ['FIELD_VALUE', 'UNAUTHORIZED']);
  expect(html).toContain(
    '<p><strong>The target refused 3 requests of 1 endpoint:</strong> their credentials were removed.</p>',
  );
  expect(html).toContain('>Set credentials</a>');
  expect(paths(html)).toEqual(['/console/apps/shop/settings/login', `/report/${PLAN.planId}/cases?kind=UNAUTHORIZED`]);
  expect(await shown([REMOVED], [], false)).toContain('>Show setting</a>');
});

test('hintPanel has a line for each of several hints, without filter by a part of its requests', async () => {
  const html = await shown([REMOVED, CALLS], ['UNAUTHORIZED', 'FORBIDDEN']);
  expect(html.match(/<div class="hint">/g)).toHaveLength(2);
  expect(html.match(/<section/g)).toHaveLength(1);
  expect(paths(html).filter((path = '') => path.endsWith('/cases'))).toHaveLength(2);
});

test('hintPanel returns null without hints', () => {
  expect(hintPanel(PLAN, [], ['UNAUTHORIZED'], true)).toBeNull();
});
