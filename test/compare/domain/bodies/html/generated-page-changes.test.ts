import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../support/seeded-random.ts';
import { TEST_SEED } from '../../../../support/test-random.ts';
import { compareTwo, rulesOf } from '../../compare-two.ts';

/** 10,000 in `npm run proof`. */
const PAGES = process.env.PROOF === 'full' ? 10_000 : 900;

interface Row {
  name: string;
  price: number;
  link: string;
}

interface Page {
  heading: string;
  text: string;
  rows: Row[];
  options: string[];
  button: string;
  note: string | null;
}

/** What differs in every response of the same build. */
interface Noise {
  token: string;
  /** Of each row, and of the footer. */
  time: (row: number) => string;
}

const NOISE = [
  "html['div#main'].table.tr[*].td_3",
  'html.body.footer',
  "html['form#search'].csrf_token",
  "html.head['csrf-token']",
];

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // the list has elements

const WORDS = 'rye wheat spelt oat milk butter cheese apple pear plum tea coffee salt honey'.split(' ');

function drawnPage(random: Random): Page {
  const names = WORDS.filter(() => random() < 0.7);
  return {
    heading: `All about ${pick(random, WORDS)}`,
    text: `Made of ${pick(random, WORDS)} and <b>${pick(random, WORDS)}</b> with care`,
    rows: [...names, 'last'].map((name) => ({
      name,
      price: 1 + Math.floor(random() * 900) / 100,
      link: `/goods/${name}`,
    })),
    options: WORDS.slice(0, 3),
    button: 'Search',
    note: random() < 0.5 ? 'Closed on Sunday' : null,
  };
}

const drawnNoise = (random: Random, minute: number): Noise => ({
  token: Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join(''),
  time: (row) => `2026/11/24 13:${String((minute + row) % 60).padStart(2, '0')}`,
});

const rendered = (
  { heading, text, rows, options, button, note }: Page,
  { token, time }: Noise,
): string => `<!doctype html>
<html><head><title>Goods</title><meta name="csrf-token" content="${token}"></head><body>
<form id="search" action="/search"><input type="hidden" name="csrf_token" value="${token}"><select name="kind">${options
  .map((option) => `<option value="${option}">${option}</option>`)
  .join('')}</select><button class="go">${button}</button></form>
<div id="main"><h1>${heading}</h1><p>${text}</p>
<table>${rows.map(({ name, price, link }, row) => `<tr><td><a href="${link}">${name}</a></td><td>${price.toFixed(2)}</td><td>${time(row)}</td></tr>`).join('\n')}</table>
${note === null ? '' : `<aside>${note}</aside>`}</div><footer>Made at ${time(0)}</footer></body></html>`;

/** A change of each kind, and the subject that has it. */
const CHANGES: Readonly<Record<string, { change(page: Page, random: Random): void; expected: string[] }>> = {
  'a price of a row in which the time changed': {
    change({ rows }, random) {
      pick(random, rows).price += 1;
    },
    expected: ["FIELD_VALUE html['div#main'].table.tr[*].td_2"],
  },
  'a link of a row': {
    change({ rows }, random) {
      pick(random, rows).link = '/elsewhere';
    },
    expected: ["FIELD_VALUE html['div#main'].table.tr[*].td.a['@href']"],
  },
  'a removed row': {
    change({ rows }, random) {
      rows.splice(Math.floor(random() * rows.length), 1);
    },
    expected: ["ARRAY_LENGTH html['div#main'].table.tr"],
  },
  'an inserted row': {
    change({ rows }, random) {
      rows.splice(Math.floor(random() * (rows.length + 1)), 0, { name: 'new', price: 5, link: '/goods/new' });
    },
    expected: ["ARRAY_LENGTH html['div#main'].table.tr"],
  },
  'a heading': {
    change(page) {
      page.heading += ' and more';
    },
    expected: ["FIELD_VALUE html['div#main'].h1"],
  },
  'a word of a text': {
    change(page) {
      page.text = page.text.replace('Made of', 'Made from');
    },
    expected: ["FIELD_VALUE html['div#main'].p.text"],
  },
  'the order of choices': {
    change({ options }) {
      options.reverse();
    },
    expected: ["ARRAY_ORDER html['form#search'].kind.option"],
  },
  'the text of a button': {
    change(page) {
      page.button = 'Find';
    },
    expected: ["FIELD_VALUE html['form#search'].button"],
  },
  'a note that came or went': {
    change(page) {
      page.note = page.note === null ? 'Closed on Monday' : null;
    },
    expected: ["FIELD_MISSING html['div#main'].aside", "NEW_FIELD html['div#main'].aside"],
  },
};

describe('the comparison of pages whose tokens and times differ', () => {
  test(`reports each of ${PAGES} generated changes apart from the noise`, () => {
    const changes = Object.entries(CHANGES);
    const wrong: string[] = [];
    for (let at = 0; at < PAGES; at++) {
      const [name = '', { change, expected } = { change: () => undefined, expected: [] }] =
        changes[at % changes.length] ?? [];
      const seed = TEST_SEED + at;
      const random = seededRandom(seed);
      const page = drawnPage(random);
      const recorded = rendered(page, drawnNoise(random, 1));
      const same = rendered(page, drawnNoise(random, 31));
      change(page, random);
      const other = rendered(page, drawnNoise(random, 31));
      const subjects = (body: string) =>
        compareTwo(recorded, body, rulesOf(), 'text/html').differences.map(({ kind, subject }) => ({ kind, subject }));
      const noise = subjects(same).filter(({ subject }) => !NOISE.includes(subject));
      const found = subjects(other).filter(({ subject }) => !NOISE.includes(subject));
      const [own] = found;
      const isAlone = found.length === 1 && own !== undefined && expected.includes(`${own.kind} ${own.subject}`);
      if (noise.length > 0 || !isAlone) wrong.push(`${name} (${seed}): ${JSON.stringify([...noise, ...found])}`);
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  }, 120_000);
});
