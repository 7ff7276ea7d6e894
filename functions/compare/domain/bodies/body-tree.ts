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
  repeats: boolean;
  hasParts: boolean;
  inside: Map<string, Shape>;
}

const newShape = (): Shape => ({ repeats: false, hasParts: false, inside: new Map() });

function shapesOf(roots: readonly BodyPart[]): Shape {
  const root = newShape();
  const stack = roots.map((part) => ({ part, shape: root }));
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { part, shape } = top;
    const names = new Set<string>();
    if (part.parts.length > 0) shape.hasParts = true;
    for (const child of part.parts) {
      const inside = shape.inside.get(child.name) ?? newShape();
      shape.inside.set(child.name, inside);
      if (names.has(child.name)) inside.repeats = true;
      names.add(child.name);
      stack.push({ part: child, shape: inside });
    }
  }
  return root;
}

/** Depth-first without recursion: a stack holds the texts and parts still to be written. */
function written(root: BodyPart, rootShape: Shape): string {
  const out: string[] = [];
  const stack: (string | { part: BodyPart; shape: Shape })[] = [{ part: root, shape: rootShape }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (typeof top === 'string') {
      out.push(top);
      continue;
    }
    const { part, shape } = top;
    if (!shape.hasParts) {
      out.push(JSON.stringify(part.text.toWellFormed()));
      continue;
    }
    const members: (typeof stack)[] = part.text === '' ? [] : [[`"#text":${JSON.stringify(part.text.toWellFormed())}`]];
    for (const [name, parts] of Map.groupBy(part.parts, (child) => child.name)) {
      const inside = shape.inside.get(name) ?? newShape();
      const values = parts.flatMap((child, index) => [...(index > 0 ? [','] : []), { part: child, shape: inside }]);
      const key = `${JSON.stringify(name.toWellFormed())}:`;
      members.push(inside.repeats ? [`${key}[`, ...values, ']'] : [key, ...values]);
    }
    const pieces = ['{', ...members.flatMap((member, index) => [...(index > 0 ? [','] : []), ...member]), '}'];
    for (const piece of pieces.reverse()) stack.push(piece);
  }
  return out.join('');
}
