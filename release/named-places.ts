import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from './root.ts';

/** How a source names a file beside it, and where this is in a package. */
export interface NamedPlace {
  source: string;
  named: string;
  place: string;
}

/** Names files by their places in the package; `check` throws if a source names one differently. */
export function namedPlaces(places: readonly NamedPlace[]): { plugin: Plugin; check(): void } {
  const left = new Set(places);
  const plugin: Plugin = {
    name: 'named-places',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/](?:bin[\\/]standalone|lib[\\/]constructs)(?:[\\/][\w-]+)?\.ts$/ }, ({ path }) => {
        const found = places.filter(({ source }) => path === join(ROOT, source));
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
