import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { licensesOf } from '../cli/package/licenses-of.ts';
import { FUNCTION_ENTRIES } from '../functions/composition/aws/function-entries.ts';
import { assets } from '../functions/platform/pages-shell/assets.ts';
import { storeBundles } from '../lib/built-bundles.ts';
import { bundleFunctions, type WriteBundle } from '../lib/bundle.ts';
import { type NamedPlace, namedPlaces } from './named-places.ts';
import { ROOT, rootManifest } from './root.ts';

const README = `# replay-regression-aws

The Replay Regression Service for an AWS account: a CDK app with the bundles of its functions. Needs Node 24 or newer.

    tar xzf replay-regression-aws-<version>.tgz && cd package
    npm ci
    npx cdk synth
    npx cdk bootstrap
    npx cdk deploy --context settings=SVC_REPLAY_OPENAPI=true

cdk.json has the context that decides network, addresses and settings.
`;

const PLACES: readonly NamedPlace[] = [
  { source: 'lib/constructs/workflow.ts', named: "'../../state-machines'", place: "'state-machines'" },
  { source: 'lib/constructs/service-function.ts', named: "'../../functions'", place: "'functions'" },
];

/** Builds the deployment to AWS into a package that deploys without a checkout; returns its folder. */
export async function buildDeployment(folder: string): Promise<string> {
  return packDeployment(folder, await bundleFunctions());
}

/** The same with bundles that are there. @internal */
export async function packDeployment(folder: string, writeBundle: WriteBundle): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const places = namedPlaces(PLACES);
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['lib/released-app.ts'],
    outfile: join(folder, 'app.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    legalComments: 'none',
    external: ['aws-cdk-lib', 'aws-cdk-lib/*', 'cdk-nag', 'constructs'],
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
    plugins: [places.plugin],
  });
  places.check();
  storeBundles(join(folder, 'functions'), FUNCTION_ENTRIES.keys(), writeBundle);
  cpSync(join(ROOT, 'state-machines'), join(folder, 'state-machines'), { recursive: true });
  mkdirSync(join(folder, 'assets'));
  for (const { path, bytes } of assets) writeFileSync(join(folder, 'assets', basename(path)), bytes);
  writeFileSync(join(folder, 'README.md'), README);
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(Object.keys(metafile.inputs)));
  writeManifests(folder);
  return folder;
}

/** What `npm ci` and `cdk` read. */
function writeManifests(folder: string): void {
  const { version, license } = rootManifest();
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'lib/package.json'), 'utf8'));
  const manifest = {
    name: 'replay-regression-aws',
    version,
    description: 'Deploys the Replay Regression Service to an AWS account.',
    license,
    type: 'module',
    engines: { node: '>=24' },
    dependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(ROOT, 'lib/package-lock.json'), join(folder, 'npm-shrinkwrap.json'));
  const settings = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));
  writeFileSync(join(folder, 'cdk.json'), `${JSON.stringify({ ...settings, app: 'node app.mjs' }, null, 2)}\n`);
}
