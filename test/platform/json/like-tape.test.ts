import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanJson } from '../../../functions/platform/json/scan-json.ts';
import { isContainer, NODE, type Tape } from '../../../functions/platform/json/tape.ts';
import { NEW_WORDS } from '../../../functions/platform/json/tape-words.ts';
import { bytesOf } from '../../compare/domain/compare-two.ts';

/** The words of a tape, without room that it does not use. */
const wordsOf = (tape: Tape | null) =>
  tape && [...tape.words.subarray(0, isContainer(tape, 0) ? (tape.words[1] ?? 0) + NODE : NODE)];

const scanned = (text: string) => wordsOf(scanJson(bytesOf(text)));
const scannedAlong = (other: string, text: string) =>
  wordsOf(scanJson(bytesOf(text), NEW_WORDS, scanJson(bytesOf(other))));

const item = (id: number, price = '13') =>
  `{"id":"order-${id}","price":{"amount":${price},"tags":["new",[],{}]},"comment":"${'delivered '.repeat(id % 40)}"}`;
const listOf = (items: string[]) => `{"meta":{"time":1},"items":[${items.join(',')}],"total":${items.length}}`;
const ITEMS = Array.from({ length: 60 }, (_, id) => item(id));
const LIST = listOf(ITEMS);

describe('a text that is scanned along another one', () => {
  test.for<[string, string]>([
    ['the same', LIST],
    ['with a value of the same length', LIST.replace('"order-3"', '"order-X"')],
    ['with a longer value', LIST.replace('"amount":13', '"amount":1300')],
    ['with values that are shorter and longer', listOf(ITEMS.map((_, id) => item(id, id % 9 === 2 ? '1' : '130')))],
    ['with a number that goes on', LIST.replace('"total":60', '"total":601')],
    ['with another last byte of a number', LIST.replace('"total":60', '"total":61')],
    ['with a member more', LIST.replace('"amount":13', '"amount":13,"more":[1,{}]')],
    ['with a member less', LIST.replace('"amount":13,', '')],
    ['with an element more', listOf([item(99), ...ITEMS])],
    ['with an element less', listOf(ITEMS.slice(1))],
    ['with a container in place of a value', LIST.replace('"amount":13', '"amount":[13]')],
    ['with a list in place of the object', `[${LIST}]`],
    ['with spaces', LIST.replaceAll(',', ' , ')],
    ['of one value', '1'],
  ])('%s has the tape that it has alone', ([, text]) => {
    expect(scannedAlong(LIST, text)).toEqual(scanned(text));
    expect(scannedAlong(text, LIST)).toEqual(scanned(LIST));
  });

  test.for<[string, string]>([
    ['has no end', LIST.slice(0, -1)],
    ['has another bracket at its end', `${LIST.slice(0, -1)}]`],
    ['goes on behind its end', `${LIST}}`],
    ['has two commas', LIST.replace('},{"id":"order-40"', '},,{"id":"order-40"')],
    ['has members in a list', LIST.replace('[{"id":"order-0"', '["x":{"id":"order-0"')],
    ['has an object without names', `{${ITEMS.join(',')}}`],
  ])('is refused if it %s', ([, text]) => {
    expect(scanned(text)).toBeNull();
    expect(scannedAlong(LIST, text)).toBeNull();
    expect(scannedAlong(`[${ITEMS.join(',')}]`, text)).toBeNull();
  });

  test('has the tape that it has alone after any edits', () => {
    const edit = fc.record({
      at: fc.nat(LIST.length),
      cut: fc.nat(3),
      put: fc.stringMatching(/^[{}[\],:"01e \\]{0,3}$/),
    });
    const value = fc.json({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 4 }), value, fc.nat(59), (edits, put, at) => {
        let text = LIST;
        for (const { at: from, cut, put: piece } of edits) text = text.slice(0, from) + piece + text.slice(from + cut);
        expect(scannedAlong(LIST, text)).toEqual(scanned(text));
        const replaced = listOf(ITEMS.with(at, put));
        expect(scannedAlong(LIST, replaced)).toEqual(scanned(replaced));
        expect(scannedAlong(replaced, text)).toEqual(scanned(text));
      }),
    );
  });
});
