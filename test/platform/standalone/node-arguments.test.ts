import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODE_ARGUMENTS } from '../../../functions/platform/standalone/node-arguments.ts';

test('`npm start` starts node with the arguments of demo, tests and benches', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.start).toBe(['node', ...NODE_ARGUMENTS, 'bin/standalone.ts'].join(' '));
});
