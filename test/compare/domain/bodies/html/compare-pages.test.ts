import { describe, expect, test } from 'vitest';
import { compareTwo, differencesIn, rulesOf } from '../../compare-two.ts';
import { ISSUE_LIST, WIKI_PAGE } from './pages.ts';

const HTML = 'text/html; charset=utf-8';

const compared = (recorded: string, replayed: string, ...rules: Parameters<typeof rulesOf>) =>
  compareTwo(recorded, replayed, rulesOf(...rules), HTML).differences;
const found = (recorded: string, replayed: string, ...rules: Parameters<typeof rulesOf>) =>
  differencesIn({ differences: compared(recorded, replayed, ...rules), truncated: false });

/** A page with one part replaced, which it has. */
function changed(page: string, ...parts: readonly (readonly [part: string | RegExp, by: string])[]): string {
  return parts.reduce((before, [part, by]) => {
    const after = before.replace(part, by);
    if (after === before) throw new Error(`the page has no ${part}`);
    return after;
  }, page);
}

const CONTENT = "html['main#content']['div.page']";
const FORM = "html['form#query_form']";
const ROWS = "html['div#content'].table.tbody.tr";

describe('the comparison of HTML pages', () => {
  test.for<[what: string, part: string | RegExp, by: string, expected: string[]]>([
    ['a heading with an id', '>Bread</h2>', '>Cake</h2>', ["FIELD_VALUE html['h2#bread']"]],
    ['the title', 'bread [Wiki]', 'milk [Wiki]', ['FIELD_VALUE html.head.title']],
    ['a text beside elements', 'with <a', 'without <a', [`FIELD_VALUE ${CONTENT}.p.text`]],
    ['a price in a table', '2.20', '2.30', [`FIELD_VALUE ${CONTENT}['table.prices'].tr[*].td_2`]],
    ['a value in a row with a label', '750 g', '1 kg', [`FIELD_VALUE ${CONTENT}['table.facts'].Weight.td`]],
    ['a value of a list of terms', 'North', 'South', [`FIELD_VALUE ${CONTENT}.dl.Oven`]],
    ['an attribute', 'id=milk', 'id=oil', [`FIELD_VALUE ${CONTENT}.p.a['@href']`]],
    [
      'an attribute that went',
      ' accesskey="h"',
      '',
      ["FIELD_MISSING html['header#dokuwiki__header'].div.h1.a['@accesskey']"],
    ],
    ['an attribute that came', '<p>Of', '<p hidden>Of', [`NEW_FIELD ${CONTENT}.p['@hidden']`]],
    ['the value of a field', '"search"', '"find"', ["FIELD_VALUE html['form#dw__search'].div.do"]],
    ['a removed row', /<tr><td>Wheat.*\n/, '', [`ARRAY_LENGTH ${CONTENT}['table.prices'].tr`]],
    [
      'an inserted row',
      '<tr><td>Wheat',
      '<tr><td>Oat</td><td>1.90</td><td>2026-11-24 05:50</td></tr>\n<tr><td>Wheat',
      [`ARRAY_LENGTH ${CONTENT}['table.prices'].tr`],
    ],
    [
      'rows in another order',
      /(<tr><td>Rye.*\n)\s*(<tr><td>Wheat.*\n)/,
      '$2$1',
      [`ARRAY_ORDER ${CONTENT}['table.prices'].tr`],
    ],
    ['a removed element of a list', '<li>sliced</li>', '', [`ARRAY_LENGTH ${CONTENT}.ul.li`]],
    ['a removed paragraph', /<p>Of.*<\/p>/, '', [`FIELD_MISSING ${CONTENT}.p`]],
    ['a new paragraph', '<ul>', '<p>New!</p><ul>', [`NEW_FIELD ${CONTENT}.p_new`]],
    ['elements that changed places', /(<ul>.*<\/ul>)\n\s*(<dl>.*<\/dl>)/, '$2$1', [`ARRAY_ORDER ${CONTENT}`]],
    [
      'a text that moved over an element',
      'with <a href="/doku.php?id=milk" class="wikilink1">milk</a> &amp; salt',
      '<a href="/doku.php?id=milk" class="wikilink1">milk</a> with &amp; salt',
      [`FIELD_VALUE ${CONTENT}.p.text`, `FIELD_VALUE ${CONTENT}.p.text_2`],
    ],
    ['JSON in a script', '"price":2.8', '"price":2.9', ['FIELD_VALUE html.head.script_2.offers[*].price']],
    ['a script', '"id":"bread"', '"id":"milk"', ['FIELD_VALUE html.head.script']],
    [
      'another document type',
      '<!DOCTYPE html>',
      '<!DOCTYPE html SYSTEM "about:legacy-compat">',
      ["FIELD_VALUE html['@doctype']"],
    ],
    ['whitespace that is not seen', '<ul><li>fresh</li>', '<ul>\n\t<li> fresh\n</li>', []],
    ['whitespace between words', 'Of rye or', 'Of  rye\n or', []],
    ['whitespace in an attribute', 'class="site dokuwiki', 'class="site  dokuwiki', []],
    [
      'a space between elements in a line',
      '/> <span>',
      '/><span>',
      ["FIELD_MISSING html['header#dokuwiki__header'].div.h1.a.text"],
    ],
    ['the spelling of entities', '&amp; salt', '&#38; salt', []],
    ['the case of tags and the quotes of attributes', '<p>Of', '<P>Of', []],
    ['the order of attributes', 'method="get" id="dw__search"', 'id="dw__search" method="get"', []],
    ['a comment', 'worker 4', 'worker 5', []],
  ])('finds a change at its place: %s', ([, part, by, expected]) => {
    expect(found(WIKI_PAGE, changed(WIKI_PAGE, [part, by]))).toEqual(expected);
  });

  test.for<[what: string, part: string | RegExp, by: string, expected: string[]]>([
    [
      'a token in a form',
      /(name="authenticity_token" value=")\w+/,
      '$1cXV4',
      [`FIELD_VALUE ${FORM}.authenticity_token`],
    ],
    ['a token in a meta element', /(csrf-token" content=")\w+/, '$1cXV4', ["FIELD_VALUE html.head['csrf-token']"]],
    ['a choice', 'value="o" selected>', 'value="o">', [`FIELD_MISSING ${FORM}.status.option[*]['@selected']`]],
    ['a status of one row', 'Closed', 'New', [`FIELD_VALUE ${ROWS}[*].td_2`]],
    [
      'a link in a row',
      'href="/issues/32">Price',
      'href="/issues/3">Price',
      [`FIELD_VALUE ${ROWS}[*].td_3.a['@href']`],
    ],
    ['a removed row without end tags', /<tr id="issue-31"[\s\S]*?(?=<tr id="issue-32")/, '', [`ARRAY_LENGTH ${ROWS}`]],
    ['a tag that is not closed', '<h2>Issues</h2>', '<h2>Issues', []],
  ])('finds a change at its place without end tags: %s', ([, part, by, expected]) => {
    const differences = found(ISSUE_LIST, changed(ISSUE_LIST, [part, by]));
    if (expected.length > 0) expect(differences).toEqual(expected);
    else expect(differences).not.toEqual(['UNSTRUCTURED_CONTENT response']);
  });

  test('reports a time and a price beside it as two differences with their values', () => {
    const other = changed(
      WIKI_PAGE,
      ['13:45 by', '13:46 by'],
      ['2.20', '2.30'],
      [/sectok" value="\w+/, 'sectok" value="ff00'],
    );
    expect(compared(WIKI_PAGE, other).map(({ subject, recorded, replayed }) => [subject, recorded, replayed])).toEqual([
      ["html['form#dw__search'].div.sectok", '"41c9a3f07b2d"', '"ff00"'],
      [`${CONTENT}['table.prices'].tr[*].td_2`, '"2.20"', '"2.30"'],
      [
        "html['main#content']['div.docInfo'].text",
        '" · Last modified: 2026/11/24 13:45 by "',
        '" · Last modified: 2026/11/24 13:46 by "',
      ],
    ]);
  });

  test('pairs rows whose times have all changed, and finds a lost row and a new price', () => {
    const later = WIKI_PAGE.replaceAll(/05:(\d\d)/g, '06:$1');
    const other = changed(later, [/<tr><td>Rye.*\n/, ''], ['3.40', '3.50']);
    expect(found(WIKI_PAGE, other)).toEqual([
      `FIELD_VALUE ${CONTENT}['table.prices'].tr[*].td_3`,
      `FIELD_VALUE ${CONTENT}['table.prices'].tr[*].td_2`,
      `ARRAY_LENGTH ${CONTENT}['table.prices'].tr`,
    ]);
  });

  test('names the recorded position of an element of a list', () => {
    const [difference] = compared(WIKI_PAGE, changed(WIKI_PAGE, ['3.40', '3.50']));
    expect(difference?.path).toBe(`${CONTENT}['table.prices'].tr[3].td_2`);
  });
});

describe('the comparison of secrets in pages', () => {
  test.for<[what: string, recorded: string, replayed: string, expected: string[]]>([
    [
      'a new field of that name',
      '<form></form>',
      '<form><input name=password value=x></form>',
      ['NEW_FIELD html.form.password', 'SENSITIVE_FIELD html.form.password'],
    ],
    [
      'a new field without a value',
      '<form></form>',
      '<form><input name=password></form>',
      ['NEW_FIELD html.form.password'],
    ],
    [
      'a field that the page has elsewhere',
      '<form id=a><input name=token value=1></form>',
      '<form id=a><input name=token value=1></form><form id=b><input name=token value=1></form>',
      ["NEW_FIELD html['form#b']"],
    ],
    [
      'a new text that looks like one',
      '<p>a</p>',
      '<p>a</p><p>4111 1111 1111 1111</p>',
      ['NEW_FIELD html.p_new', 'SENSITIVE_FIELD html.p_new'],
    ],
    [
      'a new attribute',
      '<p>a</p>',
      '<p data-key="AKIAABCDEFGHIJKLMNOP">a</p>',
      ["SENSITIVE_FIELD html.p['@data-key']"],
    ],
  ])('gives the right differences for %s', ([, recorded, replayed, expected]) => {
    expect(found(recorded, replayed)).toEqual(expected);
  });
});

describe('the rules for pages', () => {
  const other = changed(WIKI_PAGE, ['2.20', '2.30'], ['13:45 by', '13:46 by']);
  const price = `${CONTENT}['table.prices'].tr[*].td_2`;
  const time = "html['main#content']['div.docInfo'].text";

  test.for<[path: string, ignored: string[]]>([
    [`$.${price}`, [price]],
    ["$.html['main#content']['div.docInfo']", [time]],
    ['$..td_2', [price]],
    ["$.html['main#content']", [price, time]],
    ['$.html', [price, time]],
    ['$', [price, time]],
    ['$.items', []],
  ])('ignore what the path selects: %s', ([path, ignored]) => {
    const differences = compared(WIKI_PAGE, other, path);
    expect(differences.map(({ subject }) => subject).sort()).toEqual([price, time].sort());
    expect(differences.flatMap(({ rule, subject }) => (rule === null ? [] : [subject]))).toEqual(ignored);
  });

  test('ignore another order, and another case of texts', () => {
    const ofOrder = { kind: 'ignore-order', path: `$.${CONTENT}.ul.li` } as const;
    const reordered = changed(WIKI_PAGE, ['<li>fresh</li><li>sliced</li>', '<li>sliced</li><li>fresh</li>']);
    expect(found(WIKI_PAGE, reordered, ofOrder)).toEqual([`ARRAY_ORDER ${CONTENT}.ul.li (r0)`]);
    const ofCase = { kind: 'ignore-case', path: '$.html.head.title' } as const;
    expect(found(WIKI_PAGE, changed(WIKI_PAGE, ['bread [', 'Bread [']), ofCase)).toEqual([
      'FIELD_VALUE html.head.title (r0)',
    ]);
  });

  test('cover pages that are compared as texts, if they are for the whole body', () => {
    const deep = (text: string) => `<html>${'<div>'.repeat(300)}${text}`;
    expect(found(deep('1'), deep('2'), '$')).toEqual(['UNSTRUCTURED_CONTENT response (r0)']);
    expect(found(deep('1'), deep('2'), '$.html')).toEqual(['UNSTRUCTURED_CONTENT response']);
  });
});

describe('the places of JSON', () => {
  test('have a member `html` in brackets if it has members', () => {
    const differences = compareTwo('{"html":{"p":1}}', '{"html":{"p":2}}').differences;
    expect(differences.map(({ subject, path }) => [subject, path])).toEqual([["['html'].p", "['html'].p"]]);
    expect(differencesIn(compareTwo('{"html":{"p":1}}', '{"html":{"p":2}}', rulesOf('$.html.p')))).toEqual([
      "FIELD_VALUE ['html'].p (r0)",
    ]);
    expect(differencesIn(compareTwo('{"html":"a"}', '{"html":"b"}'))).toEqual(['FIELD_VALUE html']);
  });
});

describe('the comparison of pages beyond the limits', () => {
  test.for<[what: string, page: (text: string) => string]>([
    ['nested too deeply', (text) => `<html>${'<div>'.repeat(300)}${text}`],
    ['too many nodes', (text) => `<html>${'<br>'.repeat(100_001)}${text}`],
    ['too many bytes', (text) => `<html><p>${'x'.repeat(4 * 1024 * 1024)}${text}`],
  ])('compares as text a page with %s', ([, page]) => {
    expect(found(page('1'), page('2'))).toEqual(['UNSTRUCTURED_CONTENT response']);
    expect(found(page('1'), page('1'))).toEqual([]);
  });

  test('is bounded in time for hostile pages', () => {
    const hostile = ['<b>', '<p><b id=x>', '<table><td>', '</p>', '<a href=', '&amp', '<li><ul>'].map(
      (part) => (text: string) => `<html>${text}${part.repeat(50_000)}`,
    );
    const start = performance.now();
    for (const page of hostile) expect(found(page('1'), page('2')).length).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
