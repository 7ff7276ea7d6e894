import { Parser } from 'htmlparser2';
import { controlNameOf, namesOf } from './element-names.ts';

/** An attribute as it stands in the text: its value is decoded, and `from` to `to` is where it is written. */
interface MarkupAttribute {
  name: string;
  value: string;
  from: number;
  to: number;
}

/** An element whose tag has been read. */
export interface MarkupElement {
  /** What paths call it: the tag first, the most specific one last. */
  names: readonly string[];
  attributes: readonly MarkupAttribute[];
  /** The attribute that holds what the element stands for, such as `value` of a field of a form; else null. */
  valueIn: 'value' | 'content' | null;
  /** Where its content begins. */
  from: number;
}

/** What a reader of markup is called with, in the order of the text. */
export interface MarkupVisitor {
  open(element: MarkupElement): void;
  text(piece: string): void;
  /** The element that was opened last ends; its content ends at `to`. */
  close(to: number): void;
  /** Whether the rest does not matter. */
  isDone(): boolean;
}

/** Elements in elements. The parser searches the open ones at each tag. */
const MAX_DEPTH = 200;
/** The parser reads so much before it is asked whether the rest matters. */
const PIECE = 16 * 1024;

/**
 * Reads XML or HTML piece by piece, also where it is not well-formed, and without a tree. False for markup that is too
 * deep, which is not read to its end.
 */
export function scanMarkup(text: string, isHtml: boolean, visitor: MarkupVisitor): boolean {
  let depth = 0;
  let isTooDeep = false;
  let attributes: MarkupAttribute[] = [];
  const parser = new Parser(
    {
      onopentagname() {
        attributes = [];
      },
      onattribute(name, value) {
        const written = text.slice(parser.startIndex, parser.endIndex);
        const [before = ''] = /^[^=]*=\s*["']?/.exec(written) ?? [];
        const from = parser.startIndex + before.length;
        if (before !== '')
          attributes.push({ name, value, from, to: Math.max(from, endOf(text, from, parser.endIndex)) });
      },
      onopentag(tag) {
        depth++;
        isTooDeep ||= depth > MAX_DEPTH;
        const given = new Map(attributes.map((one) => [one.name, one.value]));
        const control = isHtml ? controlNameOf(tag, given) : null;
        visitor.open({
          names: isHtml ? namesOf(tag, given) : [tag],
          attributes,
          valueIn: control === null ? null : tag === 'meta' ? 'content' : tag === 'input' ? 'value' : null,
          from: parser.endIndex + 1,
        });
      },
      ontext: (piece) => visitor.text(piece),
      onclosetag() {
        depth--;
        visitor.close(parser.startIndex);
      },
    },
    { xmlMode: !isHtml },
  );
  for (let at = 0; at < text.length && !isTooDeep && !visitor.isDone(); at += PIECE)
    parser.write(text.slice(at, at + PIECE));
  if (!isTooDeep && !visitor.isDone()) parser.end();
  return !isTooDeep;
}

/** The parser counts the quote behind a value as part of it or not, by the kind of quote. */
const endOf = (text: string, from: number, end: number): number =>
  /["']/.test(text.charAt(from - 1)) && text.charAt(end - 1) === text.charAt(from - 1) ? end - 1 : end;
