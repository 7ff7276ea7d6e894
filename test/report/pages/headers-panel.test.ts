import { expect, test } from 'vitest';
import { headersPanel } from '../../../functions/report/pages/request/exchange-panels.ts';

test('the page of a request says which of its headers are compared by default', () => {
  const panel = String(
    headersPanel(
      {
        recorded: [
          ['Content-Type', 'application/json'],
          ['Date', 'a'],
        ],
        replayed: [
          ['content-type', 'application/json'],
          ['date', 'b'],
          ['location', '/b'],
        ],
      },
      ['Running build', 'New build'],
    ),
  );
  expect(panel).toContain('Running build → new build');
  expect(panel.replaceAll(/<[^>]*>/g, '')).toContain(
    'By default, the service compares these of them: content-type, location.',
  );
  expect(
    String(headersPanel({ recorded: [['date', 'a']], replayed: [['date', 'b']] }, ['Recorded', 'Replayed'])),
  ).not.toContain('By default');
});
