import { describe, expect, test } from 'vitest';
import { document } from '../../openapi/all-endpoints.ts';
import { bannedIn } from './banned-words.ts';
import { markdownSentences, wordCount } from './prose.ts';
import { answersIn, phrasesIn } from './text-words.ts';

const MAX_WORDS = 30;

/** Members that hold values of the service, not texts about it. */
const VALUES = new Set(['example', 'value', 'default']);

/** Every summary and description below a part of the document, with its place; the same text counts once. */
function textsOf(part: unknown, location: string, found = new Map<string, string>()): Map<string, string> {
  if (typeof part !== 'object' || part === null) return found;
  for (const [name, member] of Object.entries(part)) {
    const here = `${location}/${name}`;
    if (VALUES.has(name)) continue;
    if ((name === 'summary' || name === 'description') && typeof member === 'string') {
      if (!found.has(member)) found.set(member, here);
    } else textsOf(member, here, found);
  }
  return found;
}

const { paths, ...rest } = document;
const PARTS = [...Object.entries(paths), ['the rest of the document', rest] as const];

describe('the texts of the OpenAPI document', () => {
  test.for(PARTS)('are plain English: %s', ([location, part]) => {
    const faults = [...textsOf(part, location)].flatMap(([text, at]) => [
      ...[...bannedIn(text), ...phrasesIn(text), ...answersIn(text)].map((fault) => `${at}: ${fault}`),
      ...markdownSentences(text)
        .filter((sentence) => wordCount(sentence.text) > MAX_WORDS)
        .map((sentence) => `${at}: ${wordCount(sentence.text)} words: ${sentence.text}`),
    ]);
    expect(faults).toEqual([]);
  });

  test('include summaries and descriptions of every kind, and no values', () => {
    const texts = [...textsOf(document, '').keys()];
    for (const text of ['List API keys', 'Tokens for users.', 'Id of a rule.', 'Success.', 'there is no such key'])
      expect(texts).toContain(text);
    expect(textsOf({ example: { description: 'it is told' }, description: 'x' }, '')).toEqual(
      new Map([['x', '/description']]),
    );
  });
});
