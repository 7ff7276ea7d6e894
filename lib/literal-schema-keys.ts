import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/**
 * Writes the keys of schemas of the AWS SDK as literals: `["http"]:` for `[_h]:`, where the file says `const _h =
 * "http"`. To esbuild, a key that is a variable may have a side effect, so that it keeps the schemas of every operation
 * of S3.
 */
export const literalSchemaKeys: Plugin = {
  name: 'literal-schema-keys',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]@aws-sdk[/\\]client-[\w-]+[/\\]dist-es[/\\]schemas[/\\]schemas_0\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const literals = new Map(
        [...text.matchAll(/^const (\w+) = ("[^"]*");$/gm)].map(([, name = '', literal = '']) => [name, literal]),
      );
      const keys = /\[(\w+)\]:/g;
      return { contents: text.replace(keys, (key, name) => (literals.has(name) ? `[${literals.get(name)}]:` : key)) };
    });
  },
};
