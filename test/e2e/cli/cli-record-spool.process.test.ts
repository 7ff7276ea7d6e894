import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { cliStage } from '../../cli/cli-stage.ts';
import { startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { PATIENCE } from '../../support/patience.ts';

const { staged, target, cleanUps } = cliStage();

const waited = { ...PATIENCE, interval: 20 };

describe('the spool of `replay record`', () => {
  test('stores every answered request once although service and recorder are killed', async () => {
    const stage = await staged();
    const url = await target(({ url: path }, response) => json(response, { path }));
    const spool = join(stage.folder, 'spool');
    const port = await freePort();
    const start = async () => {
      const command = startReplay(
        ['record', '--app-id', 'shop', '--target', url, '--listen', String(port), '--spool', spool, '--json'],
        stage.env,
      );
      cleanUps.push(() => command.child.kill('SIGKILL'));
      await command.said('Ctrl-C ends it.');
      return command;
    };
    const answered: string[] = [];
    const send = async (from: number, count: number) => {
      await Promise.all(
        Array.from({ length: count }, async (_, at) => {
          const path = `/orders/n${from + at}`;
          if ((await fetch(`http://127.0.0.1:${port}${path}`)).ok) answered.push(path);
        }),
      );
    };
    const first = await start();
    await send(0, 40);
    await vi.waitFor(async () => expect(await pathsOf(stage.env)).not.toEqual([]), waited);
    await Promise.all([send(40, 40), stage.kill()]);
    await send(80, 40);
    // What was stored may be in the spool still, if its answer was lost.
    // Requests that are sent side by side reach the spool in any order.
    const last = Array.from({ length: 40 }, (_, at) => `/orders/n${80 + at}`);
    await vi.waitFor(() => expect(spooled(spool)).toEqual(expect.arrayContaining(last)), waited);
    first.child.kill('SIGKILL');
    await first.ended;
    const kept = spooled(spool);
    expect(kept.length).toBeGreaterThanOrEqual(40);

    const second = await start();
    await second.said('sent first');
    await send(120, 40);
    await stage.restart();
    await vi.waitFor(async () => expect((await pathsOf(stage.env)).sort()).toEqual(answered.toSorted()), waited);
    expect(answered).toHaveLength(160);
    second.child.kill('SIGINT');
    const { code, stdout, stderr } = await second.ended;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ recorded: 40, dropped: 0, waiting: 0, unwritten: 0 });
    expect((await pathsOf(stage.env)).sort()).toEqual(answered.toSorted());
    expect(spooled(spool)).toEqual([]);
  });

  test('keeps cases for the next recorder, sealed, if the service is away at the end', async () => {
    const stage = await staged();
    const url = await target((_, response) => json(response, {}));
    const port = await freePort();
    const spool = join(stage.folder, '.config/replay/spool');
    const start = async (more: string[] = []) => {
      const args = ['record', '--app-id', 'shop', '--target', url, '--listen', String(port), '--spool-max', '1'];
      const command = startReplay([...args, ...more, '--json'], stage.env);
      cleanUps.push(() => command.child.kill('SIGKILL'));
      await command.said('Ctrl-C ends it.');
      return command;
    };
    const first = await start();
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(0);
    await stage.kill();
    const command = await start();
    await command.said('cases wait in the spool');
    const body = JSON.stringify({ password: 'planted-body', text: 'x'.repeat(300_000) });
    const headers = { authorization: 'Bearer planted-4711', 'content-type': 'application/json' };
    for (let n = 0; n < 5; n++)
      await fetch(`http://127.0.0.1:${port}/echo?token=planted-query`, { method: 'POST', headers, body });
    await vi.waitFor(() => expect(spooled(spool)).toHaveLength(3), waited);
    const files = textsBelow(spool);
    expect(files).toContain('sealed.v1.');
    expect(files).not.toContain('planted');
    command.child.kill('SIGINT');
    await stage.restart();
    const { code, stdout, stderr } = await command.ended;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ recorded: 3, dropped: 2, stored: 3, rejected: 0, waiting: 0 });
  });

  test('fails if the service is away and its key unknown, unless --seal-key names the key', async () => {
    const stage = await staged();
    const key = join(stage.folder, 'recording.jwk');
    writeFileSync(key, (await replay(['keys', 'recording', '--json'], stage.env)).stdout);
    await stage.kill();
    const spool = join(stage.folder, 'spool');
    const url = await target((_, response) => json(response, {}));
    const args = ['record', '--app-id', 'shop', '--target', url, '--listen', '0', '--spool', spool, '--json'];
    const ended = await replay(args, stage.env);
    expect(ended.code).toBe(69);
    expect(JSON.parse(ended.stdout)).toMatchObject({ errorCode: 'NO_SEAL_KEY' });
    expect(ended.stderr + ended.stdout).toContain('--seal-key');
    const command = startReplay([...args, '--seal-key', key], stage.env);
    cleanUps.push(() => command.child.kill('SIGKILL'));
    await command.said('Ctrl-C ends it.');
    await command.said('cases wait in the spool');
  });

  test('ends at the start if the service refuses the credential', async () => {
    const stage = await staged();
    const env = { ...stage.env, SVC_TOKEN: 'wrong' };
    const ended = await replay(
      ['record', '--app-id', 'shop', '--target', 'http://127.0.0.1:9', '--listen', '0', '--json'],
      env,
    );
    expect(ended.code).toBe(2);
    expect(JSON.parse(ended.stdout).errorCode).toBe('NOT_LOGGED_IN');
  });
});

/** Paths of all stored cases. */
async function pathsOf(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await replay(['cases', 'list', 'shop', '--limit', '1000', '--json'], env);
  const { items } = JSON.parse(stdout);
  return items.map(({ operation }: { operation: string }) => operation);
}

/** What all files below a folder hold. */
const textsBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');

/** Paths of the whole lines in a spool. */
function spooled(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
    .map((line) => JSON.parse(line).request.path);
}
