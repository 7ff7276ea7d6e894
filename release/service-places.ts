import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from './root.ts';

/** How sources name files beside them, and where these are in the package. */
const PLACES: readonly { source: string; named: string; place: string }[] = [
  { source: 'bin/standalone.ts', named: "'../node_modules/.cache/compiled'", place: "'.cache/compiled'" },
  {
    source: 'bin/standalone/work-thread.ts',
    named: "'../../node_modules/.cache/compiled'",
    place: "'.cache/compiled'",
  },
  { source: 'bin/standalone/machines.ts', named: "'../../state-machines'", place: "'state-machines'" },
  { source: 'bin/standalone/world.ts', named: "'work-thread.ts'", place: "'work-thread.mjs'" },
];

/** Names the files of the service by their place in the package; `check` throws if a source names one differently. */
export function servicePlaces(): { plugin: Plugin; check(): void } {
  const left = new Set(PLACES);
  const plugin: Plugin = {
    name: 'service-places',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]bin[\\/]standalone(?:[\\/][\w-]+)?\.ts$/ }, ({ path }) => {
        const found = PLACES.filter(({ source }) => path === join(ROOT, source));
        let contents = readFileSync(path, 'utf8');
        for (const one of found) {
          if (contents.split(one.named).length === 2) left.delete(one);
          contents = contents.replace(one.named, one.place);
        }
        return { contents, loader: 'ts' };
      });
    },
  };
  return {
    plugin,
    check() {
      const [one] = left;
      if (one) throw new Error(`${one.source} does not name ${one.named} once`);
    },
  };
}
