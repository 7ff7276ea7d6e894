/** A non-JSON body with named parts (XML, forms): it is converted to JSON and compared as such. */
export interface BodyPart {
  name: string;
  /** Its own text. */
  text: string;
  parts: BodyPart[];
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

/** Depth-first without recursion: a stack holds the texts and parts still to be written. */
function written(root: BodyPart, rootShape: Shape): string {
  const out: string[] = [];
  const stack: Pieces = [{ part: root, shape: rootShape }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (typeof top === 'string') out.push(top);
    else if (!top.shape.hasParts) out.push(quoted(top.part.text));
    else {
      const pieces = membersOf(top.part, top.shape);
      const [only] = pieces;
      if (pieces.length === 1 && typeof only === 'string') out.push(only);
      else for (let at = pieces.length - 1; at >= 0; at--) stack.push(pieces[at] ?? '');
    }
  }
  return out.join('');
}

type Pieces = (string | { part: BodyPart; shape: Shape })[];

/** An object: its texts, and between them the parts that are written on their own. */
function membersOf({ text: own, parts }: BodyPart, shape: Shape): Pieces {
  const pieces: Pieces = [];
  let text = own === '' ? '{' : `{"#text":${quoted(own)}`;
  const add = (part: BodyPart, inside: Shape) => {
    if (!inside.hasParts) {
      text += quoted(part.text);
      return;
    }
    pieces.push(text, { part, shape: inside });
    text = '';
  };
  let isFirst = own === '';
  const open = (inside: Shape) => {
    text += isFirst ? inside.key : `,${inside.key}`;
    isFirst = false;
  };
  const insideOf = (name: string) => shape.inside.get(name) ?? newShape(name);

  if (shape.hasRepeats) {
    for (const [name, group] of Map.groupBy(parts, (child) => child.name)) {
      const inside = insideOf(name);
      open(inside);
      if (inside.repeats) text += '[';
      for (const [index, child] of group.entries()) {
        if (index > 0) text += ',';
        add(child, inside);
      }
      if (inside.repeats) text += ']';
    }
  } else {
    for (const child of parts) {
      const inside = insideOf(child.name);
      open(inside);
      add(child, inside);
    }
  }
  pieces.push(`${text}}`);
  return pieces;
}

/** A text as a JSON string; most need no escapes. */
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text.toWellFormed()));
const PLAIN = /^[ !#-[\]-~]*$/;
