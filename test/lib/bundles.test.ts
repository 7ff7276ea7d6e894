import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AWS_VARIABLES } from '../../functions/platform/settings/config.ts';
import { deployedService } from './deployed-service.ts';

const families = readdirSync('functions', { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[\w-]+\/handler\.ts$/.test(file))
  .map((file) => file.split('/')[0] ?? '');
const handlers = deployedService()
  .ofType('AWS::Lambda::Function')
  .map(({ Properties }) => String(Properties.Handler));

let folder: string;
beforeAll(async () => {
  // Far from node_modules, as on Lambda.
  folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  // As lib/constructs/service-function.ts has it bundled, but for the names, which a reader of a failure may want.
  await build({
    entryPoints: families.map((family) => ({ in: `functions/${family}/handler.ts`, out: family })),
    ...{ outdir: folder, outExtension: { '.js': '.mjs' }, bundle: true, platform: 'node', format: 'esm' },
    ...{ target: 'node24', mainFields: ['module', 'main'], conditions: ['module'], keepNames: true, logLevel: 'error' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  cpSync('functions/platform/pages-shell/assets', join(folder, 'assets'), { recursive: true });
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what is deployed starts by itself, and has every handler that the functions of the stack are to call', async () => {
  const code = `
    globalThis.awslambda = { streamifyResponse: (handler) => handler };
    const bundles = await Promise.all(${JSON.stringify(families)}.map((name) => import(\`./\${name}.mjs\`)));
    console.log(JSON.stringify(bundles.flatMap((bundle) => Object.keys(bundle).map((name) => \`index.\${name}\`))));`;
  const values = Object.fromEntries(AWS_VARIABLES.map((name) => [name, `arn:aws:test:eu-west-1:1:${name}`]));
  const env = { PATH: process.env.PATH, AWS_REGION: 'eu-west-1', ...values, SVC_QUEUE_URL: 'https://sqs.test/1/q' };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    env: { ...env, SVC_DEAD_LETTER_QUEUE_URL: 'https://sqs.test/1/d' },
  });
  const exported: string[] = JSON.parse(stdout);
  expect(exported.toSorted()).toEqual(handlers.toSorted());
}, 180_000);
