import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { cliStage } from '../cli/cli-stage.ts';
import { json } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import { COMPILED } from '../support/running-service.ts';

const { sharedStage, target } = cliStage();

/** Runs `npm run smoke:aws` against the service, and says what it printed and how it ended. */
async function smoke(targetEnv: string, env: Record<string, string> = {}) {
  const stage = await sharedStage();
  const given = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...stage.env, ...env };
  return new Promise<{ code: unknown; lines: string[] }>((resolve) => {
    execFile(process.execPath, ['bin/smoke-aws.ts', '--target-env', targetEnv], { env: given }, (fault, stdout) =>
      resolve({ code: fault?.code ?? 0, lines: stdout.trim().split('\n') }),
    );
  });
}

const steps = (lines: readonly string[]) => lines.map((line) => line.replace(/:? .*? \(\d+ ms\)$|:.*$/, ''));

test('a deployment that works passes every step, and the case is gone afterwards', async () => {
  const paths: (string | undefined)[] = [];
  const url = await target((request, response) => {
    paths.push(request.url);
    json(response, { up: true });
  });
  const { code, lines } = await smoke(url);
  expect(lines.map((line) => line.replace(/:.*/, ''))).toEqual([
    'ok    the API accepts the key',
    'ok    a case is recorded',
    'ok    a replay is triggered',
    'ok    the run completes',
    'ok    the target responded to the request',
    'ok    the case is deleted',
    'the deployment works',
  ]);
  expect(code).toBe(0);
  expect(paths).toEqual(['/']);
  const { url: service, env } = await sharedStage();
  const [caseId = ''] = /smoke-[0-9a-f-]{36}/.exec(lines.join('\n')) ?? [];
  const found = await fetch(`${service}/api/recorder/cases/${caseId}`, {
    headers: { 'x-api-key': env.SVC_TOKEN ?? '' },
  });
  expect(found.status).toBe(404);
});

test('a target that no function reaches fails, and the case is deleted all the same', async () => {
  const { code, lines } = await smoke(`http://127.0.0.1:${await freePort()}`);
  expect(code).toBe(1);
  expect(steps(lines)).toEqual(expect.arrayContaining(['FAIL  the target responded to the request']));
  expect(lines.at(-2)).toMatch(/^ok {4}the case is deleted/);
  expect(lines.at(-1)).toMatch(/^FAIL /);
});

test('a key that the service does not know fails at the first step', async () => {
  const { code, lines } = await smoke('http://127.0.0.1:1', { SVC_TOKEN: 'unknown' });
  expect(code).toBe(1);
  expect(lines[0]).toBe('FAIL  the API accepts the key');
  expect(lines[1]).toContain('does not accept the credential');
});
