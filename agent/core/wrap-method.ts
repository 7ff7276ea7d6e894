/** A method of an object that is not typed here. */
export type Method = (this: object, ...args: unknown[]) => unknown;

const WRAPPED = Symbol.for('replay.agent.wrapped');

/**
 * Replaces a method of an object or prototype, once; a missing one stays missing. The replacement keeps the name,
 * length and other members of the original.
 */
export function wrapMethod(owner: object, name: string, wrap: (original: Method) => Method): boolean {
  const members = owner as Record<string, unknown>; // one member, checked below
  const original = members[name];
  if (typeof original !== 'function') return false;
  if (WRAPPED in original) return true;
  const replacement = wrap(original as Method);
  for (const key of Reflect.ownKeys(original)) {
    const descriptor = Object.getOwnPropertyDescriptor(original, key);
    if (descriptor && key !== 'prototype') Object.defineProperty(replacement, key, descriptor);
  }
  Object.defineProperty(replacement, WRAPPED, { value: true });
  const own = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, {
    value: replacement,
    writable: true,
    configurable: true,
    enumerable: own?.enumerable ?? true,
  });
  return true;
}
