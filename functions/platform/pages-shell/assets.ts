import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Asset } from '../http/pages/page-route.ts';

/** The files that pages reference, with their media types. */
const FILES = {
  'style.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
  'redoc.js': 'text/javascript; charset=utf-8',
} as const;

/** Bundles of packages. A bundled function has them beside the other files. */
const PACKAGES: Readonly<Record<string, string>> = { 'redoc.js': 'redoc/bundles/redoc.standalone.js' };

/** The logo of its maker, which Redoc would request from them. */
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

/** The stylesheet and the scripts of all pages; read once. */
export const assets: readonly Asset[] = Object.entries(FILES).map(([name, type]) => ({
  path: `/console/assets/${name}`,
  type,
  bytes: bytesOf(name),
}));

/** A stylesheet without what only its readers need: comments and indentation. No value of ours contains either. */
function servedStyle(text: string): string {
  return text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\n\s*/g, '\n');
}

function bytesOf(name: string): Uint8Array {
  const own = join(import.meta.dirname, 'assets', name);
  const module = PACKAGES[name];
  if (name.endsWith('.css')) return Buffer.from(servedStyle(readFileSync(own, 'utf8')));
  if (module === undefined || existsSync(own)) return readFileSync(own);
  const text = readFileSync(fileURLToPath(import.meta.resolve(module)), 'utf8');
  return Buffer.from(text.replaceAll(LOGO, 'data:,'));
}
