import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'replay-bundle-'));
// Far from node_modules, as for users.
cpSync(dirname(process.env.CLI_BUNDLE ?? ''), join(folder, 'package'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bundle = join(folder, 'package/replay.mjs');
const sizeOf = (file: string) => readFileSync(join(folder, 'package', file)).length;
const run = (...args: string[]) => execFileSync(process.execPath, [bundle, ...args], { cwd: folder, encoding: 'utf8' });
const offered = (...words: string[]) =>
  run('complete', '--', ...words)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(':'))
    .map((line) => line.split('\t')[0]);

describe('the package of `replay`', () => {
  test('has no dependencies, and contains the licences of its parts', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      bin: { replay: 'replay.mjs' },
      files: ['replay.mjs', 'cli.mjs', 'parts', 'README.md', 'LICENSES.txt'],
      engines: { node: '>=20.16' },
    });
    expect(manifest.private, 'it can be published to a registry').toBe(undefined);
    expect(manifest.dependencies).toBe(undefined);
    const licenses = readFileSync(join(folder, 'package/LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'cli-progress', 'openapi-fetch', 'xmlbuilder'])
      expect(licenses).toContain(`${name} `);
    expect(sizeOf('cli.mjs'), 'what every command loads').toBeLessThan(2_200_000);
    const parts = readdirSync(join(folder, 'package/parts')).map((name) => `parts/${name}`);
    const all = ['cli.mjs', ...parts].map(sizeOf).reduce((sum, size) => sum + size, 0);
    expect(all).toBeLessThan(4_000_000);
  });

  test('loads the library of the Model Context Protocol only for `replay mcp`', () => {
    const parts = readdirSync(join(folder, 'package/parts'));
    const loaded = (...args: string[]) =>
      spawnSync(process.execPath, [bundle, ...args], {
        cwd: folder,
        encoding: 'utf8',
        input: '',
        env: { ...process.env, NODE_DEBUG: 'esm' },
      }).stderr;
    const library = parts.find((name) => name.startsWith('serve-mcp-')) ?? 'none';
    expect(loaded('mcp')).toContain(library);
    expect(loaded('doctor')).not.toContain(library);
  });

  test('prints one line on an older Node', () => {
    const older = join(folder, 'older.cjs');
    writeFileSync(older, "Object.defineProperty(process.versions, 'node', { value: '18.20.8' });");
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', older, bundle, '--version'], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'replay needs Node 20.16 or newer, this is 18.20.8\n',
    });
  });
});

describe('the shell completion', () => {
  test.for([
    ['commands', ['tr'], ['trigger']],
    ['commands of commands', ['rules', 're'], ['remove']],
    ['options', ['trigger', '--case-source-'], ['--case-source-hours']],
    ['values', ['trigger', '--case-source', 'p'], ['pinned']],
  ] as const)('offers %s', ([, words, expected]) => {
    expect(offered(...words)).toEqual(expected);
  });

  const shells: readonly (readonly [string, readonly string[]])[] = [
    ['bash', ['-n']],
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ];
  const installed = (shell: string) =>
    (process.env.PATH ?? '').split(':').some((path) => existsSync(join(path, shell)));

  test.for(shells)('has a valid script for %s', ([shell, check]) => {
    const script = run('completion', shell);
    expect(script).toContain('replay');
    // The shell parses the script if it is installed. Otherwise the check is skipped.
    if (!installed(shell)) return;
    const file = join(folder, `completion.${shell}`);
    writeFileSync(file, script);
    execFileSync(shell, [...check, file]);
    const twice = `source ${file}; source ${file}; source ${file}; echo sourced`;
    // Where a user sources it, zsh has loaded its completion.
    const before = shell === 'zsh' ? 'autoload -Uz compinit; compinit -D -u; ' : '';
    const { stdout, stderr } = spawnSync(shell, ['-c', before + twice], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'sourced\n', stderr: '' });
    if (shell !== 'bash') return;
    // Without the package bash-completion. Completion of a line is set by hand, as no terminal is there.
    const typed = `source ${file}; replay() { printf 'trigger\\tstart\\n:4\\n'; }; compopt() { :; }; COMP_WORDS=(replay tr); COMP_CWORD=1`;
    const completed = spawnSync(shell, ['-c', `${typed}; __replay_complete; echo "\${COMPREPLY[*]}"`], {
      encoding: 'utf8',
    });
    expect([completed.stdout, completed.stderr]).toEqual(['trigger\n', '']);
  });
});
