import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/** Formats TypeScript like the rest of the repository. */
export const formatted = (text: string): string =>
  execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=client/made.ts'], {
    input: text,
    encoding: 'utf8',
  });
