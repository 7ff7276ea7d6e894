import { expect, test } from 'vitest';
import { agentWarnings } from '../../../agent/core/warnings.ts';

test('a fault of a hook logs one line without its message and returns the fallback', () => {
  const lines: string[] = [];
  const { guard, warn } = agentWarnings((line) => lines.push(line));
  const failing = () => {
    throw new TypeError('planted-value');
  };
  expect(guard('pg', failing, 'fallback')).toBe('fallback');
  expect(guard('pg', failing, 'fallback')).toBe('fallback');
  expect(guard('pg', () => 'work', 'fallback')).toBe('work');
  warn('other', 'text');
  expect(lines).toEqual(['replay agent: pg was not observed (TypeError)\n', 'replay agent: text\n']);
});
