import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeAddresses, writeSite } from '../../functions/composition/aws/write-bundled-files.ts';
import { AWS_VARIABLES } from '../../functions/platform/settings/config.ts';
import { bundle } from '../../lib/bundle.ts';

const entries = readdirSync('functions', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[\w-]+\/lambda\/(?!uses\b)[\w-]+\.ts$/.test(file),
);
const run = promisify(execFile);

let folder: string;
const inputs = new Map<string, readonly string[]>();
beforeAll(() => {
  // Far from node_modules, as on Lambda.
  folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  for (const entry of entries) {
    const own = join(folder, entry);
    mkdirSync(own, { recursive: true });
    const outputs = Object.values(bundle(`functions/${entry}`, own).outputs);
    inputs.set(
      entry,
      outputs.flatMap((output) =>
        Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
      ),
    );
    writeAddresses(own);
    if (entry.startsWith('console/')) writeSite(own, { openApi: true, publicUrl: 'https://replay.shop.test' });
  }
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for(entries)('%s starts by itself and exports a handler', async (entry) => {
  const code = `
    globalThis.awslambda = { streamifyResponse: (handler) => handler };
    const { handler } = await import('./index.mjs');
    console.log(typeof handler);`;
  const values = Object.fromEntries(AWS_VARIABLES.map((name) => [name, `arn:aws:test:eu-west-1:1:${name}`]));
  const env = { PATH: process.env.PATH, AWS_REGION: 'eu-west-1', ...values, SVC_QUEUE_URL: 'https://sqs.test/1/q' };
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: join(folder, entry),
    env: { ...env, SVC_DEAD_LETTER_QUEUE_URL: 'https://sqs.test/1/d' },
  });
  expect(stdout).toBe('function\n');
});

describe('a bundle has only what its capability uses', () => {
  const holders = (part: RegExp) => entries.filter((entry) => inputs.get(entry)?.some((input) => part.test(input)));

  test.for<[what: string, part: RegExp, holders: string[]]>([
    [
      'the HTTP client',
      /node_modules\/undici\//,
      [
        'analysis/lambda/steps.ts',
        'login/lambda/api.ts',
        'mocks/lambda/api.ts',
        'noise/lambda/steps.ts',
        'notifications/lambda/notifier.ts',
        'replay/lambda/steps.ts',
      ],
    ],
    ['the language model', /node_modules\/ai\//, ['analysis/lambda/steps.ts', 'noise/lambda/steps.ts']],
    ['mail', /node_modules\/@aws-sdk\/client-sesv2\//, ['notifications/lambda/notifier.ts']],
    ['protobuf', /node_modules\/protobufjs\//, ['logs/lambda/api.ts']],
    ['providers of logins', /node_modules\/oauth4webapi\//, ['login/lambda/api.ts']],
    ['the writer of OpenAPI documents', /open-api-document/, []],
  ])('%s', ([, part, expected]) => {
    expect(holders(part).toSorted()).toEqual(expected);
  });
});
