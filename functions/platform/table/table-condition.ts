import type { AttributeTest, Condition, Item, Json } from '../world.ts';

/** Whether a condition of the Table port holds for a row; undefined is an absent row, and so is an expired one. */
export function conditionHolds(condition: Condition | undefined, row: Item | undefined): boolean {
  if (condition === undefined) return true;
  if (condition === 'absent') return row === undefined;
  if (condition === 'present') return row !== undefined;
  if (row === undefined) return mayBeAbsent(condition);
  return Object.entries(condition).every(([name, test]) => passes(test, row[name]));
}

/** Whether a row is visible at this time. */
export const isAlive = (row: Item, now: number): boolean => row.expiresAt === undefined || row.expiresAt > now;

/** Whether a condition of attribute tests holds for an absent row: it has tests, and only `before` ones. */
export function mayBeAbsent(tests: Record<string, AttributeTest>): boolean {
  const all = Object.values(tests);
  return all.length > 0 && all.every((test) => 'before' in test);
}

function passes(test: AttributeTest, value: Json | Uint8Array | undefined): boolean {
  if ('equals' in test) return value === test.equals;
  if ('oneOf' in test) return (typeof value === 'string' || typeof value === 'number') && test.oneOf.includes(value);
  if ('before' in test) return value === undefined || (typeof value === 'number' && value < test.before);
  return value === undefined;
}
