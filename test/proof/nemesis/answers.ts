import { createHash } from 'node:crypto';

/** Bytes that no compression makes fit into a row (MAX_INLINE_BYTES). */
const LARGE_BYTES = 300 * 1024;

/** The answer to a path as it is recorded. With `large` in the path, a file of its own holds the case. */
export const recordedAnswer = (path: string): { price: number; text?: string } => ({
  price: 1,
  ...(path.includes('/large/') && {
    text: createHash('shake256', { outputLength: LARGE_BYTES }).update(path).digest('base64'),
  }),
});

/** The answer of the target: another price where `wrong` is in the path. */
export const replayedAnswer = (path: string): { price: number; text?: string } => ({
  ...recordedAnswer(path),
  price: path.includes('/wrong/') ? 2 : 1,
});

/** What a replay of the path must find. */
export const truthOf = (path: string): 'PASSED' | 'FAILED' => (path.includes('/wrong/') ? 'FAILED' : 'PASSED');
