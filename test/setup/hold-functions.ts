import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { heldSource } from '../support/rights/held-sources.ts';

/** Holds what tests run to the rights that the functions of AWS declare (test/support/rights). */
const INSTALLED = Symbol.for('hold-functions');

if (!(INSTALLED in globalThis)) {
  Reflect.set(globalThis, INSTALLED, true);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || !loaded.source) return loaded;
      const held = heldSource(fileURLToPath(url), String(loaded.source));
      return held === undefined ? loaded : { ...loaded, source: held };
    },
  });
}
