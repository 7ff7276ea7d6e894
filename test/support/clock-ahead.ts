import { readFileSync } from 'node:fs';

/**
 * For `node --import`: the process lives as many ms ahead as the file of CLOCK_AHEAD_FILE says, so that tests let minutes pass without
 * waiting for them.
 */
const RealDate = Date;
const file = process.env.CLOCK_AHEAD_FILE ?? '';

function ahead(): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0; // nobody has moved the clock yet
  }
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: ConstructorParameters<typeof Date> | []) =>
    given.length === 0 ? new target(RealDate.now() + ahead()) : new target(...given),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + ahead() : Reflect.get(target, name)),
});
