import { jsonWriter } from './json-writer.ts';
import { NAME, NEXT, PART, type PartTable } from './part-table.ts';

/**
 * Converts two bodies to JSON texts of one shape: a part whose name repeats on either side is an array on both; a part
 * with children on either side is an object on both (its own text as `#text`). The order of parts with different names
 * does not count.
 */
export function asJsonTexts(recorded: PartTable, replayed: PartTable): [Uint8Array, Uint8Array] {
  const shapes = [newShape('')];
  const numberOf = nameNumbers();
  const ofRecorded = shapesIn(recorded, shapes, numberOf, 0);
  const ofReplayed = shapesIn(replayed, shapes, numberOf, recorded.count);
  return [written(recorded, shapes, ofRecorded), written(replayed, shapes, ofReplayed)];
}

/** One number for each name, whatever the body. */
function nameNumbers(): (name: string) => number {
  const numbers = new Map<string, number>();
  return (name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
}

/** The combined shape of one place in both bodies. */
interface Shape {
  /** The name as that of a JSON member, with its colon. */
  key: Uint8Array;
  repeats: boolean;
  hasParts: boolean;
  /** Whether the name of one of its parts repeats. */
  hasRepeats: boolean;
  /** The latest part that one of this name was seen in, counted over both bodies; -1 at first. */
  seenIn: number;
  /** By the numbers of their names. */
  inside: Map<number, number>;
}

const newShape = (name: string): Shape => ({
  key: Buffer.from(`${JSON.stringify(name.toWellFormed())}:`),
  repeats: false,
  hasParts: false,
  hasRepeats: false,
  seenIn: -1,
  inside: new Map(),
});

/** The shape of each part of a body; new ones are added. `visited`: how many parts other bodies have. */
function shapesIn(
  { words, count, names }: PartTable,
  shapes: Shape[],
  nameNumber: (name: string) => number,
  visited: number,
): Int32Array {
  const numberOf = names.map(nameNumber);
  const found = new Int32Array(count);
  /** The parts that hold the present one. */
  const open: number[] = [0];
  if (count > 1) shapeAt(shapes, 0).hasParts = true;
  for (let part = 1; part < count; part++) {
    while (part >= (words[(open.at(-1) ?? 0) * PART + NEXT] ?? count)) open.pop();
    const holder = open.at(-1) ?? 0;
    const around = shapeAt(shapes, found[holder] ?? 0);
    const { inside } = around;
    const name = words[part * PART + NAME] ?? 0;
    const number = numberOf[name] ?? 0;
    let own = inside.get(number);
    if (own === undefined) {
      own = shapes.push(newShape(names[name] ?? '')) - 1;
      inside.set(number, own);
    }
    found[part] = own;
    const shape = shapeAt(shapes, own);
    const visit = visited + holder;
    if (shape.seenIn === visit) {
      shape.repeats = true;
      around.hasRepeats = true;
    }
    shape.seenIn = visit;
    if (words[part * PART + NEXT] === part + 1) continue;
    shape.hasParts = true;
    open.push(part);
  }
  return found;
}

function shapeAt(shapes: readonly Shape[], index: number): Shape {
  const shape = shapes[index];
  if (shape === undefined) throw new Error('a part has no shape');
  return shape;
}

/** A part whose members are being written. */
interface Frame {
  end: number;
  /** The parts in it in the order of writing; null for that of the body. */
  order: readonly number[] | null;
  /** The next part, or its place in the order. */
  next: number;
  /** The shape of the latest part in it; -1 before the first one. */
  shape: number;
  hasText: boolean;
}

const nextOf = (words: Int32Array, part: number) => words[part * PART + NEXT] ?? 0;

/** The parts in a part, those of one name side by side; null if they are. */
function orderOf(words: Int32Array, shapeOf: Int32Array, part: number): readonly number[] | null {
  const end = nextOf(words, part);
  const seen = new Set<number>();
  let last = -1;
  for (let child = part + 1; child < end; child = nextOf(words, child)) {
    const shape = shapeOf[child] ?? 0;
    if (shape === last) continue;
    if (seen.has(shape)) return grouped(words, shapeOf, part);
    seen.add(shape);
    last = shape;
  }
  return null;
}

function grouped(words: Int32Array, shapeOf: Int32Array, part: number): readonly number[] {
  const end = nextOf(words, part);
  const groups = new Map<number, number[]>();
  for (let child = part + 1; child < end; child = nextOf(words, child)) {
    const shape = shapeOf[child] ?? 0;
    const group = groups.get(shape);
    if (group) group.push(child);
    else groups.set(shape, [child]);
  }
  return [...groups.values()].flat();
}

/** The JSON text of a body, whatever its depth. */
function written(table: PartTable, shapes: readonly Shape[], shapeOf: Int32Array): Uint8Array {
  const { words } = table;
  const out = jsonWriter(table);
  const frames: Frame[] = [];

  function begin(part: number): void {
    const { hasParts, hasRepeats } = shapeAt(shapes, shapeOf[part] ?? 0);
    if (!hasParts) {
      out.text(part);
      return;
    }
    out.byte(OPEN);
    const hasText = out.hasText(part);
    if (hasText) {
      out.bytes(TEXT_KEY);
      out.text(part);
    }
    const order = hasRepeats ? orderOf(words, shapeOf, part) : null;
    frames.push({ end: nextOf(words, part), order, next: order === null ? part + 1 : 0, shape: -1, hasText });
  }

  begin(0);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const child = frame.order === null ? frame.next : (frame.order[frame.next] ?? frame.end);
    const isIn = frame.shape >= 0 && shapeAt(shapes, frame.shape).repeats;
    if (child >= frame.end) {
      if (isIn) out.byte(CLOSE_ARRAY);
      out.byte(CLOSE);
      frames.pop();
      continue;
    }
    frame.next = frame.order === null ? nextOf(words, child) : frame.next + 1;
    const shape = shapeOf[child] ?? 0;
    if (shape === frame.shape) out.byte(COMMA);
    else {
      if (isIn) out.byte(CLOSE_ARRAY);
      if (frame.shape >= 0 || frame.hasText) out.byte(COMMA);
      const { key, repeats } = shapeAt(shapes, shape);
      out.bytes(key);
      if (repeats) out.byte(OPEN_ARRAY);
      frame.shape = shape;
    }
    begin(child);
  }
  return out.done();
}

const TEXT_KEY = Buffer.from('"#text":');
const [OPEN, CLOSE, OPEN_ARRAY, CLOSE_ARRAY, COMMA] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c];
