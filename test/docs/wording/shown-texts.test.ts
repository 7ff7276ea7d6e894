import { describe, expect, test } from 'vitest';
import { bannedIn } from './banned-words.ts';
import { sentencesOf, wordCount } from './prose.ts';
import { SHOWN_EXCEPTIONS, UNREAD_FILES } from './shown-exceptions.ts';
import { readableParts, type ShownText, shownTexts, textsIn } from './shown-texts.ts';
import { answersIn, apiWordsIn, phrasesIn } from './text-words.ts';

const MAX_WORDS = 30;

const FOLDERS = ['agent', 'bin', 'cli', 'demo/run', 'functions', 'lib', 'proxies', 'worker'];

/** Pages and the tables of texts that pages show: there the words of the console replace those of the API. */
const CONSOLE =
  /\/pages\/|\/pages-shell\/|^functions\/.*-(?:labels|texts?|sentence|sides)\.ts$|\/run-title\.ts$|^functions\/console\/domain\//;

const TEXTS = shownTexts(FOLDERS, (file) => !UNREAD_FILES.some(([unread]) => unread.test(file)));

/** What is wrong with a text. */
const faultsOf = ({ file, text }: ShownText): string[] => [
  ...bannedIn(text),
  ...phrasesIn(text),
  ...answersIn(text),
  ...(CONSOLE.test(file) ? apiWordsIn(text) : []),
  ...sentencesOf(text)
    .filter((sentence) => wordCount(sentence) > MAX_WORDS)
    .map((sentence) => `${wordCount(sentence)} words: ${sentence.slice(0, 60)}`),
];

const isExcepted = (shown: ShownText) =>
  SHOWN_EXCEPTIONS.some(({ file, text }) => file === shown.file && shown.text.includes(text));

const capabilities = [
  ...new Set(
    TEXTS.map(({ file }) =>
      file
        .split('/')
        .slice(0, file.startsWith('functions/') ? 2 : 1)
        .join('/'),
    ),
  ),
];

test.each(capabilities)('the texts of %s are plain English in the words of the service', (folder) => {
  const faults = TEXTS.filter((shown) => shown.file.startsWith(`${folder}/`) && !isExcepted(shown)).flatMap((shown) =>
    faultsOf(shown).map((fault) => `${shown.file}:${shown.line} ${fault}`),
  );
  expect(faults).toEqual([]);
});

test('every exception is still needed, and has a reason', () => {
  for (const exception of SHOWN_EXCEPTIONS) {
    expect(exception.reason.length, exception.text).toBeGreaterThan(10);
    const excepted = TEXTS.filter(({ file, text }) => file === exception.file && text.includes(exception.text));
    expect(excepted.flatMap(faultsOf), `${exception.file}: ${exception.text}`).not.toEqual([]);
  }
});

test('every unread file exists', () => {
  const all = shownTexts(FOLDERS, (file) => UNREAD_FILES.some(([unread]) => unread.test(file)));
  for (const [unread] of UNREAD_FILES)
    expect(
      all.some(({ file }) => unread.test(file)),
      String(unread),
    ).toBe(true);
});

describe('the search for texts', () => {
  const read = (source: string) => textsIn('x.ts', source).map(({ text }) => text);

  test.each([
    ["refuse('CODE', 'the plan ' + 'is gone: ' + id)", ['the plan is gone: {}']],
    [`refuse('CODE', \`the plan \${id} is gone\`)`, ['the plan {} is gone']],
    ["const LABELS = { maxQps: 'Most requests a second' }", ['Most requests a second']],
    ['html`<h1 class="a b">Two words</h1><p>A <b>bold</b> text</p>`', ['Two words', 'A bold text']],
    ['html`<button aria-label="Close the panel">x</button>`', ['Close the panel']],
    [`html\`<p>\${wrong ? 'not saved yet' : 'all saved now'}</p>\``, ['not saved yet', 'all saved now']],
    ["counted(n, 'case')", ['{} case']],
    ["throw new CliFailure('it was told')", ['it was told']],
    ['table({ name: "Plan" })', ['Plan']],
    [
      "import x from './some file.ts'; type A = 'told twice'; // it was told\n/** told twice */ interface B { c: 'd e' }",
      [],
    ],
    ["v.pipe(Text, v.description('of the API document'))", []],
    ["form.get('operation') === 'case'", []],
    ['html`<pre>told twice</pre><input value="told twice"><code>told twice</code>`', []],
  ])('reads %s', (source, texts) => {
    expect(read(source)).toEqual(texts);
  });

  test('names file and line', () => {
    expect(textsIn('x.ts', "\n\nconst a = 'two words';")).toEqual([{ file: 'x.ts', line: 3, text: 'two words' }]);
  });

  test('splits text without tags into paragraphs', () => {
    expect(readableParts('First part\nof two lines.\n\nSecond part')).toEqual([
      'First part of two lines.',
      'Second part',
    ]);
  });

  test('reaches pages, messages, mails, commands, alarms and scripts', () => {
    for (const text of [
      'Ready to release: no findings',
      'appId is missing',
      'Your code for the Replay Regression Service',
      'the run has not ended in time: it is {}, {}',
      'A sweeper failed three times in a row.',
    ])
      expect(TEXTS.map((shown) => shown.text)).toContain(text);
    expect(TEXTS.some(({ file }) => file.endsWith('assets/console.js'))).toBe(true);
  });
});

describe('the check of words', () => {
  test.each([
    ['Most requests a second', ['"Most requests a "', '"requests a second"']],
    ['Patience with an answer, ms', ['"Patience"']],
    ['At one time', ['"At one time"']],
    ['mocks has an unusable value', ['"unusable"']],
    ['It goes on by itself', ['"goes on"', '"by itself"']],
    ['There is none yet.', ['"There is none"', '"is none"']],
    ['there is no such run', []],
    ['the run is no longer there', []],
  ])('finds the phrases to avoid in %s', (text, found) => {
    expect(phrasesIn(text).map((fault) => fault.slice(0, fault.indexOf(' (write')))).toEqual(found);
  });

  test.each([
    ['Most cases of the plan', ['"cases"', '"plan"']],
    ['an operation without a findings entry', ['"operation"', '"findings entry"']],
    ['in 3 replays in a row', ['"replays in a row"']],
    ['Ignore case', []],
    ['Upper and lower case are equal', []],
    ['Replay Regression', []],
  ])('finds the words of the API in %s', (text, found) => {
    expect(apiWordsIn(text).map((fault) => fault.slice(0, fault.indexOf(' (write')))).toEqual(found);
  });
});
