import type { Plugin } from 'esbuild';

/**
 * Stands for every export of a package: it can be called, extended and read, and does nothing. As CommonJS, so that
 * esbuild does not ask which names it exports; it reads them by the prototype of the exports.
 */
const STAND_IN = `
const standIn = new Proxy(class {}, {
  get: (target, name) => (name === 'prototype' ? target.prototype : standIn),
  apply: () => standIn,
  construct: () => standIn,
});
module.exports = Object.create(standIn);`;

/**
 * Bundles the SQL tokenizer without the editor that its package is made for
 * (functions/recordings/domain/calls/sql-text.ts). The package registers the tokenizer with the editor when it is
 * loaded, and tokenizing uses nothing of it.
 */
export const withoutEditor: Plugin = {
  name: 'without-editor',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@codemirror\/(?:autocomplete|state|view)$/ }, () => ({
      path: 'editor',
      namespace: 'stand-in',
    }));
    onLoad({ filter: /./, namespace: 'stand-in' }, () => ({ contents: STAND_IN, loader: 'js' }));
  },
};
