import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { vi } from 'vitest';
import { isListening } from '../docs/is-listening.ts';
import { PATIENCE } from '../patience.ts';
import { PROXIES } from './start-proxy.ts';
import { systemdUnit, type Unit } from './systemd-unit.ts';

interface ManagerOptions {
  root: string;
  /** Where a proxy listens. */
  proxyPort: number;
  /** A text of a unit, for this machine. */
  onMachine(text: string): string;
}

/** Starts and stops units of a root folder as systemd does, and keeps their output. */
export function systemManager({ root, proxyPort, onMachine }: ManagerOptions) {
  const running = new Map<string, ChildProcess>();
  let output = '';
  const keep = (text: Buffer) => {
    output = (output + text).slice(-100_000);
  };

  function started([command = '', ...args]: string[], env: Record<string, string>): ChildProcess {
    const child = spawn(command, args, { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    return child;
  }

  async function startUnit(name: string, unit: Unit): Promise<void> {
    const files = unit.environmentFiles.map((file) => parseEnv(readFileSync(file, 'utf8')));
    // parseEnv returns no undefined values.
    const env = Object.assign({}, unit.environment, ...files) as Record<string, string>;
    for (const folder of unit.stateDirectories)
      mkdirSync(join(root, 'var/lib', folder), { recursive: true, mode: 0o700 });
    for (const command of unit.commands) {
      const child = started(command, env);
      if (!unit.isOneshot) running.set(name, child);
      else if ((await once(child, 'exit'))[0] !== 0) throw new Error(`${name} failed: ${output}`);
    }
  }

  async function start(name: string): Promise<void> {
    const proxy = PROXIES[name];
    if (proxy === undefined) {
      const text = onMachine(readFileSync(join(root, 'etc/systemd/system', name), 'utf8'));
      return name.endsWith('.service') ? startUnit(name, systemdUnit(text)) : undefined;
    }
    const { command, env } = proxy(root);
    const child = started(command, env);
    running.set(name, child);
    await vi.waitUntil(async () => child.exitCode !== null || (await isListening(proxyPort)), PATIENCE);
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`);
  }

  async function stop(name: string): Promise<void> {
    const child = running.get(name);
    running.delete(name);
    if (child === undefined || child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  }

  return {
    output: () => output,
    stop,
    /** Carries out a command of systemctl, such as `enable --now a.service b.timer`. */
    async command(line: string): Promise<void> {
      const [verb, ...names] = line.split(' ').filter((word) => !word.startsWith('--'));
      for (const name of names) {
        if (verb !== 'start' && verb !== 'enable') await stop(name);
        if (verb !== 'stop') await start(name);
      }
    },
    async close(): Promise<void> {
      await Promise.all([...running.keys()].map(stop));
    },
  };
}

/** That of systemd, with the Node of the tests. */
const PATH = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
