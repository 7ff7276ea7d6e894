import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { FUNCTION_ENTRIES } from '../functions/composition/aws/function-entries.ts';
import { literalSchemaKeys } from './literal-schema-keys.ts';
import { withoutEditor } from './without-editor.ts';

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

/**
 * Writes the bundle of a function into a folder: `index.mjs`, and the chunks that it reaches. Says what weighs how
 * much.
 */
export type WriteBundle = (name: string, folder: string) => Pick<Metafile, 'outputs'>;

/**
 * Bundles every function of AWS in one call of esbuild, which reads each file of a package once and puts it into a
 * chunk that functions share. Files of the service are read once for each function, under a path that begins with the
 * function's name: in a chunk that functions share, each would load what the others use of a file.
 */
export async function bundleFunctions(): Promise<WriteBundle> {
  const root = mkdtempSync(join(tmpdir(), 'bundles-'));
  try {
    const folders = linkedFolders(root);
    const { metafile, outputFiles } = await build({
      // Paths below it decide the names of chunks, so it may be anywhere.
      absWorkingDir: root,
      preserveSymlinks: true,
      entryPoints: [...folders.keys()].map((name) => ({ in: `${ENTRY}:${name}`, out: fileOf(name) })),
      plugins: [entries(folders), withoutEditor, literalSchemaKeys],
      outdir: root,
      write: false,
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
    const contents = new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
    return (name, folder) => {
      const outputs = reachedFrom(`${fileOf(name)}.mjs`, metafile);
      for (const [file, { entryPoint }] of Object.entries(outputs)) {
        const bytes = contents.get(file);
        if (bytes === undefined) throw new Error(`esbuild made no ${file}`);
        writeFileSync(join(folder, entryPoint?.startsWith(`${ENTRY}:`) ? 'index.mjs' : file), bytes);
      }
      return { outputs };
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** A folder for each function, in which the files of the service have a path of their own and the packages have not. */
function linkedFolders(root: string): ReadonlyMap<string, string> {
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return new Map(
    [...FUNCTION_ENTRIES.keys()].map((name) => {
      const folder = join(root, fileOf(name));
      mkdirSync(folder);
      for (const linked of ['functions', 'package.json']) symlinkSync(join(ROOT, linked), join(folder, linked));
      return [name, folder];
    }),
  );
}

const ENTRY = 'entry';

/** Gives esbuild the source of each entry. */
const entries = (folders: ReadonlyMap<string, string>): Plugin => ({
  name: ENTRY,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice(ENTRY.length + 1), namespace: ENTRY }));
    onLoad({ filter: /./, namespace: ENTRY }, ({ path: name }) => ({
      contents: FUNCTION_ENTRIES.get(name) ?? '',
      resolveDir: join(folders.get(name) ?? '', 'functions/composition/aws'),
    }));
  },
});

const fileOf = (name: string): string => name.replace('/', '-');

/** The outputs that a file loads now or later, and itself. */
function reachedFrom(file: string, { outputs }: Metafile): Metafile['outputs'] {
  const reached: Metafile['outputs'] = {};
  const reach = (path: string) => {
    if (reached[path]) return;
    const output = outputs[path];
    if (output === undefined) throw new Error(`no capability declares the function of ${path}`);
    reached[path] = output;
    for (const { path: imported, external } of output.imports) if (!external) reach(imported);
  };
  reach(file);
  return reached;
}
