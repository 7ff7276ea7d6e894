import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What Redocly says of an OpenAPI document by a configuration, as JSON: `totals` and `problems`. */
export async function lintedDocument(document: unknown, config: string): Promise<unknown> {
  const directory = mkdtempSync(join(tmpdir(), 'openapi-'));
  const file = join(directory, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const linted = await promisify(execFile)(
    process.execPath,
    [cli, 'lint', file, '--config', config, '--format', 'json'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  ).catch((fault: { stdout: string; stderr: string }) => fault);
  rmSync(directory, { recursive: true });
  return JSON.parse(linted.stdout);
}
