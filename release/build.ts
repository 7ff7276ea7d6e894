import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent } from '../agent/build.ts';
import { buildCli } from '../cli/package/build.ts';
import { currentDocument } from '../client/current-document.ts';
import { buildClient } from './build-client.ts';
import { buildDeployment } from './build-deployment.ts';
import { buildExecutable } from './build-executable.ts';
import { buildService } from './build-service.ts';
import { writeContainerFiles } from './container-files.ts';
import { ROOT } from './root.ts';
import { softwareList } from './software-list.ts';

/** What builds each package of a release into a folder. */
export const PACKAGES = [buildCli, buildAgent, buildClient, buildService, buildDeployment];

/**
 * `npm run release`: the packages of the command line, the agent, the client, the service and its deployment, the OpenAPI document, the files
 * that build container images, the list of software, and the checksums of all. Two builds of one commit are equal byte for
 * byte: `npm pack` writes no time. Returns the names of the files.
 */
export async function buildRelease(folder: string, packages = PACKAGES): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const buildPackage of packages) await pack(folder, buildPackage);
  await inTemporaryFolder((work) => buildExecutable(folder, work));
  writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(currentDocument(), null, 2)}\n`);
  writeFileSync(join(folder, 'sbom.cdx.json'), softwareList());
  writeContainerFiles(folder);
  const files = readdirSync(folder).sort();
  writeFileSync(join(folder, 'SHA256SUMS'), files.map((file) => `${digestOf(join(folder, file))}  ${file}\n`).join(''));
  return [...files, 'SHA256SUMS'];
}

/** Builds a package, and packs it into a folder. */
export const pack = (folder: string, buildPackage: (folder: string) => Promise<string>): Promise<void> =>
  inTemporaryFolder(async (work) => {
    const built = await buildPackage(join(work, 'package'));
    execFileSync('npm', ['pack', built, '--silent', '--pack-destination', folder], { cwd: work });
  });

async function inTemporaryFolder(build: (work: string) => Promise<void>): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    await build(work);
  } finally {
    rmSync(work, { recursive: true });
  }
}

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

if (import.meta.main) {
  const folder = join(ROOT, 'dist/release');
  for (const file of await buildRelease(folder)) process.stdout.write(`${join(folder, file)}\n`);
}
