import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { afterAll, afterEach } from 'vitest';

/**
 * Holds unit tests to what their project promises: no process, no socket, no sleep. What breaks the promise fails the
 * test, also where the code under test catches the error.
 */

/** The longest real timer that may ring, ms: the longest backoff after a lost condition of the ledger. */
const MAX_REST_MS = 250;

const INSTALLED = Symbol.for('unit-guard');
/** Shared by all test files of a worker, which share one process. */
const faults: string[] = ((globalThis as Record<symbol, unknown>)[INSTALLED] as string[] | undefined) ?? install();

function check(): void {
  const found = faults.splice(0);
  if (found.length > 0) throw new Error(`${found.join('; ')}: name the file *.process.test.ts, or use a fake`);
}
afterEach(check);
afterAll(check);

function install(): string[] {
  const found: string[] = [];
  const refuse = (target: object, names: readonly string[], what: string) => {
    for (const name of names)
      Reflect.set(target, name, () => {
        found.push(`a unit test ${what} (${name})`);
        throw new Error(`a unit test ${what} (${name})`);
      });
  };
  const processes = ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync'];
  refuse(childProcess, processes, 'starts a process');
  refuse(net.Server.prototype, ['listen'], 'listens');
  refuse(net.Socket.prototype, ['connect'], 'connects');
  refuse(dgram.Socket.prototype, ['bind', 'connect', 'send'], 'opens a socket');
  refuse(dns, ['lookup', 'resolve', 'resolve4', 'resolve6'], 'asks DNS');
  refuse(dns.promises, ['lookup', 'resolve', 'resolve4', 'resolve6'], 'asks DNS');

  const slept = (ms: number | undefined) => {
    if (ms !== undefined && ms > MAX_REST_MS) found.push(`a unit test slept for ${ms} ms`);
  };
  const { setTimeout } = globalThis;
  const noticed = Object.assign(
    (ring: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
      setTimeout(() => {
        slept(ms);
        ring(...given);
      }, ms),
    setTimeout,
  );
  Reflect.set(globalThis, 'setTimeout', noticed);
  Reflect.set(timers, 'setTimeout', noticed);
  const { setTimeout: sleep } = timersPromises;
  Reflect.set(timersPromises, 'setTimeout', async (...given: Parameters<typeof sleep>) => {
    const value = await sleep(...given);
    slept(given[0]);
    return value;
  });
  syncBuiltinESMExports();
  Reflect.set(globalThis, INSTALLED, found);
  return found;
}
