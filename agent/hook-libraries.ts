import { InstrumentationBase, InstrumentationNodeModuleDefinition } from '@opentelemetry/instrumentation';
import { hookIoredis } from './libraries/hook-ioredis.ts';
import { hookPg } from './libraries/hook-pg.ts';
import type { LibraryOptions } from './libraries/library-options.ts';
import { hookUndici } from './outbound/hook-dispatcher.ts';

interface Library {
  name: string;
  versions: string[];
  /** Wraps what the library exports; returns other exports where they cannot be changed. */
  hook(exports: unknown, options: LibraryOptions): unknown;
}

/** The libraries whose calls are observed (docs/node-agent.md). */
const LIBRARIES: readonly Library[] = [
  { name: 'pg', versions: ['>=8 <9'], hook: hookPg },
  { name: 'ioredis', versions: ['>=5 <6'], hook: hookIoredis },
  { name: 'undici', versions: ['>=6'], hook: hookUndici },
];

/** The packages that ESM imports are wrapped for. */
export const LIBRARY_NAMES: readonly string[] = LIBRARIES.map(({ name }) => name);

/** Hooks the libraries as an application requires or imports them. */
export function hookLibraries(options: LibraryOptions): void {
  new ReplayInstrumentation(options).enable();
}

/** The hooks of OpenTelemetry are a class to extend. */
class ReplayInstrumentation extends InstrumentationBase {
  readonly #options: LibraryOptions;

  constructor(options: LibraryOptions) {
    // `init` runs within the constructor of the base, before the options are set.
    super('replay-agent', '0.1.0', { enabled: false });
    this.#options = options;
  }

  protected override init(): InstrumentationNodeModuleDefinition[] {
    return LIBRARIES.map(
      ({ name, versions, hook }) =>
        new InstrumentationNodeModuleDefinition(name, versions, (exports: unknown) => {
          const { warnings } = this.#options;
          return warnings.guard(name, () => hook(defaultOf(exports), this.#options), undefined) ?? exports;
        }),
    );
  }
}

/** An ESM import shows what a CommonJS package exports as its default. */
const defaultOf = (exports: unknown): unknown =>
  typeof exports === 'object' &&
  exports !== null &&
  Object.prototype.toString.call(exports) === '[object Module]' &&
  'default' in exports
    ? exports.default
    : exports;
