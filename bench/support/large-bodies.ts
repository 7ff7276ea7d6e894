import { randomBytes } from 'node:crypto';

/** A body of one shape, of about so many bytes; `build` changes some of its values. */
export type LargeBody = (bytes: number, build: number) => Buffer;

/** Bodies that cost most, by what makes them costly, with their content-types. */
export const LARGE_BODIES: Readonly<Record<string, { type: string; make: LargeBody }>> = {
  objects: {
    type: 'application/json',
    make: filled('{"items":[', ',', ']}', (at, build) =>
      JSON.stringify({
        id: at,
        name: `item ${at}`,
        price: at % 97 === 0 ? at + build : at,
        tags: ['a', 'b'],
        on: true,
      }),
    ),
  },
  numbers: {
    type: 'application/json',
    make: filled('[', ',', ']', (at, build) => String(at % 97 === 0 ? at + build : at)),
  },
  members: {
    type: 'application/json',
    make: filled(
      '{',
      ',',
      '}',
      (at, build) => `"member${String(at).padStart(6, '0')}":${at % 97 === 0 ? build : 7654321}`,
    ),
  },
  deep: {
    type: 'application/json',
    make: (bytes, build) => {
      const levels = Math.floor(bytes / 6);
      return Buffer.from(`${'{"a":'.repeat(levels)}${build}${'}'.repeat(levels)}`);
    },
  },
  xml: {
    type: 'application/xml',
    make: filled(
      '<?xml version="1.0"?><orders>',
      '',
      '</orders>',
      (at, build) =>
        `<order id="${at}"><name>item ${at}</name><price>${at % 97 === 0 ? at + build : at}</price></order>`,
    ),
  },
  html: {
    type: 'text/html',
    make: filled(
      '<!doctype html><html><body><ul>',
      '\n',
      '</ul></body></html>',
      (at, build) => `<li class="item"><a href="/items/${at}">item ${at % 97 === 0 ? at + build : at}</a><br></li>`,
    ),
  },
  text: {
    type: 'text/plain',
    make: filled('', '\n', '', (at, build) => `line ${at} says ${at % 97 === 0 ? at + build : at}`),
  },
  value: {
    type: 'application/json',
    make: (bytes, build) => Buffer.from(JSON.stringify({ id: 1, value: `${'x'.repeat(bytes - 40)}${build}` })),
  },
  binary: { type: 'application/octet-stream', make: (bytes) => randomBytes(bytes) },
};

/** Parts between a head and a tail, until there are enough bytes. */
function filled(head: string, separator: string, tail: string, part: (at: number, build: number) => string): LargeBody {
  return (bytes, build) => {
    const parts: string[] = [];
    let left = bytes - head.length - tail.length;
    for (let at = 0; ; at++) {
      const next = part(at, build);
      left -= next.length + separator.length;
      if (left < 0) break;
      parts.push(next);
    }
    return Buffer.from(head + parts.join(separator) + tail);
  };
}
