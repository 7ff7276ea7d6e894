import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { exchanges } from '../core/exchange.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import { MAX_RANDOM_VALUES } from './random-calls.ts';

/**
 * Records `Math.random` and `crypto.randomUUID`, and repeats them in a replay; or seeds them in a replay by the case.
 */
export function hookRandomness(): void {
  wrapMethod(Math, 'random', (random) => drawn('Math.random', random, (draw) => draw()));
  const uuid = (original: Method) => drawn('crypto.randomUUID', original, uuidOf);
  wrapMethod(crypto, 'randomUUID', uuid);
  wrapMethod(Object.getPrototypeOf(globalThis.crypto), 'randomUUID', uuid);
  syncBuiltinESMExports();
}

const drawn = (name: string, original: Method, seeded: (draw: () => number) => unknown): Method =>
  function (this: object, ...args: unknown[]) {
    const exchange = exchanges.getStore();
    if (exchange?.mode === 'replay') {
      if (exchange.draw) return seeded(exchange.draw);
      const values = exchange.randomness.get(name);
      return values && values.length > 0 ? values.shift() : original.apply(this, args);
    }
    const value = original.apply(this, args);
    if (exchange?.mode === 'record' && exchange.randomness !== null) {
      const values = exchange.randomness.get(name) ?? [];
      if (values.length < MAX_RANDOM_VALUES) values.push(value);
      exchange.randomness.set(name, values);
    }
    return value;
  };

/** A version 4 UUID of drawn bytes (RFC 9562 5.4). */
function uuidOf(draw: () => number): string {
  const bytes = Uint8Array.from({ length: 16 }, () => Math.floor(draw() * 256));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
