import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { document } from './all-endpoints.ts';

test('the OpenAPI document is valid OpenAPI 3.1, with examples that fit their schemas (interface 13)', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'openapi-'));
  const file = join(directory, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const config = join(import.meta.dirname, 'redocly.yaml');
  const linted = await promisify(execFile)(
    process.execPath,
    [cli, 'lint', file, '--config', config, '--format', 'json'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  ).catch((fault: { stdout: string; stderr: string }) => fault);
  rmSync(directory, { recursive: true });
  expect(JSON.parse(linted.stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
});
