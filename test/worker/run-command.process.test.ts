import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../../worker/run-command.ts';
import { temporaryDataDir } from '../support/running-service.ts';

const { dataDir: folder, remove } = temporaryDataDir();
afterAll(remove);

function ran(script: string, signal = new AbortController().signal) {
  const file = join(folder, 'command.mjs');
  writeFileSync(file, script);
  return runCommand([process.execPath, file], { input: '{"a":1}', folder, env: { OWN: 'own' }, signal });
}

/** Keeps the output of the command open until it receives SIGTERM. */
const LEFT = `
  process.on('SIGTERM', () => {
    console.log('printed');
    process.exit();
  });
  process.send('ready');
  setInterval(() => {}, 1000);`;

describe('the command of a worker (evaluation 3.11)', () => {
  test('gets its input and its environment without the key of the worker, and returns output and exit code', async () => {
    for (const name of ['SVC_TOKEN', 'REPLAY_API_KEY']) vi.stubEnv(name, 'key-of-the-worker');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { exitCode, output } = await ran(`
      let text = '';
      for await (const part of process.stdin) text += part;
      console.log(text + process.env.OWN + process.env.REPLAY_API_KEY + process.env.SVC_TOKEN);
      process.exitCode = 3;`);
    expect([exitCode, output.toString()]).toEqual([3, '{"a":1}ownundefinedundefined\n']);
  });

  test('is ended with the processes that it leaves behind, also if they hold its output', async () => {
    writeFileSync(join(folder, 'left.mjs'), LEFT);
    const { exitCode, output } = await ran(`
      import { spawn } from 'node:child_process';
      const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
      spawn(process.execPath, ['left.mjs'], { stdio }).once('message', () => process.exit(0));`);
    expect([exitCode, output.toString()]).toEqual([0, 'printed\n']);
  });

  test('is ended by a signal when it is stopped', async () => {
    const stop = new AbortController();
    const running = ran('setInterval(() => {}, 1000);', stop.signal);
    stop.abort();
    expect((await running).exitCode).toBeNull();
  });
});
