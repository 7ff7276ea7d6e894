import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../support/free-port.ts';
import { POSTGRES_USER, startPostgresServer } from '../../support/real-servers/postgres.ts';

import { listens } from '../applications/start-application.ts';
import type { Command, Context, LivingApplication } from './living-application.ts';

const KEPT_OUTPUT = 20_000;
const START_MS = 120_000;
const STOP_MS = 10_000;

/** An application that serves. */
export interface RunningLiving {
  url: string;
  output(): string;
  /** Stops it, by force if it does not end, and removes its data. */
  stop(): Promise<void>;
}

/** Starts an application on fresh data; resolves when it serves. */
export async function startLiving(application: LivingApplication): Promise<RunningLiving> {
  const context = await freshContext(application);
  try {
    for (const command of application.setUp?.(context.context) ?? []) runToItsEnd(command);
    const { url, output, stop } = await serve(application, context.context);
    return {
      url,
      output,
      async stop() {
        await stop();
        await context.remove();
      },
    };
  } catch (cause) {
    await context.remove();
    throw cause;
  }
}

async function freshContext({
  name,
  database,
}: LivingApplication): Promise<{ context: Context; remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), `living-${name}-`));
  const port = await freePort();
  const postgres = database ? await startPostgresServer() : undefined;
  const databaseUrl = postgres === undefined ? '' : await emptyDatabase(postgres.port, name);
  return {
    context: { folder, port, databaseUrl },
    async remove() {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function emptyDatabase(port: number, name: string): Promise<string> {
  const { user, password, database } = POSTGRES_USER;
  const login = `postgres://${user}:${password}@127.0.0.1:${port}`;
  const client = new pg.Client(`${login}/${database}`);
  await client.connect();
  await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  await client.end();
  return `${login}/${name}`;
}

function runToItsEnd({ program, args, env = {}, cwd }: Command): void {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...environment(), ...env } });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${done.stdout}\n${done.stderr}`);
}

const environment = () => ({ PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: tmpdir() });

async function serve(application: LivingApplication, context: Context): Promise<RunningLiving> {
  const { program, args, env = {}, cwd } = application.start(context);
  const child = spawn(program, args, {
    cwd: cwd ?? context.folder,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: Buffer | string) => {
    output = (output + text).slice(-KEPT_OUTPUT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (fault) => keep(`${fault}`));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${context.port}`;
  const deadline = performance.now() + START_MS;
  while (!(await serves(url, context.port, application.ready))) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() > deadline) {
      kill();
      process.off('exit', kill);
      throw new Error(`${application.name} did not start:\n${output}`);
    }
    await sleep(50);
  }
  return {
    url,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      const insist = setTimeout(kill, STOP_MS);
      await ended;
      clearTimeout(insist);
      process.off('exit', kill);
    },
  };
}

async function serves(url: string, port: number, path?: string): Promise<boolean> {
  if (path === undefined) return listens(port);
  return fetch(`${url}${path}`, { redirect: 'manual' }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status < 500;
    },
    () => false,
  );
}
