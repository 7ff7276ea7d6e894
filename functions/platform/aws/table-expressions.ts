import { mayBeAbsent } from '../table/table-condition.ts';
import type { AttributeTest, Changes, Condition, Item, Query } from '../world.ts';

/** Collects the names and values of one request's expressions, all of them escaped. */
export function expressions(now: number) {
  const names = new Map<string, string>();
  const values = new Map<unknown, string>();
  const name = (text: string) => remember(names, text, '#n');
  const value = (what: unknown) => remember(values, what, ':v');

  const absent = () => `(attribute_not_exists(${name('pk')}) OR ${name('expiresAt')} <= ${value(now)})`;
  const unexpired = () => `(attribute_not_exists(${name('expiresAt')}) OR ${name('expiresAt')} > ${value(now)})`;
  const present = () => `attribute_exists(${name('pk')}) AND ${unexpired()}`;
  const tests = (named: Record<string, AttributeTest>) =>
    Object.entries(named).map(([attribute, test]) => testOf(name(attribute), test, value));

  return {
    absent,
    unexpired,

    /** Translates a condition of the Table port; an expired row that is not yet deleted counts as absent. */
    condition(when: Condition): string {
      if (when === 'absent') return absent();
      if (when === 'present') return present();
      if (mayBeAbsent(when)) return `(${absent()} OR ${tests(when).join(' AND ')})`;
      return [present(), ...tests(when)].join(' AND ');
    },

    /** SET and REMOVE of an update. */
    update(set: Changes): string {
      const entries = Object.entries(withTtl(set));
      const sets = entries.flatMap(([key, to]) => (to === undefined ? [] : [`${name(key)} = ${value(to)}`]));
      const removes = entries.flatMap(([key, to]) => (to === undefined ? [name(key)] : []));
      const parts = [
        ...(sets.length ? [`SET ${sets.join(', ')}`] : []),
        ...(removes.length ? [`REMOVE ${removes.join(', ')}`] : []),
      ];
      return parts.join(' ');
    },

    /** The range of a query as one condition; BETWEEN includes `to`, which the caller drops. */
    sortKeys(attribute: string, { prefix, from, to }: Query): string[] {
      if (prefix) return [`begins_with(${name(attribute)}, ${value(prefix)})`];
      if (from && to) return [`${name(attribute)} BETWEEN ${value(from)} AND ${value(to)}`];
      if (from) return [`${name(attribute)} >= ${value(from)}`];
      return to ? [`${name(attribute)} < ${value(to)}`] : [];
    },

    equals: (attribute: string, to: string) => `${name(attribute)} = ${value(to)}`,

    /** Call after the expressions were written; DynamoDB rejects empty maps. */
    attributes() {
      return {
        ...(names.size ? { ExpressionAttributeNames: inverse(names) } : {}),
        ...(values.size ? { ExpressionAttributeValues: inverse(values) } : {}),
      };
    },
  };
}

/** DynamoDB deletes by `ttl`, in seconds, some time after readers stop seeing the row at `expiresAt`. */
export function withTtl<T extends Item | Changes>(attributes: T): T & { ttl?: number | undefined } {
  if (!('expiresAt' in attributes)) return attributes;
  const { expiresAt } = attributes;
  return { ...attributes, ttl: typeof expiresAt === 'number' ? Math.ceil(expiresAt / 1000) : undefined };
}

function testOf(name: string, test: AttributeTest, value: (what: unknown) => string): string {
  if ('equals' in test) return `${name} = ${value(test.equals)}`;
  if ('before' in test) return `(attribute_not_exists(${name}) OR ${name} < ${value(test.before)})`;
  if ('absent' in test) return `attribute_not_exists(${name})`;
  // IN takes 1 to 100 operands; an empty list matches nothing.
  if (test.oneOf.length === 0) return `(attribute_exists(${name}) AND attribute_not_exists(${name}))`;
  return `${name} IN (${test.oneOf.map(value).join(', ')})`;
}

function remember<K>(known: Map<K, string>, key: K, sign: string): string {
  const placeholder = known.get(key) ?? `${sign}${known.size}`;
  known.set(key, placeholder);
  return placeholder;
}

const inverse = <K>(known: Map<K, string>): Record<string, K> =>
  Object.fromEntries([...known].map(([key, placeholder]) => [placeholder, key]));
