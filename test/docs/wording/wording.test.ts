import { readdirSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { bannedIn } from './banned-words.ts';
import { commandHelp } from './command-help.ts';
import { documentPhrasesIn } from './document-phrases.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { markdownSentences, wordCount } from './prose.ts';
import { answersIn } from './text-words.ts';

const MAX_WORDS = 30;

const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('.vitepress'))
    .map((file) => `docs/${file}`),
];

/** What is wrong with the words of a text. */
const faultsOf = (text: string): string[] => [...bannedIn(text), ...answersIn(text)];

const excepted = (file: string, text: string) =>
  EXCEPTIONS.some((exception) => exception.file === file && text.includes(exception.text));

describe.each(documents)('%s', (file) => {
  const text = readFileSync(file, 'utf8');

  test('has no sentence of more than 30 words', () => {
    const long = markdownSentences(text).filter((sentence) => wordCount(sentence.text) > MAX_WORDS);
    expect(long.map((sentence) => `${file}:${sentence.line} ${sentence.text}`)).toEqual([]);
  });

  test('has no banned word', () => {
    const lines = text.replace(/^(```+)[\s\S]*?^\1$/gm, (all) => all.replace(/[^\n]/g, '')).split('\n');
    const found = lines.flatMap((line, index) =>
      excepted(file, line) ? [] : faultsOf(line).map((word) => `${file}:${index + 1} ${word}`),
    );
    expect(found).toEqual([]);
  });
});

/** Decisions and figures of the past stay as they were written. */
const CURRENT = documents.filter((file) => !/^CHANGELOG|^CONTRIBUTING|\/decisions\/|figures-history/.test(file));

test.each(CURRENT)('%s has no phrase that documents avoid', (file) => {
  const lines = readFileSync(file, 'utf8')
    .replace(/^(```+)[\s\S]*?^\1$/gm, (all) => all.replace(/[^\n]/g, ''))
    .split('\n');
  const found = lines.flatMap((line, index) =>
    documentPhrasesIn(line).map((phrase) => `${file}:${index + 1} ${phrase}`),
  );
  expect(found).toEqual([]);
});

describe('the help of the command line', () => {
  test.each(commandHelp())('has neither banned words nor long sentences: %s', (_command, texts) => {
    expect(texts.flatMap(faultsOf)).toEqual([]);
    expect(texts.filter((text) => wordCount(text) > MAX_WORDS)).toEqual([]);
  });

  test('has a description of every command and option', () => {
    expect(commandHelp().filter(([, texts]) => texts.some((text) => text.trim() === ''))).toEqual([]);
  });
});

test('every exception is still needed, and has a reason', () => {
  for (const { file, text, reason } of EXCEPTIONS) {
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(reason.length, text).toBeGreaterThan(10);
    expect(
      lines.some((line) => line.includes(text) && faultsOf(line).length > 0),
      `${file}: ${text}`,
    ).toBe(true);
  }
});

describe('the check itself', () => {
  test('counts words of prose, without code, tables, pictures, comments and addresses', () => {
    const words = Array.from({ length: 31 }, (_, index) => `w${index}`).join(' ');
    const count = (text: string) => markdownSentences(text).map((sentence) => wordCount(sentence.text));
    expect(count(`${words}.`)).toEqual([31]);
    expect(count(`\`\`\`\n${words}\n\`\`\``)).toEqual([]);
    expect(count(`| ${words} |`)).toEqual([]);
    expect(count(`<!-- ${words} -->`)).toEqual([]);
    expect(count(`One \`${words}\` two ([a](b.md), [c](d.md)).`)).toEqual([3]);
    expect(count('See [two words](https://example.com/a b). Next one.')).toEqual([3, 2]);
    expect(count('- first item\n- second item here\n\nA paragraph\nof two lines.')).toEqual([2, 3, 5]);
  });

  test.each([
    ['It is told.', ['"told" (write: by default, state, notify)']],
    ['A robot mends it', ['"mends" (write: fix, recover)', '"robot" (write: channel, bot)']],
    ['`told` and [x](told.md)', []],
    ['The history of this', []],
    ['Mark a request as passed', ['"Mark a request as passed" (write: mark as expected)']],
  ])('finds banned words in %s', (text, found) => {
    expect(bannedIn(text)).toEqual(found);
  });

  test.each([
    ['Every answer has an id', ['"Every answer" (write: response)']],
    ['A recorded call answers it, which the target then answers as well', []],
    ['Answers of `the answer`', ['"Answers of" (write: responses of)']],
  ])('finds the noun answer in %s', (text, found) => {
    expect(answersIn(text)).toEqual(found);
  });

  test.each([
    ['It is sent at once, and goes on by itself', 3],
    ['There is no such run; a date is no time', 1],
    ['A list of another length ([x](by-itself.md))', 1],
    ['`at once` is a word', 0],
  ])('finds the phrases that documents avoid in %s', (line, count) => {
    expect(documentPhrasesIn(line)).toHaveLength(count);
  });

  test('reads the help of nested commands', () => {
    const program = new Command('top').description('first');
    program.command('sub').description('second').option('-x, --ex <n>', 'third').argument('<a>', 'fourth');
    expect(commandHelp(program).map(([name, texts]) => [name, ...texts])).toEqual([
      ['top', 'first'],
      ['top sub', 'second', 'third', 'fourth'],
    ]);
  });
});
