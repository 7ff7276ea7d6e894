import { join } from 'node:path';
import { buildRelease, PACKAGES } from '../../../release/build.ts';
import { buildDeployment } from '../../../release/build-deployment.ts';
import { madeOnce } from '../made/made-once.ts';
import { sourcesDigest } from '../made/sources-digest.ts';

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/test-release');

/** What a release follows from. */
const SOURCES = [
  '{agent,bin,cli,client,functions,lib,proxies,release,worker}/**/*.{ts,css,js,svg,json}',
  'state-machines/*.json',
  'deploy/*',
  '{package,package-lock}.json',
];

/** A test of its own has the deployment, whose functions take long to bundle. */
export const QUICK = PACKAGES.filter((build) => build !== buildDeployment);

/**
 * The folder of a release of the present sources, without the deployment to AWS. Tests share it, and write nothing to
 * it.
 */
export const builtRelease = (): Promise<string> =>
  madeOnce(join(CACHE, sourcesDigest(SOURCES)), async (work) => {
    const { leftOut } = await buildRelease(work, QUICK);
    if (leftOut.length > 0) throw new Error(leftOut.join('\n'));
  });
