import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { NODE_BUNDLE, ROOT } from './bundle-options.ts';
import { LAZY_SQLITE, SMALLER_VALIDATOR, WITHOUT_TABLES } from './bundle-plugins.ts';
import { licensesOf } from './licenses-of.ts';

/**
 * The oldest Node that runs `replay`: it has `process.getBuiltinModule`, and the libraries run on it. Stated in
 * docs/cli.md too.
 */
const MIN_NODE = [20, 16] as const;

/**
 * What starts first, in a syntax that every Node reads: the bundle of an older Node would end in a SyntaxError or a
 * stack.
 */
const LAUNCHER = `#!/usr/bin/env node
// Of a command that ends before it has decided.
process.exitCode = 2;
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > ${MIN_NODE[0]} || (major === ${MIN_NODE[0]} && minor >= ${MIN_NODE[1]})) import('./cli.mjs');
else console.error('replay needs Node ${MIN_NODE.join('.')} or newer, this is ' + process.versions.node);
`;

const README = `# replay

The command line of the Replay Regression Service: records requests, replays them against a new build and says what changed.

    npx replay --help
    npx replay doctor

Set SVC_URL to the address of the service, and SVC_TOKEN to an API key. Needs Node ${MIN_NODE.join('.')} or newer.
`;

/** Bundled CommonJS code requires the runtime's modules through this. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";

const ENTRY = 'bin/replay.ts';

const BUNDLE = {
  ...NODE_BUNDLE,
  plugins: [LAZY_SQLITE, WITHOUT_TABLES, SMALLER_VALIDATOR],
} satisfies BuildOptions;

/** Bundles `replay` for a single executable, whose Node is this one; returns the files that it was bundled from. */
export async function bundleExecutable(file: string): Promise<string[]> {
  const target = `node${process.versions.node}`;
  const { metafile } = await build({ ...BUNDLE, entryPoints: [ENTRY], outfile: file, target, format: 'cjs' });
  return Object.keys(metafile.inputs);
}

/**
 * Bundles `replay` and its dependencies, beside the file that starts it, as a package without dependencies that `npx`
 * runs; returns its folder.
 */
export async function buildCli(folder: string): Promise<string> {
  rmSync(join(folder, 'parts'), { recursive: true, force: true });
  const { metafile } = await build({
    ...BUNDLE,
    entryPoints: [{ in: ENTRY, out: 'cli' }],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    // What single commands load when they run is in files of its own, so that the others start as fast without it.
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    target: `node${MIN_NODE.join('.')}`,
    format: 'esm',
    banner: { js: REQUIRE },
  });
  mkdirSync(folder, { recursive: true });
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = {
    name: 'replay-regression-cli',
    version,
    description: 'The command line of the Replay Regression Service.',
    license,
    type: 'module',
    bin: { replay: 'replay.mjs' },
    files: ['replay.mjs', 'cli.mjs', 'parts', 'README.md', 'LICENSES.txt'],
    engines: { node: `>=${MIN_NODE.join('.')}` },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'replay.mjs'), LAUNCHER, { mode: 0o755 });
  writeFileSync(join(folder, 'README.md'), README);
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(Object.keys(metafile.inputs)));
  return folder;
}

if (import.meta.main) process.stdout.write(`${await buildCli(join(ROOT, 'dist/cli'))}\n`);
