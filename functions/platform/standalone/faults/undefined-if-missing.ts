import { systemCode } from './system-code.ts';

/** What a call of the file system answers; undefined if there is no such file or directory. */
export async function undefinedIfMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
