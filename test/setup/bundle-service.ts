import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');
/** CommonJS among what is bundled asks for the runtime's modules this way. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";

/**
 * Before the first test that starts services: the service in one file, which starts in half the time of its thousand sources. Files that
 * it reads beside its sources stay where they are. The demo starts the sources themselves.
 */
export async function setup(): Promise<void> {
  if (process.env.SERVICE_BUNDLE !== undefined) return;
  const outfile = join(ROOT, 'node_modules/.cache/test-service/standalone.mjs');
  process.env.SERVICE_BUNDLE = outfile;
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['bin/standalone.ts'],
    outfile,
    bundle: true,
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
            return { loader: 'ts', contents: text.replaceAll('import.meta.dirname', JSON.stringify(dirname(path))) };
          }),
      },
    ],
  });
}
