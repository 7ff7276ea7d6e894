import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bannedInSource } from './banned-words.ts';
import { sourceTexts, sourceTextsIn } from './source-texts.ts';

/** Phrases that comments and titles of tests avoid besides the banned words, each with what to write instead. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)[a-z]/i, 'is not a …'],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/i, 'is not a …'],
  [/\bnothing but\b/i, 'only'],
  [/\bgo(?:es|ing)? on\b(?! nowhere)/i, 'continue'],
  [/\bat one time\b/i, 'at the same time'],
  [/(?<!\bthe )\bmeanwhile\b/i, 'in the meantime'],
  [/\bcomes? twice\b/i, 'is repeated'],
];

/** Files that name such words because they are about them. */
const ABOUT_WORDS = /^test\/docs\/wording\//;

const faultsOf = (text: string): string[] => [
  ...bannedInSource(text),
  ...PHRASES.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text.replace(/`[^`]*`/g, ''))?.[0];
    return found === undefined ? [] : [`"${found}" (write: ${instead})`];
  }),
];

const placeOf = (file: string, at: number) => `${file}:${readFileSync(file, 'utf8').slice(0, at).split('\n').length}`;

test('comments and titles of tests have no banned word', () => {
  const faults = sourceTexts()
    .filter(({ file }) => !ABOUT_WORDS.test(file))
    .flatMap(({ file, at, text }) => faultsOf(text).map((fault) => `${placeOf(file, at)} ${fault}`));
  expect(faults).toEqual([]);
});

describe('the walk', () => {
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
    expect(faultsOf(text)).toEqual(faults);
  });
});
