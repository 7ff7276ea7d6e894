import { expect, test } from 'vitest';
import { replayedSession } from './replayed-session.ts';

const HOST: [string, string][] = [['host', 'shop.test']];

/** The differences of one GET whose response has this header. */
function shownOf(name: string, recorded: string, replayed: string): string[] {
  const [first] = replayedSession([
    {
      send: 'GET /a',
      headers: HOST,
      recorded: { headers: [[name, recorded]] },
      replayed: { headers: [[name, replayed]] },
    },
  ]);
  return first?.shown ?? ['nothing was sent'];
}

test.for([
  ['location', 'https://shop.test/b', 'http://staging.test:3000/b'],
  ['link', '<https://shop.test/b?page=2>; rel="next"', '<http://staging.test:3000/b?page=2>; rel="next"'],
  [
    'location',
    'https://id.test/login?state=k3J9xQ2mZ8vT&back=https%3A%2F%2Fshop.test%2Fcb',
    'https://id.test/login?state=p7R4wN1cY6bL&back=http%3A%2F%2Fstaging.test%3A3000%2Fcb',
  ],
] as const)('the address of the target replaces the recorded one in %s: %s', ([name, recorded, replayed]) => {
  expect(shownOf(name, recorded, replayed)).toEqual([]);
});

test.for([
  ['location', 'https://shop.test/b', 'http://staging.test:3000/c'],
  ['location', 'https://shop.test/b', 'https://evil.test/b'],
  ['location', 'https://id.test/login', 'http://id.test/login'],
  ['link', '<https://shop.test/b?page=2>; rel="next"', '<http://staging.test:3000/b?page=3>; rel="next"'],
] as const)('another URL in %s is a difference: %s', ([name, recorded, replayed]) => {
  expect(shownOf(name, recorded, replayed)).toHaveLength(1);
});

test('ids that the target issued make Location and Link equal', () => {
  const link = (id: number) => ['link', `</tasks/${id}>; rel="self", </tasks/${id}/notes>; rel="notes"`] as const;
  const results = replayedSession([
    {
      send: 'POST /tasks',
      headers: HOST,
      recorded: { status: 201, json: { id: 17 }, headers: [['location', 'https://shop.test/tasks/17'], [...link(17)]] },
      replayed: {
        status: 201,
        json: { id: 4217 },
        headers: [['location', 'http://staging.test:3000/tasks/4217'], [...link(4217)]],
      },
    },
    {
      send: 'GET /tasks/17',
      headers: HOST,
      recorded: { json: { id: 17 }, headers: [[...link(17)]] },
      replayed: { json: { id: 4217 }, headers: [[...link(4217)]] },
    },
  ]);
  expect(results.map(({ shown }) => shown)).toEqual([[], []]);
});

test('the id of a created resource is learned from Location without a body', () => {
  const [first] = replayedSession([
    {
      send: 'POST /tasks',
      headers: HOST,
      recorded: { status: 201, headers: [['location', '/tasks/17']] },
      replayed: { status: 201, headers: [['location', '/tasks/4217']] },
    },
  ]);
  expect(first?.shown).toEqual([]);
});
