import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asset } from '../http/pages/page-route.ts';

/** The files of `assets/` that pages reference, with their media types. */
const FILES = {
  'style.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
} as const;

/** The stylesheet and the script of every page; read once. */
export const assets: readonly Asset[] = Object.entries(FILES).map(([name, type]) => ({
  path: `/console/assets/${name}`,
  type,
  bytes: readFileSync(join(import.meta.dirname, 'assets', name)),
}));
