import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bannedInSource, mayHaveBanned } from './banned-words.ts';
import { sourceTexts, sourceTextsIn } from './source-texts.ts';

/** Files that name such words because they are about them. */
const ABOUT_WORDS = /^test\/docs\/wording\//;

const locationOf = (file: string, at: number) =>
  `${file}:${readFileSync(file, 'utf8').slice(0, at).split('\n').length}`;

test('comments and titles of tests have no banned word', () => {
  const faults = sourceTexts(mayHaveBanned)
    .filter(({ file }) => !ABOUT_WORDS.test(file))
    .flatMap(({ file, at, text }) => bannedInSource(text).map((fault) => `${locationOf(file, at)} ${fault}`));
  expect(faults).toEqual([]);
});

describe('the search for comments and titles', () => {
  const read = (source: string) => sourceTextsIn('test/x.test.ts', source).map(({ text }) => text);

  test.each([
    ['/** One.\n * Two. */ const a = 1; // three', ['One. Two.', 'three']],
    ["test('a title', () => {})", ['a title']],
    ["describe.each([['no title']])('%s is a title', () => {})", ['%s is a title']],
    [`test.for(['x'] as const)(\`a title of \${1 + 1}\`, () => {})`, ['a title of {}']],
    ["expect('no title').toBe(f('no title'))", []],
  ])('reads %s', (source, texts) => {
    expect(read(source)).toEqual(texts);
  });

  test.each([
    ['It is no list.', ['"is no l" (write: is not a …)']],
    ['Null if it is none.', ['"is none" (write: is not a …)']],
    ['There is none, and it is no longer needed.', []],
    [
      'Nothing but whoever is told.',
      [
        '"told" (write: by default, state, notify)',
        '"whoever" (write: the caller, the user, users who)',
        '"Nothing but" (write: only)',
      ],
    ],
  ])('finds the faults of %s', (text, faults) => {
    expect(bannedInSource(text)).toEqual(faults);
  });
});
