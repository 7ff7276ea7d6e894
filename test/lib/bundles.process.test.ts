import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTION_ENTRIES } from '../../functions/composition/aws/function-entries.ts';
import { AWS_VARIABLES } from '../../functions/platform/settings/config.ts';
import { sqlText } from '../../functions/recordings/domain/calls/sql-text.ts';
import { withoutEditor } from '../../lib/without-editor.ts';
import { packDeployment } from '../../release/build-deployment.ts';
import { ownerOf, type Resource } from './deployed-service.ts';
import { FIRST_EVENT, kindOfFunction } from './first-event.ts';
import { functionBundles } from './function-bundles.ts';

const entries = [...FUNCTION_ENTRIES.keys()];
const run = promisify(execFile);

/** Far from node_modules, as on Lambda. */
const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const output = join(folder, 'cdk.out');
beforeAll(async () => {
  // With every function that a deployment may have.
  await run('npm', ['run', '-s', 'synth', '--', '--output', output, '--context', 'archiveYears=1']);
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

  test('has a bundle for each entry, which starts by itself, and answers if the API calls it', async () => {
    expect(handlers.size).toBe(entries.length);
    const code = `${FIRST_EVENT}
      console.log(typeof handler, status);`;
    const values = Object.fromEntries(AWS_VARIABLES.map((name) => [name, `arn:aws:test:eu-west-1:1:${name}`]));
    const env = { PATH: process.env.PATH, AWS_REGION: 'eu-west-1', ...values, SVC_QUEUE_URL: 'https://sqs.test/1/q' };
    for (const [asset, name] of handlers) {
      const kind = kindOfFunction(ownerOf(name));
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code, kind], {
        cwd: join(output, asset),
        env: {
          ...env,
          SVC_DEAD_LETTER_QUEUE_URL: 'https://sqs.test/1/d',
          // The stage says it to functions of the API.
          ...(kind === 'no API' && { SVC_PUBLIC_URL: 'https://replay.shop.test' }),
        },
      });
      expect(stdout, name).toBe(`function ${kind === 'no API' ? null : 404}\n`);
    }
  });
});

test('each asset has only its entry and the chunks that it reaches', () => {
  for (const asset of readdirSync(output).filter((name) => /^asset\.\w+$/.test(name))) {
    const files = readdirSync(join(output, asset)).filter((name) => name.endsWith('.mjs'));
    const reached = new Set<string>();
    const reach = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      const code = readFileSync(join(output, asset, file), 'utf8');
      for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*\(?"\.\/([\w.-]+\.mjs)"/g)) reach(imported);
    };
    reach('index.mjs');
    expect(files.toSorted(), asset).toEqual([...reached].toSorted());
  }
});

test('a released package synthesizes the same template with a second bundling, so that its assets have the same names', async () => {
  const released = join(folder, 'released');
  await packDeployment(released, await functionBundles());
  expect(existsSync(join(released, 'npm-shrinkwrap.json'))).toBe(true);
  symlinkSync(join(import.meta.dirname, '../../lib/node_modules'), join(released, 'node_modules'));
  const again = join(folder, 'again');
  const cdk = join(released, 'node_modules/.bin/cdk');
  await run(cdk, ['synth', '--quiet', '--output', again, '--context', 'archiveYears=1'], { cwd: released });
  const templateOf = (out: string) => JSON.parse(readFileSync(join(out, 'ReplayService.template.json'), 'utf8'));
  expect(templateOf(again)).toEqual(templateOf(output));
  const assetsOf = (out: string) =>
    readdirSync(out)
      .filter((name) => name.startsWith('asset.'))
      .sort();
  expect(assetsOf(again)).toEqual(assetsOf(output));
  expect(readFileSync(join(released, 'app.mjs')).includes(join(import.meta.dirname, '../..'))).toBe(false);
});

test('the tokenizer of SQL reads statements without the editor that its package is made for', async () => {
  const file = join(folder, 'sql-text.mjs');
  await build({
    entryPoints: ['functions/recordings/domain/calls/sql-text.ts'],
    outfile: file,
    plugins: [withoutEditor],
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const { sqlText: bundled }: { sqlText: typeof sqlText } = await import(file);
  for (const statement of STATEMENTS) expect(bundled(statement)).toEqual(sqlText(statement));
  expect(sqlText(STATEMENTS[0]).literals).toEqual(["'a'", '1']);
});

/** PostgreSQL and MySQL, with comments, quotes and text outside SQL. */
const STATEMENTS = [
  "SELECT id FROM tasks WHERE title = 'a' AND list = 1 -- by hand",
  'insert into `tasks` (`title`) values ("it\\"s"), (?)',
  "/* traceparent='00' */ select $1::text, E'a\\n', $$body$$ from \"Tasks\" where id in (1, 2, 3)",
  'bogus ~ not sql }{ 12',
] as const;

test('the schemas of S3 are those of the operations that the service uses', () => {
  for (const name of readdirSync(output).filter((file) => file.endsWith('.meta.json'))) {
    const { outputs }: Metafile = JSON.parse(readFileSync(join(output, name), 'utf8'));
    const schemas = Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).filter(([input]) => input.endsWith('client-s3/dist-es/schemas/schemas_0.js')),
    );
    expect(schemas, name).toHaveLength(1);
    // All operations of S3 have 66,000.
    expect(schemas[0]?.[1].bytesInOutput, name).toBeLessThan(20_000);
  }
});

describe('the bundles', () => {
  /** Sources of each bundle. */
  const inputs = new Map<string, string[]>();
  beforeAll(() => {
    for (const file of readdirSync(output).filter((name) => name.endsWith('.meta.json'))) {
      const { outputs }: Metafile = JSON.parse(readFileSync(join(output, file), 'utf8'));
      const main = Object.values(outputs).find(({ entryPoint }) => entryPoint?.startsWith('entry:'));
      const used = Object.values(outputs).flatMap(({ inputs: sources }) =>
        Object.entries(sources).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
      );
      inputs.set((main?.entryPoint ?? '').replace('entry:', ''), used);
    }
    expect([...inputs.keys()].toSorted()).toEqual(entries.toSorted());
  });
  const holders = (part: RegExp) => entries.filter((entry) => inputs.get(entry)?.some((input) => part.test(input)));

  test.for<[what: string, part: RegExp, holders: string[]]>([
    [
      'the HTTP client',
      /node_modules\/undici\//,
      [
        'analysis/steps',
        'login/api',
        'mocks/api',
        'noise/steps',
        'notifications/notifier',
        'replay/steps',
        'trials/api',
      ],
    ],
    ['the language model', /node_modules\/ai\//, ['analysis/steps', 'noise/steps']],
    ['mail', /node_modules\/@aws-sdk\/client-sesv2\//, ['notifications/notifier']],
    ['protobuf', /node_modules\/protobufjs\//, ['logs/api']],
    ['providers of logins', /node_modules\/oauth4webapi\//, ['login/api']],
    [
      // The functions whose log lines become metrics (lib/constructs/observability/outcomes.ts, SETTLING).
      'the settling of rounds',
      /functions\/findings\/service\/settlement\.ts$/,
      [
        'evaluation/api',
        'evaluation/policy-ticker',
        'evaluation/run-sweeper',
        'evaluation/steps',
        'findings/api',
        'findings/steps',
        'notifications/sweeper',
        'report/api',
      ],
    ],
    ['the writer of OpenAPI documents', /open-api-document/, []],
  ])('contain %s only for the capabilities that use it', ([, part, expected]) => {
    expect(holders(part).toSorted()).toEqual(expected);
  });
});
