import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { cliStage, shop } from '../cli/cli-stage.ts';
import { temporaryDataDir } from '../support/running-service.ts';

/** What starts programs: it notes each command line, as other users of the machine see it. */
const noting = (file: string, program: string) =>
  `#!/bin/sh\nprintf '%s\\n' "$*" >> '${file}'\nexec '${program}' "$@"\n`;

/** A machine of a CI with the packed command line, and a service with recordings of `shop`. */
export function pipelineStage() {
  const { sharedStage, target, cleanUps } = cliStage();
  const machine = temporaryDataDir();
  afterAll(() => machine.remove());

  let packed: string | undefined;
  /** The package of the command line, which `npx` unpacks once for the jobs of a machine. */
  function packedCli(): string {
    const folder = dirname(process.env.CLI_BUNDLE ?? '');
    const args = ['pack', folder, '--silent', '--pack-destination', machine.dataDir];
    packed ??= execFileSync('npm', args, { encoding: 'utf8' }).trim();
    return join(machine.dataDir, packed);
  }

  /** A workspace of one job. */
  async function workspace() {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    const folder = join(dataDir, 'work');
    const tools = join(dataDir, 'bin');
    for (const one of [folder, tools]) mkdirSync(one);
    const noted = join(dataDir, 'command-lines');
    writeFileSync(noted, '');
    const npx = execFileSync('/bin/sh', ['-c', 'command -v npx'], { encoding: 'utf8' }).trim();
    writeFileSync(join(tools, 'npx'), noting(noted, npx), { mode: 0o755 });
    return {
      folder,
      package: packedCli(),
      commandLines: () => readFileSync(noted, 'utf8'),
      env: {
        PATH: `${tools}:${process.env.PATH}`,
        HOME: dataDir,
        NODE_COMPILE_CACHE: join(machine.dataDir, 'compiled'),
        npm_config_cache: join(machine.dataDir, 'npm-cache'),
        npm_config_offline: 'true',
        npm_config_update_notifier: 'false',
      },
    };
  }

  return { sharedStage, target, workspace, cleanUps };
}

/** The recorded build, and one whose part 1 has another total. */
export const RECORDED = shop(() => 10);
export const CHANGED = shop((path) => (path.startsWith('/part1/') ? 777_001 : 10));

/** Texts that would run a command as a part of a script; each would make a file of this name. */
export const hostile = (file: string): string =>
  `a"; touch ${file}; '; touch ${file}; \`touch ${file}\` $(touch ${file}) && touch ${file} #`;
