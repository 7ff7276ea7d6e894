import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { licensesOf } from '../cli/package/licenses-of.ts';
import { assets } from '../functions/platform/pages-shell/assets.ts';
import { NODE_ARGUMENTS } from '../functions/platform/standalone/node-arguments.ts';
import { withoutEditor } from '../lib/without-editor.ts';
import { copyPackage } from './copy-package.ts';
import { type NamedPlace, namedPlaces } from './named-places.ts';
import { ROOT, rootManifest } from './root.ts';

/** The oldest Node that runs the service. Stated in docs/install.md too. */
const MIN_NODE = 24;
/** It loads a file of its own in each thread, from where it is. */
const THREADS = 'piscina';

const PLACES: readonly NamedPlace[] = [
  { source: 'bin/standalone.ts', named: "'../node_modules/.cache/compiled'", place: "'.cache/compiled'" },
  {
    source: 'bin/standalone/work-thread.ts',
    named: "'../../node_modules/.cache/compiled'",
    place: "'.cache/compiled'",
  },
  { source: 'bin/standalone/machines.ts', named: "'../../state-machines'", place: "'state-machines'" },
  { source: 'bin/standalone/world.ts', named: "'work-thread.ts'", place: "'work-thread.mjs'" },
];

/** Starts first, in a syntax that every Node reads. */
const LAUNCHER = `#!/usr/bin/env -S node ${NODE_ARGUMENTS.join(' ')}
if (Number.parseInt(process.versions.node, 10) >= ${MIN_NODE}) import('./standalone.mjs');
else {
  console.error('replay-service needs Node ${MIN_NODE} or newer, this is ' + process.versions.node);
  process.exitCode = 1;
}
`;

const README = `# replay-service

The Replay Regression Service in one process, with one SQLite file. Needs Node ${MIN_NODE} or newer.

    npx --package ./replay-regression-service-<version>.tgz replay-service

It listens on http://localhost:8090, stores its data in ./data, and prints a link to log in.
`;

/** Bundled CommonJS code requires the runtime's modules through this. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";

/** Bundles the standalone service into a package that starts without a checkout; returns its folder. */
export async function buildService(folder: string): Promise<string> {
  const places = namedPlaces(PLACES);
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['standalone', 'standalone/work-thread'].map((name) => ({
      in: `bin/${name}.ts`,
      out: basename(name),
    })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: `node${MIN_NODE}`,
    format: 'esm',
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    legalComments: 'none',
    banner: { js: REQUIRE },
    external: [THREADS],
    metafile: true,
    logLevel: 'warning',
    plugins: [withoutEditor, places.plugin],
  });
  places.check();
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const { path, bytes } of assets) writeFileSync(join(folder, 'assets', basename(path)), bytes);
  cpSync(join(ROOT, 'state-machines'), join(folder, 'state-machines'), { recursive: true });
  // Its optional native package only changes priorities of processes.
  const threads = copyPackage(folder, THREADS, /\.(?:map|ts)$/);
  writeFileSync(join(folder, 'replay-service.mjs'), LAUNCHER, { mode: 0o755 });
  writeFileSync(join(folder, 'README.md'), README);
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf([...Object.keys(metafile.inputs), threads.file]));
  const { version, license } = rootManifest();
  const manifest = {
    name: 'replay-regression-service',
    version,
    description: 'Replays recorded requests against a new build and says what changed, before release.',
    license,
    type: 'module',
    bin: { 'replay-service': 'replay-service.mjs' },
    files: ['*.mjs', 'assets', 'state-machines', 'README.md', 'LICENSES.txt'],
    engines: { node: `>=${MIN_NODE}` },
    dependencies: { [THREADS]: threads.version },
    bundleDependencies: [THREADS],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}
