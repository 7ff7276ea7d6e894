import { expect, test } from 'vitest';
import { mappedSection } from '../../../../functions/report/pages/request/mapped-section.ts';

const one = {
  path: 'id',
  recorded: '17',
  replayed: '42',
  thing: 'task',
  from: { planItemId: 'p1:0', place: 'POST /tasks $.id' },
};

test('mappedSection names what issued a mapped value, with a link to that request', async () => {
  const text = String(await mappedSection('p1', [one]));
  expect(text.replaceAll(/<[^>]+>/g, '')).toContain('id 17 → 42, from POST /tasks $.id');
  expect(text).toMatch(/<a href="[^"]*\b0">/);
});

test('mappedSection lists the same mapping of a request once', async () => {
  const text = String(await mappedSection('p1', [one, { ...one }]));
  expect(text).toContain('1, no differences');
  expect(text.match(/<li>/g)).toHaveLength(1);
});

test('mappedSection returns null without mapped values', () => {
  expect(mappedSection('p1', [])).toBeNull();
});
