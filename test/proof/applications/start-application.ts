import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Application, PlantedChange } from './application.ts';

const PLANT = join(import.meta.dirname, 'plant-change.mjs');
const KEPT_OUTPUT = 20_000;
const START_MS = 120_000;
const STOP_MS = 15_000;

export interface RunningApplication {
  output(): string;
  /** Stops it as its operator would, and by force if it does not end. */
  stop(): Promise<void>;
}

export interface ApplicationStart {
  application: Application;
  /** Where it is installed. */
  folder: string;
  port: number;
  env: Record<string, string>;
  nodeArguments?: readonly string[];
  planted?: PlantedChange;
}

/** Starts an installed application as its users do; resolves when it listens. */
export async function startApplication(start: ApplicationStart): Promise<RunningApplication> {
  const { application, folder, port, env, nodeArguments = [], planted } = start;
  const plant = planted ? ['--import', PLANT] : [];
  const child = spawn(process.execPath, [...nodeArguments, ...plant, ...application.entry], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env, ...(planted && { PLANTED_CHANGE: JSON.stringify(planted) }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: Buffer | string) => {
    output = (output + text).slice(-KEPT_OUTPUT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = once(child, 'exit');
  child.once('exit', (code, signal) => keep(`\nended: ${code ?? signal}\n`));
  const deadline = performance.now() + START_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${application.name} did not start:\n${output}`);
    }
    await sleep(100);
  }
  return {
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(insist);
    },
  };
}

/** Whether something accepts connections: no request that would be recorded. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
