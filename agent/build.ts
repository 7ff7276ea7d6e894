import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { NODE_BUNDLE, ROOT } from '../cli/package/bundle-options.ts';
import { licensesOf } from '../cli/package/licenses-of.ts';

const HOOK_STATE = 'lib/register.js';

/**
 * The state of import hooks is one file: the source that the hooks generate imports it by its address, and the agent
 * requires the same.
 */
const SHARED_HOOK_STATE: Plugin = {
  name: 'shared-hook-state',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/lib\/register(?:\.js)?$/ }, ({ importer }) =>
      importer.includes('import-in-the-middle') ? { path: `./${HOOK_STATE}`, external: true } : undefined,
    ),
};

const COMMON = { ...NODE_BUNDLE, target: 'node20', plugins: [SHARED_HOOK_STATE] } satisfies BuildOptions;

/** Bundled CommonJS code requires the runtime's modules through this. */
const REQUIRE =
  "import { createRequire as __require } from 'node:module';\nconst require = __require(import.meta.url);";

/** Builds the agent as a package without dependencies, for `npm pack` or to be copied; returns its folder. */
export async function buildAgent(folder: string): Promise<string> {
  mkdirSync(join(folder, 'lib'), { recursive: true });
  const built = await Promise.all([
    build({
      ...COMMON,
      format: 'cjs',
      outdir: folder,
      outExtension: { '.js': '.cjs' },
      entryPoints: {
        agent: 'agent/entries/agent.ts',
        'delivery-worker': 'agent/entries/delivery-worker.ts',
      },
    }),
    build({
      ...COMMON,
      format: 'esm',
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      banner: { js: REQUIRE },
      entryPoints: {
        register: 'agent/entries/register.ts',
        hook: 'import-in-the-middle/hook.mjs',
      },
    }),
  ]);
  copyFileSync(join(ROOT, 'node_modules/import-in-the-middle', HOOK_STATE), join(folder, HOOK_STATE));
  // One bundle holds the state of the agent; Node finds the names that these files export.
  for (const name of ['express', 'fastify'])
    writeFileSync(join(folder, `${name}.cjs`), `exports.replayAgent = require('./agent.cjs').${name}Agent;\n`);
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = {
    name: 'replay-regression-agent',
    version,
    description: 'Records and replays a Node.js application for the Replay Regression Service.',
    license,
    exports: {
      '.': './register.mjs',
      './register': './register.mjs',
      './express': './express.cjs',
      './fastify': './fastify.cjs',
    },
    engines: { node: '>=20' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const files = built.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(files));
  return folder;
}

if (import.meta.main) process.stdout.write(`${await buildAgent(join(ROOT, 'dist/agent'))}\n`);
