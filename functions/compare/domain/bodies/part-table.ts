import { utf8 } from '../../../platform/json/tape.ts';

/** A non-JSON body with named parts, as a tree: of forms, headers and uncommon XML, which are small or rare. */
export interface BodyPart {
  name: string;
  /** Its own text. */
  text: string;
  parts: readonly BodyPart[];
}

/**
 * The parts of a body in document order, the root at 0: large XML has hundreds of thousands of them, which would be as
 * many objects. Four words each: its name, the part after it and what is in it, and where its own text lies in `bytes`.
 */
export interface PartTable {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  readonly words: Int32Array<ArrayBuffer>;
  readonly count: number;
  /** By number. */
  readonly names: readonly string[];
  /** Own texts that are not pieces of `bytes`. */
  readonly texts: ReadonlyMap<number, string>;
}

/** Words of a part. */
export const PART = 4;
export const NAME = 0;
export const NEXT = 1;
export const FROM = 2;
export const TO = 3;

/** The own text of a part. */
export function textOfPart(
  { bytes, words, texts }: Pick<PartTable, 'bytes' | 'words' | 'texts'>,
  part: number,
): string {
  const text = texts.get(part);
  if (text !== undefined) return text;
  return utf8(bytes, words[part * PART + FROM] ?? 0, words[part * PART + TO] ?? 0);
}

/** A tree as a table. */
export function tableOf(root: BodyPart): PartTable {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const texts = new Map<number, string>();
  const list: number[] = [];
  let count = 0;
  /** Parts to be added, and the places of those whose parts have all been. */
  const stack: (BodyPart | number)[] = [root];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (typeof top === 'number') {
      list[top * PART + NEXT] = count;
      continue;
    }
    const { name, text, parts } = top;
    const number = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, number);
    list.push(number, count + 1, 0, 0);
    if (text !== '') texts.set(count, text);
    if (parts.length > 0) {
      stack.push(count);
      for (let at = parts.length - 1; at >= 0; at--) stack.push(parts[at] ?? root);
    }
    count++;
  }
  return { bytes: new Uint8Array(), words: Int32Array.from(list), count, names, texts };
}
