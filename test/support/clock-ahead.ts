import { readFileSync } from 'node:fs';

/**
 * For `node --import`: advances the clock of the process by as many ms as the file named by CLOCK_AHEAD_FILE contains,
 * so that tests can let minutes pass without waiting.
 */
const RealDate = Date;
const file = process.env.CLOCK_AHEAD_FILE ?? '';

function ahead(): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0; // the clock was not moved yet
  }
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: ConstructorParameters<typeof Date> | []) =>
    given.length === 0 ? new target(RealDate.now() + ahead()) : new target(...given),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + ahead() : Reflect.get(target, name)),
});
