import { expect, test } from 'vitest';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import { requestsTable } from '../../../functions/report/pages/requests/requests-table.ts';

interface Shown {
  kind: Kind;
  subject: string;
  likelyNoise?: true;
}

/** The row of a failing request with these differences, as HTML. */
const rowWith = async (...differences: Shown[]) =>
  String(
    await requestsTable(
      '6a0f3c40a1b2c3d4e5f60718',
      [
        {
          item: 0,
          operation: '/items',
          method: 'GET',
          path: '/items',
          state: 'FAILED',
          isMarked: false,
          status: { recorded: 200, replayed: 200 },
          durationMs: { recorded: 1, replayed: 2 },
          differences,
        },
      ],
      { caption: '1 request', isPicked: false },
    ),
  );

test('the row of a failing request shows noise as noise, behind its changes', async () => {
  const row = await rowWith(
    { kind: 'FIELD_VALUE', subject: 'servedAt', likelyNoise: true },
    { kind: 'FIELD_VALUE', subject: 'price' },
  );
  expect(row).toContain('Needs action:');
  expect(row.indexOf('price')).toBeLessThan(row.indexOf('servedAt'));
  expect(row.slice(row.indexOf('servedAt'))).toContain('likely noise');
  expect(row.slice(row.indexOf('price'), row.indexOf('servedAt'))).not.toContain('likely noise');
});

test('the row of a failing request says to review if it has only noise', async () => {
  const row = await rowWith({ kind: 'FIELD_VALUE', subject: 'servedAt', likelyNoise: true });
  expect(row).toContain('To review:');
  expect(row).not.toContain('Needs action:');
});
