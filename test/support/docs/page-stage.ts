import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../free-port.ts';
import { ADMIN_KEY, COMPILED, startProcess, temporaryDataDir } from '../running-service.ts';
import { pageRunner, scriptOf } from './page-scripts.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A service, and an empty folder in which the tutorials run against it with the command `replay`. */
export interface PageStage {
  folder: string;
  /** Runs pages of docs/tutorials one after the other; resolves with their output. */
  run(...pages: string[]): Promise<{ code: number | null; output: string }>;
  runScript(script: string): Promise<{ code: number | null; output: string }>;
  close(): Promise<void>;
}

/**
 * `named`: the ports of the tutorials, with those that stand for them; null for a free one. `variables`: what a
 * tutorial has its reader set.
 */
export async function openPageStage(
  named: ReadonlyMap<number, number | null>,
  variables: Readonly<Record<string, string>> = {},
): Promise<PageStage> {
  const { dataDir, remove } = temporaryDataDir();
  const { dataDir: folder, remove: removeFolder } = temporaryDataDir();
  const service = await startProcess({ dataDir, port: await freePort(), env: { SVC_NOISE_REDUCTION: 'rules' } });
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    SVC_URL: service.url,
    SVC_TOKEN: ADMIN_KEY,
    ...variables,
  };
  const runner = await pageRunner({ cwd: folder, env, named });
  const entry = process.env.CLI_BUNDLE ?? join(ROOT, 'bin/replay.ts');
  const command = `#!/bin/sh\nNODE_COMPILE_CACHE='${COMPILED}' exec ${process.execPath} ${entry} "$@"\n`;
  writeFileSync(join(folder, 'replay'), command, { mode: 0o755 });
  const page = (name: string) => readFileSync(join(ROOT, 'docs/tutorials', name), 'utf8');
  return {
    folder,
    run: (...pages) => runner.run(pages.map((name) => scriptOf(page(name))).join('\n')),
    runScript: runner.run,
    async close() {
      runner.end();
      expect(await service.stop()).toBe(0);
      remove();
      removeFolder();
    },
  };
}
