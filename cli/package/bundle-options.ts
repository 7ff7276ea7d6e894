import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** The root of the checkout, from which entry points are named. */
export const ROOT = join(import.meta.dirname, '../..');

/** What the bundles of all packages for Node.js share: small, without comments, and with a list of what is inside. */
export const NODE_BUNDLE = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} satisfies BuildOptions;
