import { describe, expect, test } from 'vitest';
import { maskedResult } from '../../../functions/findings/domain/masked-result.ts';

const from = { planItemId: 'p-0', place: 'POST /login set-cookie sid' };
const mapping = (path: string, recorded: string, replayed: string, place = from.place) => ({
  path,
  recorded,
  replayed,
  thing: null,
  from: { ...from, place },
});
const request = { method: 'GET', path: '/me', headers: [], body: null, bodyEncoding: 'utf8' as const };

describe('mapped values of a result for readers who may not see credentials', () => {
  test('are masked if their place or the place that issued them names a credential', () => {
    const { mapped, sent } = maskedResult({
      request,
      recorded: null,
      replayed: null,
      differences: [],
      sent: { ...request, headers: [['authorization', 'Bearer abc']] as [string, string][] },
      mapped: [
        mapping('@request.header.authorization', 'abc', 'def', 'POST /login $.value'),
        mapping('@request.body.value', 'ghi', 'jkl'),
        mapping('id', '17', '42', 'POST /tasks $.id'),
      ],
    });
    const shown = mapped?.map(({ recorded, replayed }) => `${recorded} ${replayed}`.replaceAll(/\d/g, '')) ?? [];
    expect(shown.slice(0, 2)).toEqual(['*** ***', '*** ***']);
    expect(mapped?.[2]).toMatchObject({ recorded: '17', replayed: '42' });
    expect(JSON.stringify(sent)).not.toContain('abc');
  });
});
