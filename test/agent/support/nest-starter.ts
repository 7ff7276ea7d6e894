import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const MODULES = join(import.meta.dirname, '../../node_modules');
/** What `nest new --language js` writes. */
const TEMPLATES = join(MODULES, '@nestjs/schematics/dist/lib/application/files/js/src');
const FOLDER = join(MODULES, '.cache/test-nest');

/** Writes and builds the starter of Nest as its generator does; returns the file to run. */
export async function nestStarter(): Promise<string> {
  mkdirSync(join(FOLDER, 'src'), { recursive: true });
  for (const file of readdirSync(TEMPLATES).filter((name) => !name.includes('__'))) {
    const text = readFileSync(join(TEMPLATES, file), 'utf8').replaceAll(/<% if \(observe\) \{ %>[\s\S]*?<% \} %>/g, '');
    writeFileSync(join(FOLDER, 'src', file.replace(/\.js$/, '.ts')), text);
  }
  // Its only change: it says where it listens, on a free port.
  const main = readFileSync(join(FOLDER, 'src/main.ts'), 'utf8');
  writeFileSync(
    join(FOLDER, 'src/main.ts'),
    main.replace(
      /await app\.listen\([^;]*\);/,
      "await app.listen(0, '127.0.0.1');\n  console.log('listening', app.getHttpServer().address().port);",
    ),
  );
  const outfile = join(FOLDER, 'main.cjs');
  await build({
    entryPoints: [join(FOLDER, 'src/main.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    logLevel: 'warning',
  });
  return outfile;
}
