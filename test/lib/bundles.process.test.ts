import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTION_ENTRIES } from '../../functions/composition/aws/function-entries.ts';
import { AWS_VARIABLES } from '../../functions/platform/settings/config.ts';
import type { Resource } from './deployed-service.ts';

const entries = [...FUNCTION_ENTRIES.keys()];
const run = promisify(execFile);

/** Far from node_modules, as on Lambda. */
const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const output = join(folder, 'cdk.out');
beforeAll(async () => {
  await run('npm', ['run', '-s', 'synth', '--', '--output', output]);
}, 600_000);

describe('the output of `npm run synth`', () => {
  const handlers = new Map<string, string>();
  beforeAll(() => {
    const template: { Resources: Record<string, Resource> } = JSON.parse(
      readFileSync(join(output, 'ReplayService.template.json'), 'utf8'),
    );
    for (const [name, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type !== 'AWS::Lambda::Function') continue;
      const { S3Key } = Properties.Code as { S3Key: string }; // the template is untyped JSON
      handlers.set(`asset.${S3Key.replace('.zip', '')}`, name);
    }
  });

  test('has a bundle for each entry, which starts by itself and exports a handler', async () => {
    expect(handlers.size).toBe(entries.length);
    const code = `
      globalThis.awslambda = { streamifyResponse: (handler) => handler };
      const { handler } = await import('./index.mjs');
      console.log(typeof handler);`;
    const values = Object.fromEntries(AWS_VARIABLES.map((name) => [name, `arn:aws:test:eu-west-1:1:${name}`]));
    const env = { PATH: process.env.PATH, AWS_REGION: 'eu-west-1', ...values, SVC_QUEUE_URL: 'https://sqs.test/1/q' };
    for (const [asset, name] of handlers) {
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: join(output, asset),
        env: { ...env, SVC_DEAD_LETTER_QUEUE_URL: 'https://sqs.test/1/d' },
      });
      expect(stdout, name).toBe('function\n');
    }
  });
});

describe('the bundles', () => {
  /** Sources of each bundle. */
  const inputs = new Map<string, string[]>();
  beforeAll(() => {
    for (const file of readdirSync(output).filter((name) => name.endsWith('.meta.json'))) {
      const { outputs }: Metafile = JSON.parse(readFileSync(join(output, file), 'utf8'));
      const [, main] = Object.entries(outputs).find(([name]) => name.endsWith('/index.mjs')) ?? [];
      const used = Object.values(outputs).flatMap(({ inputs: sources }) =>
        Object.entries(sources).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
      );
      inputs.set((main?.entryPoint ?? '').replace('functions/composition/aws/', ''), used);
    }
    expect([...inputs.keys()].toSorted()).toEqual(entries.toSorted());
  });
  const holders = (part: RegExp) => entries.filter((entry) => inputs.get(entry)?.some((input) => part.test(input)));

  test.for<[what: string, part: RegExp, holders: string[]]>([
    [
      'the HTTP client',
      /node_modules\/undici\//,
      ['analysis/steps', 'login/api', 'mocks/api', 'noise/steps', 'notifications/notifier', 'replay/steps'],
    ],
    ['the language model', /node_modules\/ai\//, ['analysis/steps', 'noise/steps']],
    ['mail', /node_modules\/@aws-sdk\/client-sesv2\//, ['notifications/notifier']],
    ['protobuf', /node_modules\/protobufjs\//, ['logs/api']],
    ['providers of logins', /node_modules\/oauth4webapi\//, ['login/api']],
    ['the writer of OpenAPI documents', /open-api-document/, []],
  ])('contain %s only for the capabilities that use it', ([, part, expected]) => {
    expect(holders(part).toSorted()).toEqual(expected);
  });
});
