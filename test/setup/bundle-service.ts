import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');
/** CommonJS among what is bundled asks for the runtime's modules this way. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";
/** How the service names the file of its threads, which is bundled beside it. */
const THREAD = "join(import.meta.dirname, 'work-thread.ts')";

/**
 * Before the first test that starts services: the service in a few files, which start in less than half the time of its thousand
 * sources, and its threads. Files that it reads beside its sources stay where they are. The demo starts the sources themselves.
 */
export async function setup(): Promise<void> {
  if (process.env.SERVICE_BUNDLE !== undefined) return;
  const outdir = join(ROOT, 'node_modules/.cache/test-service');
  process.env.SERVICE_BUNDLE = join(outdir, 'standalone.mjs');
  let foundThread = false;
  await build({
    absWorkingDir: ROOT,
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
            const contents = text
              .replaceAll(THREAD, JSON.stringify(join(outdir, 'work-thread.mjs')))
              .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
            return { loader: 'ts', contents };
          }),
      },
    ],
  });
  if (!foundThread) throw new Error(`the service does not name its threads by ${THREAD} any more`);
}
