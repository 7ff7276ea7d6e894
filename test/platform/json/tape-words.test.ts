import { describe, expect, test } from 'vitest';
import { keptWords, NEW_WORDS } from '../../../functions/platform/json/tape-words.ts';

/** 16 MiB. */
const MOST = 4_194_304;

describe('words of tapes', () => {
  test('are used again if they are long enough', () => {
    const words = keptWords();
    const first = words.take(100);
    words.give(first);
    expect(words.take(50)).toBe(first);
  });

  test('are dropped if they are too short, and longer ones are made', () => {
    const words = keptWords();
    words.give(words.take(10));
    expect(words.take(11)).toHaveLength(11);
    expect(words.take(10)).toHaveLength(10);
  });

  test('are kept up to 16 MiB in all', () => {
    const words = keptWords();
    const [all, another] = [words.take(MOST), words.take(1)];
    words.give(all);
    words.give(another);
    expect(words.take(1)).toBe(all);
    expect(words.take(1)).not.toBe(another);
  });

  test('are never those of another owner', () => {
    const given = new Int32Array(100);
    keptWords().give(given);
    NEW_WORDS.give(given);
    expect([keptWords().take(100), NEW_WORDS.take(100)].includes(given)).toBe(false);
  });
});
