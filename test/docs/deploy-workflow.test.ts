import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

interface Job {
  if?: string;
  needs?: string;
  permissions?: Record<string, string>;
  environment?: string;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

const TEXT = readFileSync('docs/ci/deploy-aws.yml', 'utf8');
const { permissions, jobs } = load(TEXT) as { permissions: Record<string, string>; jobs: Record<string, Job> }; // what the assertions check
const steps = Object.values(jobs).flatMap((job) => job.steps);

describe('docs/ci/deploy-aws.yml', () => {
  test('synthesises, then shows the difference or deploys, then checks the deployment', () => {
    const needs = Object.entries(jobs).map(([name, job]) => [name, job.needs]);
    expect(needs).toEqual([
      ['synth', undefined],
      ['diff', 'synth'],
      ['deploy', 'synth'],
      ['smoke', 'deploy'],
    ]);
    for (const [name, command] of [
      ['synth', 'npm run synth'],
      ['diff', 'npm run cdk -- diff'],
      ['deploy', 'npm run cdk -- deploy --require-approval never'],
      ['smoke', 'npm run smoke:aws -- --target-env "$SMOKE_TARGET"'],
    ] as const)
      expect(jobs[name]?.steps.map(({ run }) => run)).toContain(command);
  });

  test('calls scripts of the package', () => {
    const called = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name));
    expect(called).toHaveLength(4);
    for (const name of called) expect(Object.keys(manifest.scripts)).toContain(name);
  });

  test('pins each action to a commit, with its version beside it', () => {
    const used = [...TEXT.matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
    expect(used).toHaveLength(steps.filter(({ uses }) => uses).length);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('gets credentials of AWS by OIDC, only where it uses them, and has no lasting ones', () => {
    const usesAws = (job: Job) => job.steps.some(({ uses }) => uses?.startsWith('aws-actions/'));
    expect(permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(jobs)) {
      expect(job.permissions?.['id-token'], name).toBe(usesAws(job) ? 'write' : undefined);
      expect(usesAws(job), name).toBe(['diff', 'deploy'].includes(name));
    }
    expect(jobs.deploy).toMatchObject({ if: "github.event_name == 'push'", environment: 'production' });
    expect(jobs.diff?.if).toContain('head.repo.full_name == github.repository');
    expect(TEXT).not.toMatch(/aws-access-key|aws-secret|AWS_ACCESS_KEY|AWS_SECRET/i);
  });
});
