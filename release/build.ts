import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent } from '../agent/build.ts';
import { buildCli } from '../cli/package/build.ts';
import { currentDocument } from '../client/current-document.ts';
import { buildClient } from './build-client.ts';
import { buildDeployment } from './build-deployment.ts';
import { buildExecutables } from './build-executables.ts';
import { buildService } from './build-service.ts';
import { writeContainerFiles } from './container-files.ts';
import { nodeBuilds } from './node-builds.ts';
import { ROOT } from './root.ts';
import { softwareList } from './software-list.ts';

/** What builds each package of a release into a folder. */
export const PACKAGES = [buildCli, buildAgent, buildClient, buildService, buildDeployment];

/** The names of the files of a release, and a sentence for each that it lacks. */
interface Release {
  files: string[];
  leftOut: string[];
}

/**
 * `npm run release`: the packages of the command line, the agent, the client, the service and its deployment, the
 * executables, the OpenAPI document, the files that build container images and deploy a server, the list of software,
 * and the checksums of all. Two builds of one commit are equal byte for byte: `npm pack` writes no time.
 */
export async function buildRelease(folder: string, packages = PACKAGES): Promise<Release> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const buildPackage of packages) await pack(folder, buildPackage);
  const leftOut = await inTemporaryFolder(async (work) => {
    const builds = nodeBuilds(work);
    await buildExecutables(folder, work, builds.nodes);
    return builds.leftOut;
  });
  writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(currentDocument(), null, 2)}\n`);
  writeFileSync(join(folder, 'sbom.cdx.json'), softwareList());
  writeContainerFiles(folder);
  cpSync(join(ROOT, 'deploy'), folder, { recursive: true });
  const files = readdirSync(folder).sort();
  writeFileSync(join(folder, 'SHA256SUMS'), files.map((file) => `${digestOf(join(folder, file))}  ${file}\n`).join(''));
  return { files: [...files, 'SHA256SUMS'], leftOut };
}

/** Builds a package, and packs it into a folder. */
export const pack = (folder: string, buildPackage: (folder: string) => Promise<string>): Promise<void> =>
  inTemporaryFolder(async (work) => {
    const built = await buildPackage(join(work, 'package'));
    execFileSync('npm', ['pack', built, '--silent', '--pack-destination', folder], { cwd: work });
  });

async function inTemporaryFolder<T>(build: (work: string) => Promise<T>): Promise<T> {
  const work = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    return await build(work);
  } finally {
    rmSync(work, { recursive: true });
  }
}

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

if (import.meta.main) {
  const folder = join(ROOT, 'dist/release');
  const { files, leftOut } = await buildRelease(folder);
  for (const file of files) process.stdout.write(`${join(folder, file)}\n`);
  for (const sentence of leftOut) process.stderr.write(`${sentence}\n`);
  // What publishes a release stops here.
  if (leftOut.length > 0) process.exitCode = 1;
}
