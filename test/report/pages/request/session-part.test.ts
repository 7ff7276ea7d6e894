import { describe, expect, test } from 'vitest';
import { positionInSession, sessionPart } from '../../../../functions/report/pages/request/session-part.ts';

const PLAN = '0123456789abcdef01234567';

const session = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    item: 10 + at,
    caseId: `c${at}`,
    operation: `/step/${at}`,
    method: 'GET',
    session: 's',
    traceId: '',
    recordedAt: at,
  }));

describe('the session of a request', () => {
  test.each([
    [9, 13, '4th of 9'],
    [2, 10, '1st of 2'],
    [30, 31, '22nd of 30'],
    [12, 21, '12th of 12'],
    [1, 10, null],
    [3, 99, null],
  ])('has the place of %i requests, item %i', (count, item, position) => {
    expect(positionInSession(session(count), item)).toBe(position);
  });

  test('links the others in their order, and only those around it', () => {
    const shown = String(sessionPart(PLAN, session(40), 30));
    const links = [...shown.matchAll(/cases\/(\d+)"/g)].map(([, item]) => Number(item));
    expect(links).toEqual([23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 37]);
    expect(shown).toContain('<ol class="stack" start="14">');
    expect(shown).toContain('13 earlier requests');
    expect(shown).toContain('12 later requests');
    expect(sessionPart(PLAN, session(1), 10)).toBeNull();
  });
});
