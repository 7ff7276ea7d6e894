import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import {
  InstrumentationBase,
  InstrumentationNodeModuleDefinition,
  InstrumentationNodeModuleFile,
} from '@opentelemetry/instrumentation';
import { hookGrpc } from './libraries/hook-grpc.ts';
import { hookIoredis } from './libraries/hook-ioredis.ts';
import { hookMariadb } from './libraries/hook-mariadb.ts';
import { hookMongodb } from './libraries/hook-mongodb.ts';
import { hookMysql2 } from './libraries/hook-mysql2.ts';
import { hookNodeRedis } from './libraries/hook-node-redis.ts';
import { hookPg } from './libraries/hook-pg.ts';
import { hookPostgres } from './libraries/hook-postgres.ts';
import { hookJose, hookJsonWebToken } from './libraries/hook-tokens.ts';
import type { LibraryOptions } from './libraries/library-options.ts';
import type { LIBRARY_NAMES } from './library-names.ts';
import { hookUndici } from './outbound/hook-dispatcher.ts';

interface Library {
  name: (typeof LIBRARY_NAMES)[number];
  versions: string[];
  /** Wraps what the library exports; returns other exports where they cannot be changed. */
  hook(exports: unknown, options: LibraryOptions): unknown;
  /** Other files of the package that an application requires. */
  files?: readonly string[];
}

/** The libraries whose calls are observed (docs/node-agent.md). */
const LIBRARIES: readonly Library[] = [
  { name: 'pg', versions: ['>=8 <9'], hook: hookPg },
  { name: 'mysql2', versions: ['>=3 <4'], hook: hookMysql2, files: ['mysql2/promise.js'] },
  // An import names it so, a require its file.
  { name: 'mysql2/promise', versions: ['>=3 <4'], hook: hookMysql2 },
  // Later versions do not let their classes be reached.
  { name: 'mariadb', versions: ['>=3.4 <3.5'], hook: hookMariadb, files: ['mariadb/callback.js'] },
  { name: 'mariadb/callback.js', versions: ['>=3.4 <3.5'], hook: hookMariadb },
  { name: 'postgres', versions: ['>=3 <4'], hook: hookPostgres },
  { name: 'ioredis', versions: ['>=5 <7'], hook: hookIoredis },
  { name: '@redis/client', versions: ['>=1 <2', '>=5 <7'], hook: hookNodeRedis }, // 1 is that of `redis` 4
  { name: 'mongodb', versions: ['>=6.16 <8'], hook: hookMongodb },
  { name: 'undici', versions: ['>=6'], hook: hookUndici },
  { name: 'jsonwebtoken', versions: ['>=8'], hook: hookJsonWebToken },
  { name: 'jose', versions: ['>=5'], hook: hookJose },
  { name: '@grpc/grpc-js', versions: ['>=1 <2'], hook: hookGrpc },
];

/** Hooks the libraries as an application requires or imports them. */
export function hookLibraries(options: LibraryOptions): void {
  new ReplayInstrumentation(options).enable();
  // What was required before the agent started: hooks change prototypes, which reaches it as well.
  for (const { name, hook } of LIBRARIES) {
    for (const module of loadedModules(name))
      options.warnings.guard(name, () => hook(module.exports, options), undefined);
  }
}

/** CommonJS modules that are the main file of a package. */
function loadedModules(name: string): NodeJS.Module[] {
  const inPackage = `${sep}node_modules${sep}${name.replaceAll('/', sep)}${sep}`;
  return Object.values(require.cache).filter((module): module is NodeJS.Module => {
    if (!module?.filename.includes(inPackage)) return false;
    const folder = module.filename.slice(0, module.filename.lastIndexOf(inPackage) + inPackage.length);
    try {
      return createRequire(join(folder, 'package.json')).resolve(folder) === module.filename;
    } catch {
      return false; // not the main file
    }
  });
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
    /** Names and versions that are hooked. */
    const hooked = new Set<string>();
    return LIBRARIES.flatMap(({ name, versions, hook, files = [] }) => {
      const patch = (exports: unknown, version?: string) => {
        const { warnings } = this.#options;
        hooked.add(`${name} ${version}`);
        return warnings.guard(name, () => hook(defaultOf(exports), this.#options), undefined) ?? exports;
      };
      const others = files.map((file) => new InstrumentationNodeModuleFile(file, versions, patch, () => {}));
      // Runs after the other one, of any version.
      const report = (exports: unknown, version?: string) => {
        const library = `${name} ${version}`;
        if (!hooked.has(library))
          this.#options.warnings.warn(
            library,
            `${library} is not observed, its calls are neither recorded nor answered (versions that are: ${versions.join(' or ')})`,
          );
        return exports;
      };
      return [
        new InstrumentationNodeModuleDefinition(name, versions, patch, undefined, others),
        new InstrumentationNodeModuleDefinition(name, ['*'], report),
      ];
    });
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
