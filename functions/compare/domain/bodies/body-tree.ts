/** A non-JSON body with named parts (XML, forms): it is converted to JSON and compared as such. */
export interface BodyPart {
  name: string;
  /** Its own text. */
  text: string;
  /** `NO_PARTS` until one is added: most have none. */
  parts: readonly BodyPart[];
}

/** No parts: one list for all, because large bodies have hundreds of thousands of parts without any. */
export const NO_PARTS: readonly BodyPart[] = [];

/** Adds a part to one that is being read. */
export function addPart(to: BodyPart, part: BodyPart): void {
  // Only this function makes lists of parts, apart from the one that is never added to.
  if (to.parts === NO_PARTS) to.parts = [part];
  else (to.parts as BodyPart[]).push(part);
}

/**
 * Converts two bodies to JSON texts of one shape: a part whose name repeats on either side is an array on both; a part
 * with children on either side is an object on both (its own text as `#text`). The order of parts with different names
 * does not count.
 */
export function asJsonTexts(recorded: BodyPart, replayed: BodyPart): [Uint8Array, Uint8Array] {
  const shapes = shapesOf([recorded, replayed]);
  return [Buffer.from(written(recorded, shapes)), Buffer.from(written(replayed, shapes))];
}

/** The combined shape of one place in both bodies. */
interface Shape {
  /** The name as that of a JSON member, with its colon. */
  key: string;
  repeats: boolean;
  hasParts: boolean;
  /** Whether the name of one of its parts repeats. */
  hasRepeats: boolean;
  /** The latest part that one of this name was seen in. */
  seenIn: number;
  inside: Map<string, Shape>;
}

const newShape = (name: string): Shape => ({
  key: `${JSON.stringify(name.toWellFormed())}:`,
  repeats: false,
  hasParts: false,
  hasRepeats: false,
  seenIn: 0,
  inside: new Map(),
});

function shapesOf(roots: readonly BodyPart[]): Shape {
  const root = newShape('');
  root.hasParts = roots.some(({ parts }) => parts.length > 0);
  let visit = 0;
  const stack = roots.map((part) => ({ part, shape: root }));
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { part, shape } = top;
    visit++;
    for (const child of part.parts) {
      let inside = shape.inside.get(child.name);
      if (inside === undefined) {
        inside = newShape(child.name);
        shape.inside.set(child.name, inside);
      }
      if (inside.seenIn === visit) {
        inside.repeats = true;
        shape.hasRepeats = true;
      }
      inside.seenIn = visit;
      if (child.parts.length === 0) continue;
      inside.hasParts = true;
      stack.push({ part: child, shape: inside });
    }
  }
  return root;
}

/** Parts within each other up to this depth are written by recursion, deeper ones by the stack of `written`. */
const MAX_RECURSION = 50;

/** Depth-first: a stack holds the texts and the parts still to be written that lie deep. */
function written(root: BodyPart, rootShape: Shape): string {
  const out: string[] = [];
  const stack: Pieces = [{ part: root, shape: rootShape }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (typeof top === 'string') {
      out.push(top);
      continue;
    }
    const pieces: Pieces = [];
    const text = withValue(pieces, '', top.part, top.shape, 0);
    if (pieces.length === 0) out.push(text);
    else {
      stack.push(text);
      for (let at = pieces.length - 1; at >= 0; at--) stack.push(pieces[at] ?? '');
    }
  }
  return out.join('');
}

type Pieces = (string | { part: BodyPart; shape: Shape })[];

/** Longer texts are pieces of their own: texts of many appended parts are slow to read. */
const MAX_TEXT = 8192;

/** A text with the value of a part after it; what comes before a part that lies too deep is moved to `pieces`. */
function withValue(pieces: Pieces, before: string, part: BodyPart, shape: Shape, depth: number): string {
  if (!shape.hasParts) return before + quoted(part.text);
  if (depth === MAX_RECURSION) {
    pieces.push(before, { part, shape });
    return '';
  }
  let text = before;
  if (text.length > MAX_TEXT) {
    pieces.push(text);
    text = '';
  }
  text += part.text === '' ? '{' : `{"#text":${quoted(part.text)}`;
  let isFirst = part.text === '';
  const insideOf = (name: string) => shape.inside.get(name) ?? newShape(name);

  if (shape.hasRepeats) {
    for (const [name, group] of Map.groupBy(part.parts, (child) => child.name)) {
      const inside = insideOf(name);
      text += isFirst ? inside.key : `,${inside.key}`;
      isFirst = false;
      if (inside.repeats) text += '[';
      for (const [index, child] of group.entries()) {
        if (index > 0) text += ',';
        text = withValue(pieces, text, child, inside, depth + 1);
      }
      if (inside.repeats) text += ']';
    }
  } else {
    for (const child of part.parts) {
      const inside = insideOf(child.name);
      text += isFirst ? inside.key : `,${inside.key}`;
      isFirst = false;
      text = withValue(pieces, text, child, inside, depth + 1);
    }
  }
  return `${text}}`;
}

/** A text as a JSON string; most need no escapes. */
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text.toWellFormed()));
const PLAIN = /^[ !#-[\]-~]*$/;
