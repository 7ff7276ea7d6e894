import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/**
 * Copies an installed package into the `node_modules` of a package that bundles it: its `dist` without what `leavesOut`
 * matches, its licence, and its manifest without scripts and optional dependencies. Returns where its manifest was,
 * from the root of the project, and its version.
 */
export function copyPackage(folder: string, name: string, leavesOut: RegExp): { file: string; version: string } {
  const from = join(ROOT, 'node_modules', name);
  const to = join(folder, 'node_modules', name);
  cpSync(join(from, 'dist'), join(to, 'dist'), { recursive: true, filter: (path) => !leavesOut.test(path) });
  cpSync(join(from, 'LICENSE'), join(to, 'LICENSE'));
  const { optionalDependencies, devDependencies, scripts, ...manifest } = JSON.parse(
    readFileSync(join(from, 'package.json'), 'utf8'),
  );
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return { file: `node_modules/${name}/package.json`, version: manifest.version };
}
