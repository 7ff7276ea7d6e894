import fc from 'fast-check';
import { document } from './all-endpoints.ts';

type Schema = Readonly<Record<string, unknown>>;

const STRANGE = ['', ' ', '\0', '\ud800', '🜂', '__proto__', '../..', '%2e%2e', '$..*', '"', 'null', 'x'.repeat(3000)];

/** Longer than any key of a store. */
const LONG = 3000;
/** Beyond times, integers and floats. */
const LARGE = [8.64e15 + 1, Number.MAX_SAFE_INTEGER, 1e300];

/** Values that match no schema. */
const junk = fc.oneof(
  fc.constantFrom(...STRANGE, null, true, -1, 0.5, 1e21, 2 ** 53, [], {}, [[]], { __proto__: null, toString: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Values of a schema, and sometimes near misses: beyond a limit, of another type, without a member. */
export function valuesOf(
  schema: Schema,
  named: (member: string) => fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<unknown> {
  const made = new Map<string, fc.Arbitrary<unknown>>();

  function referred(reference: string): fc.Arbitrary<unknown> {
    const name = reference.split('/').at(-1) ?? '';
    const present = made.get(name);
    if (present) return present;
    const value = of((document.components.schemas as Record<string, Schema>)[name] ?? {});
    made.set(name, value);
    return value;
  }

  const of = (one: Schema): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 30, arbitrary: exactly(one) }, { weight: 1, arbitrary: junk });

  function exactly(one: Schema): fc.Arbitrary<unknown> {
    if (typeof one.$ref === 'string') return referred(one.$ref);
    if ('const' in one) return fc.constant(one.const);
    if (Array.isArray(one.enum)) return fc.constantFrom(...one.enum);
    if (Array.isArray(one.anyOf)) return fc.oneof(...one.anyOf.map(of));
    if (Array.isArray(one.type)) return fc.oneof(...one.type.map((type) => of({ ...one, type })));
    switch (one.type) {
      case 'string':
        return textOf(one);
      case 'integer':
      case 'number':
        return numberOf(one);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return arrayOf(one);
      case 'object':
        return objectOf(one);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  function arrayOf({ items = {}, prefixItems, maxItems }: Schema): fc.Arbitrary<unknown> {
    if (Array.isArray(prefixItems)) return fc.tuple(...prefixItems.map(of));
    return fc.array(of(items as Schema), { maxLength: Math.min(4, Number(maxItems ?? 4)) }); // if set, it is a schema
  }

  function objectOf({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
    const members = Object.entries(properties as Record<string, Schema>).map(([name, one]) => {
      const known = named(name);
      return [name, known ? fc.oneof({ weight: 4, arbitrary: known }, of(one)) : of(one)] as const;
    });
    const requiredKeys = (required as string[]).filter((name) => members.some(([member]) => member === name));
    const plain = fc.record(Object.fromEntries(members), { requiredKeys });
    const less = fc.record(Object.fromEntries(members), { requiredKeys: [] });
    const own = fc.oneof({ weight: 12, arbitrary: plain }, less);
    if (typeof additionalProperties !== 'object') return own;
    const more = fc.dictionary(fc.string({ maxLength: 8 }), of(additionalProperties as Schema), { maxKeys: 3 });
    return fc.tuple(own, more).map(([first, second]) => ({ ...second, ...first }));
  }
  return of(schema);
}

function textOf({ pattern, format, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  const max = Number(maxLength);
  if (format === 'uri') return fc.webUrl({ validSchemes: ['http', 'https'] });
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: Math.min(max, 30) }),
    fc.constantFrom(max, max + 1, LONG).map((length) => 'x'.repeat(Math.min(length, 5000))),
  );
  const exact = typeof pattern === 'string' ? matching(pattern) : null;
  return exact ? fc.oneof({ weight: 5, arbitrary: exact }, free) : free;
}

/** Null for a pattern that fast-check does not support. */
function matching(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return null;
  }
}

function numberOf({ type, minimum = -1e9, maximum = 1e9 }: Schema): fc.Arbitrary<unknown> {
  const [min, max] = [Number(minimum), Number(maximum)];
  const within =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(min), max: Math.min(max, Number.MAX_SAFE_INTEGER) })
      : fc.double({ min, max, noNaN: true });
  return fc.oneof({ weight: 6, arbitrary: within }, fc.constantFrom(min, max, min - 1, max + 1, ...LARGE));
}
