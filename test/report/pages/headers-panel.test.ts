import { expect, test } from 'vitest';
import { headersPanel } from '../../../functions/report/pages/request/exchange-panels.ts';

test('the page of a request says which of its headers are compared by default', () => {
  const panel = String(
    headersPanel(
      [
        ['Content-Type', 'application/json'],
        ['Date', 'a'],
      ],
      [
        ['content-type', 'application/json'],
        ['date', 'b'],
        ['location', '/b'],
      ],
    ),
  );
  expect(panel.replaceAll(/<[^>]*>/g, '')).toContain(
    'By default, the service compares these of them: content-type, location.',
  );
  expect(String(headersPanel([['date', 'a']], [['date', 'b']]))).not.toContain('By default');
});
