import { describe, expect, test } from 'vitest';
import { importCases } from '../../../../functions/recordings/domain/importers/import-cases.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const entry = (startedDateTime: string | null, path: string, status = 200) => ({
  startedDateTime,
  request: { method: 'GET', url: `http://shop.test${path}` },
  response: { status, content: { text: 'ok' } },
});
const FILE = new TextEncoder().encode(
  JSON.stringify({
    log: {
      entries: [
        entry('2026-01-01T10:00:00Z', '/new'),
        entry('2026-01-01T09:00:00Z', '/old'),
        entry('2027-01-01T09:00:00Z', '/unanswered', 0),
        entry(null, '/timeless'),
        entry('2026-01-01T09:00:00Z', '/old'),
      ],
    },
  }),
);
const imported = (change: object = {}) => {
  const cases = importCases(FILE, {
    format: 'har',
    appId: 'shop',
    now: NOW,
    recordedAt: 'shifted',
    ...change,
  });
  if (!cases.ok) throw new Error(cases.message);
  return cases.value.cases;
};
const fieldOf = (name: string, cases: ReturnType<typeof imported>) =>
  cases.map((one) => ('input' in one ? one.input[name] : one.reason));

describe('the import of a file (interface 10)', () => {
  test('shifts times so that the newest exchange is now', () => {
    expect(fieldOf('recordedAt', imported())).toEqual([
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T11:00:00.000Z',
      'the request was never answered (status 0)',
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T11:00:00.000Z',
    ]);
  });

  test('keeps times with recordedAt=original', () => {
    expect(fieldOf('recordedAt', imported({ recordedAt: 'original' })).slice(0, 2)).toEqual([
      '2026-01-01T10:00:00.000Z',
      '2026-01-01T09:00:00.000Z',
    ]);
  });

  test('makes the same ids at any time, and others for each position and application', () => {
    const ids = fieldOf('caseId', imported());
    expect(fieldOf('caseId', imported({ now: NOW + 1, recordedAt: 'original' }))).toEqual(ids);
    expect(new Set(ids).size).toBe(5);
    expect(fieldOf('caseId', imported({ appId: 'other' }))[0]).not.toBe(ids[0]);
  });

  test.for(['insomnia', '', 'toString', 'HAR'])('refuses the unknown format %s', (format) => {
    expect(importCases(FILE, { format, appId: 'a', now: NOW, recordedAt: 'shifted' })).toMatchObject({
      ok: false,
      code: 'UNKNOWN_FORMAT',
    });
  });
});
