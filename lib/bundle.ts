import { join } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';
import { FUNCTION_ENTRIES } from '../functions/composition/aws/function-entries.ts';

const ROOT = join(import.meta.dirname, '..');

/** What packages load only in other places than Lambda. */
const NEVER_LOADED = [
  // Lambda gives its functions credentials in their environment; the SDK asks these where there are none.
  ...['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map((kind) => `@aws-sdk/credential-provider-${kind}`),
  // The SDK reads the user agents of browsers with it.
  'bowser',
  // undici parses with these on processors without SIMD, which every processor of Lambda has.
  '../llhttp/llhttp-wasm.js',
  '../milo/no-simd.js',
];

/** Bundles the function of a name into a folder: `index.mjs`, and chunks that it loads later. Says what weighs how much. */
export function bundle(name: string, folder: string): Metafile {
  const entry = FUNCTION_ENTRIES.get(name);
  if (entry === undefined) throw new Error(`no capability declares the function ${name}`);
  const { metafile } = buildSync({
    absWorkingDir: ROOT,
    stdin: { contents: entry, resolveDir: join(ROOT, 'functions/composition/aws'), sourcefile: name },
    entryNames: 'index',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    conditions: ['module'],
    minify: true,
    keepNames: true,
    external: NEVER_LOADED,
    // Bundled CommonJS packages still ask for `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    metafile: true,
    logLevel: 'error',
  });
  return metafile;
}
