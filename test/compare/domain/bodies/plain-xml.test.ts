import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asJsonTexts } from '../../../../functions/compare/domain/bodies/as-json-texts.ts';
import {
  type BodyPart,
  NAME,
  NEXT,
  PART,
  type PartTable,
  tableOf,
  textOfPart,
} from '../../../../functions/compare/domain/bodies/part-table.ts';
import { parsePlainXml } from '../../../../functions/compare/domain/bodies/plain-xml.ts';
import { parseAnyXml } from '../../../../functions/compare/domain/bodies/xml-body.ts';

/** Both readers by what they say of a text: the plain one may leave it to the other. */
function bothOf(text: string) {
  const plain = parsePlainXml(Buffer.from(text));
  return [plain && treeOf(plain, 0), parseAnyXml(text)] as const;
}

/** A part of a table as a tree. */
function treeOf(table: PartTable, part: number): BodyPart {
  const end = table.words[part * PART + NEXT] ?? 0;
  const parts: BodyPart[] = [];
  for (let child = part + 1; child < end; child = table.words[child * PART + NEXT] ?? end)
    parts.push(treeOf(table, child));
  return { name: table.names[table.words[part * PART + NAME] ?? 0] ?? '', text: textOfPart(table, part), parts };
}

const NAMES = fc.constantFrom('a', 'b', 'item', 'ns:c', '_x', 'D-1.2');
const PIECES = fc.constantFrom(
  'x',
  ' ',
  '\n',
  '\r\n',
  '\t',
  'ä',
  '😀',
  '&amp;',
  '&lt;',
  '&#65;',
  '&none;',
  '&',
  '<!-- c -->',
  '<!-- - -->',
  '<!-- -- -->',
  '<![CDATA[<&]]>',
  ']]>',
  '<?pi x?>',
  '\u00a0',
  '>',
  '\u0001',
  '\ufffe',
);
const ATTRIBUTES = fc
  .tuple(
    NAMES,
    fc.constantFrom('"', "'"),
    fc.array(fc.constantFrom('v', '&quot;', '<', '\n', '&x;', ' ', '>'), { maxLength: 2 }),
  )
  .map(([name, quote, value]) => ` ${name}=${quote}${value.join('')}${quote}`);

const ELEMENT = fc.letrec<{ element: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc
      .tuple(NAMES, fc.array(ATTRIBUTES, { maxLength: 2 }))
      .map(([name, attributes]) => `<${name}${attributes.join('')}/>`),
    fc
      .tuple(
        NAMES,
        fc.array(ATTRIBUTES, { maxLength: 2 }),
        fc.array(fc.oneof(PIECES, tie('element')), { maxLength: 4 }),
      )
      .map(([name, attributes, inside]) => `<${name}${attributes.join('')}>${inside.join('')}</${name} >`),
  ),
})).element;

const DOCUMENT = fc
  .tuple(
    fc.constantFrom(
      '',
      '<?xml version="1.0"?>',
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      '<?xml version="1.1"?>',
      ' ',
    ),
    fc.constantFrom('', '<!-- before -->', '<!DOCTYPE a>', 'x'),
    ELEMENT,
    fc.constantFrom('', '\n', '<b/>', 'x', '<!-- after -->', '</a>'),
  )
  .map((parts) => parts.join(''));

describe('parsePlainXml', () => {
  test('reads a document like the general reader, or leaves it to it', () => {
    fc.assert(
      fc.property(DOCUMENT, (text) => {
        const [plain, any] = bothOf(text);
        if (plain !== null) expect(plain).toEqual(any);
      }),
      { numRuns: 2000 },
    );
  });

  test('reads a damaged document like the general reader, or leaves it to it', () => {
    const edits = fc.tuple(
      DOCUMENT,
      fc.nat(200),
      fc.constantFrom('', '<', '>', '/', '&', '"', "'", '=', ' ', 'a', ':', '-', ']'),
    );
    fc.assert(
      fc.property(edits, ([text, at, by]) => {
        // Of whole characters: bytes never decode to half of one.
        const characters = [...text];
        characters.splice(at % (characters.length + 1), 1, by);
        const [plain, any] = bothOf(characters.join(''));
        if (plain !== null) expect(plain).toEqual(any);
      }),
      { numRuns: 3000 },
    );
  });

  test('gives trees that are written as the same JSON', () => {
    const written = (one: PartTable | null, other: PartTable | null) =>
      one && other && asJsonTexts(one, other).map((text) => Buffer.from(text).toString());
    const tree = (text: string) => {
      const parsed = parseAnyXml(text);
      return parsed && tableOf(parsed);
    };
    const pairs = fc.tuple(DOCUMENT, DOCUMENT).filter((pair) => pair.every((one) => parsePlainXml(Buffer.from(one))));
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const [plain, any] = [
          written(parsePlainXml(Buffer.from(one)), parsePlainXml(Buffer.from(other))),
          written(tree(one), tree(other)),
        ];
        expect(plain).toEqual(any);
        for (const text of plain ?? []) JSON.parse(text);
      }),
      { examples: [[['<a><b>\u00a0</b></a>', '<a><b c="1"/></a>']]] },
    );
  });

  test.for<[string, string, string]>([
    ['<a><b/><c/><b/></a>', '<a/>', '{"a":{"b":["",""],"c":""}}'],
    ['<a><b>1</b></a>', '<a><b/><b/></a>', '{"a":{"b":["1"]}}'],
    ['<a>t<b x="1"/> u\n v</a>', '<a/>', '{"a":{"#text":"t u v","b":{"@x":"1"}}}'],
    ['<a>\u00a0</a>', '<a x="1"/>', '{"a":{}}'],
    ['<a>say "ä" \\</a>', '<a/>', '{"a":"say \\"ä\\" \\\\"}'],
  ])('gives JSON that pairs %s with %s', ([recorded, replayed, expected]) => {
    const [a, b] = [parsePlainXml(Buffer.from(recorded)), parsePlainXml(Buffer.from(replayed))];
    const [text] = a && b ? asJsonTexts(a, b) : [];
    expect(Buffer.from(text ?? []).toString()).toBe(expected);
  });

  test.for([
    '<a/>',
    '<?xml version="1.0" encoding="utf-8"?>\n<a x="1" y=\'2\'><!-- c --><b>  t &amp; u </b><b><![CDATA[<]]></b></a>\n',
    '<n:a xmlns:n="urn:n"><n:b>\n 1\n</n:b></n:a>',
  ])('reads %s itself', (text) => {
    const [plain, any] = bothOf(text);
    expect(plain).not.toBeNull();
    expect(plain).toEqual(any);
  });
});
