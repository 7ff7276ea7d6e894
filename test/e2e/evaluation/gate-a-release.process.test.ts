import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, temporaryDataDir } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const ROOT = join(import.meta.dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/gate-a-release.md'), 'utf8');

/** 10 endpoints with 3 requests each: the minimum for coverage (spec 3.2). */
const PATHS = Array.from({ length: 30 }, (_, n) => `/part${n % 10}/${Math.floor(n / 10) + 1}`);

/** The recorded build at first. The page deploys another one later. */
const stage = serviceAndTarget(({ url }, response) => json(response, { path: url, total: 10 }));
let other: Target;
const { dataDir: folder, remove } = temporaryDataDir();

beforeAll(async () => {
  other = await openTarget(({ url }, response) => json(response, { path: url, total: 11 }));
  const cases = PATHS.map((path) => recordedGet('shop', path, { path, total: 10 }));
  expect((await call(stage.service.url, 'POST', '/api/recorder/cases', cases)).body.accepted).toBe(PATHS.length);
});

afterAll(async () => {
  await other.close();
  remove();
});

/** The commands of the page, with the addresses and the key of this test. */
function commands(): string {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const here: Readonly<Record<string, string>> = {
    'http://127.0.0.1:8090': stage.service.url,
    'choose-16-or-more': ADMIN_KEY,
    'staging.internal:8080': new URL(stage.target.url).host,
    'staging.internal:8081': new URL(other.url).host,
  };
  return Object.entries(here).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), blocks.join('\n'));
}

/** Runs them in one shell that exits at the first failing command. */
function inBash(script: string): Promise<{ code: number | null; output: string; errors: string }> {
  writeFileSync(join(folder, 'page.sh'), script);
  const child = spawn('bash', ['-eu', '-o', 'pipefail', 'page.sh'], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}`, HOME: folder },
  });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.on('data', (text) => output.push(String(text)));
  child.stderr.on('data', (text) => errors.push(String(text)));
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, output: output.join(''), errors: errors.join('') })),
  );
}

describe('docs/gate-a-release.md', () => {
  test('has commands that do what it says, from the first manifest to a build that is not released', async () => {
    const entry = process.env.CLI_BUNDLE ?? join(ROOT, 'bin/replay.ts');
    const cli = `#!/bin/sh\nexec ${process.execPath} ${entry} "$@"\n`;
    writeFileSync(join(folder, 'replay'), cli, { mode: 0o755 });
    const { code, output, errors } = await inBash(commands());
    expect(code, errors + output).toBe(0);
    expect(output.split('\n')[0]).toBe('replay-regression@1.0.0');
    expect(output).toContain(
      '\ntrue\npass\n{"status":"completed","conclusion":"success","summary":"The gate passed."}',
    );
    expect(output.match(/^PASS: the release may go$/gm)).toHaveLength(2);
    expect(output).toMatch(/^released$/m);
    expect(output).toMatch(/^FAIL: a required rule does not hold$/m);
    expect(output).toMatch(/^not released: exit code 1$/m);
  });

  test('leaves a ledger that verifies as docs/evaluation.md says', async () => {
    const { data, has_more } = (await call(stage.service.url, 'GET', '/api/v1/eval/events?limit=100')).body;
    expect([has_more, data.length > 20]).toEqual([false, true]);
    const digest = (value: unknown) => `sha256:${hash('sha256', canonicalize(value) ?? '')}`;
    const none = `sha256:${'0'.repeat(64)}`;
    const ofRun = new Map<string, { run_sequence: number; digest: string }>();
    let last = { sequence: 0, chain_digest: none };
    for (const event of data) {
      const { digest: own, sequence, prev_chain_digest: prev, chain_digest, provenance: _, ...core } = event;
      const before = ofRun.get(event.workflow_run_id) ?? { run_sequence: 0, digest: none };
      expect([own, event.run_prev_digest, event.run_sequence]).toEqual([
        ...[digest(core), before.digest, before.run_sequence + 1],
      ]);
      expect([chain_digest, prev, sequence]).toEqual([
        ...[digest({ prev, sequence, event_digest: own }), last.chain_digest, last.sequence + 1],
      ]);
      ofRun.set(event.workflow_run_id, event);
      last = event;
    }
    expect(ofRun.size).toBe(4);
  });

  test('links only to pages that exist', () => {
    for (const [, file = ''] of page.matchAll(/\]\(([\w./-]+\.md)/g))
      expect(() => readFileSync(join(ROOT, 'docs', file)), file).not.toThrow();
  });
});
