import { isObject } from './json/is-object.ts';
import { compareText } from './values/text-order.ts';

const NAME = /^[A-Za-z0-9_-]{1,80}$/;

/** Throws unless the name is valid in both worlds (Step Functions: 1 to 80 characters). */
export function checkExecutionName(name: string): void {
  if (!NAME.test(name)) throw new Error('the name of an execution has 1 to 80 letters, digits, - or _');
}

/** Returns an execution's input as text that is equal for equal inputs, with sorted names in every object. */
export function canonicalInput(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareText(a, b))) : value,
  );
}
