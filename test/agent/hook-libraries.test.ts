import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Calls } from '../../agent/core/calls.ts';
import { agentWarnings } from '../../agent/core/warnings.ts';
import { hookLibraries } from '../../agent/hook-libraries.ts';

test('an unsupported version of a library is named in one line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'libraries-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, version] of [
    ['ioredis', '7.0.0'],
    ['jose', '6.0.0'],
  ]) {
    const library = join(folder, 'node_modules', `${name}`);
    await mkdir(library, { recursive: true });
    await writeFile(join(library, 'package.json'), JSON.stringify({ name, version, main: 'index.js' }));
    await writeFile(join(library, 'index.js'), 'exports.jwtVerify = () => {};');
  }
  vi.stubGlobal('require', { cache: {} }); // the agent is built as CommonJS
  const lines: string[] = [];
  const options = { calls: {} as Calls, targets: new Map(), maxBodyBytes: 1 }; // no call is made
  hookLibraries({ ...options, warnings: agentWarnings((line) => lines.push(line)) });

  const load = createRequire(join(folder, 'app.js'));
  load('ioredis');
  load('jose');
  expect(lines).toEqual([
    'replay agent: ioredis 7.0.0 is not observed, its calls are neither recorded nor answered (versions that are: >=5 <7)\n',
  ]);
});
