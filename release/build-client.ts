import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { licensesOf } from '../cli/package/licenses-of.ts';
import { copyPackage } from './copy-package.ts';
import { ROOT, rootManifest } from './root.ts';

/** The oldest Node that runs the client. Stated in docs/install.md too. */
const MIN_NODE = 20;
/** It sends the requests. The second one has only types, which the first one needs. */
const LIBRARIES = ['openapi-fetch', 'openapi-typescript-helpers'] as const;

const README = `# replay-regression-client

The API of the Replay Regression Service, with types. Needs Node ${MIN_NODE} or newer, or any runtime with \`fetch\`.

    import { serviceClient } from 'replay-regression-client';

    const service = serviceClient({ url: process.env.SVC_URL, apiKey: process.env.SVC_TOKEN });
    const { data, error } = await service.GET('/api/recorder/apps');
`;

/** Builds the typed client of the API as a package; returns its folder. */
export async function buildClient(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const libraries = LIBRARIES.map((name) => ({ name, ...copyPackage(folder, name, /\.(?:map|cjs|cts)$/) }));
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['client/service-client.ts'],
    outfile: join(folder, 'service-client.js'),
    format: 'esm',
    target: `node${MIN_NODE}`,
    logLevel: 'warning',
  });
  writeTypes(folder);
  writeFileSync(join(folder, 'README.md'), README);
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(libraries.map(({ file }) => file)));
  const { version, license } = rootManifest();
  const manifest = {
    name: 'replay-regression-client',
    version,
    description: 'The API of the Replay Regression Service, with types.',
    license,
    type: 'module',
    exports: { '.': { types: './service-client.d.ts', default: './service-client.js' } },
    files: ['*.js', '*.d.ts', 'README.md', 'LICENSES.txt'],
    engines: { node: `>=${MIN_NODE}` },
    dependencies: Object.fromEntries(libraries.map(({ name, version: exact }) => [name, exact])),
    bundleDependencies: LIBRARIES,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

/** The declarations of the client. The source of the paths holds types only, so it is its own declaration. */
function writeTypes(folder: string): void {
  const options = '--ignoreConfig --declaration --emitDeclarationOnly --allowImportingTsExtensions --skipLibCheck';
  const shape = `--target es2023 --module nodenext --rootDir client --outDir ${folder}`;
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...`${options} ${shape}`.split(' '), 'client/service-client.ts'], {
    cwd: ROOT,
  });
  const file = join(folder, 'service-client.d.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace("'./paths.ts'", "'./paths.js'"));
  copyFileSync(join(ROOT, 'client/paths.ts'), join(folder, 'paths.d.ts'));
}
