import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { heldSource } from '../support/rights/held-sources.ts';

const ROOT = join(import.meta.dirname, '../..');
/** CommonJS among what is bundled asks for the runtime's modules this way. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";
/** How the service names the file of its threads, which is bundled beside it. */
const THREAD = "join(import.meta.dirname, 'work-thread.ts')";

/**
 * Before the first test that starts services: the service in a few files, which start in less than half the time of its
 * thousand sources, and its threads. Files that it reads beside its sources stay where they are. The demo starts the
 * sources themselves.
 */
export async function setup(): Promise<void> {
  if (process.env.SERVICE_BUNDLE !== undefined) return;
  const outdir = join(ROOT, 'node_modules/.cache/test-service');
  process.env.SERVICE_BUNDLE = join(outdir, 'standalone.mjs');
  let foundThread = false;
  const { metafile } = await build({
    absWorkingDir: ROOT,
    metafile: true,
    entryPoints: ['standalone', 'standalone/work-thread'].map((name) => ({
      in: `bin/${name}.ts`,
      out: basename(name),
    })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What the service imports later stays out of its start: a fifth of the processor time of one.
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    minifyWhitespace: true,
    // Log lines name errors by their classes.
    keepNames: true,
    banner: { js: REQUIRE },
    // Its own threads load its files from where it is.
    external: ['piscina'],
    logLevel: 'warning',
    plugins: [
      {
        name: 'own-folder',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            const text = await readFile(path, 'utf8');
            foundThread ||= text.includes(THREAD);
            const contents = (heldSource(path, text) ?? text)
              .replaceAll(THREAD, JSON.stringify(join(outdir, 'work-thread.mjs')))
              .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
            return { loader: 'ts', contents };
          }),
      },
    ],
  });
  await removeOlder(outdir, new Set(Object.keys(metafile.outputs).map((path) => basename(path))));
  if (!foundThread) throw new Error(`the service does not name its threads by ${THREAD} any more`);
}

/** Bundles of earlier sources, which no run uses that may still be under way. */
const MAX_AGE_MS = 86_400_000;

/** Removes bundles of earlier sources: each has files of other names. */
async function removeOlder(folder: string, current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (!current.has(name) && Date.now() - (await stat(file)).mtimeMs > MAX_AGE_MS) await rm(file, { force: true });
  }
}
