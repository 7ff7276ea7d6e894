import { appendFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../../functions/platform/values/sha256.ts';

export type CallFiles = ReturnType<typeof callFiles>;

/** Maximum characters of a target in the name of its folder. */
const MAX_NAME = 100;

/**
 * Writes stubs of downstream calls below a folder: a root directory of WireMock for each target, with the stubs in
 * `mappings/calls.json`. The folder appears once it is whole; files have mode 0600, since calls may hold personal data.
 * No file stays open, however many targets there are.
 */
export function callFiles(folder: string) {
  const partial = `${folder}.${process.pid}.partial`;
  const files = new Map<string, string>();
  const names = new Set<string>();

  async function newFile(target: string): Promise<string> {
    const name = folderName(target, names);
    names.add(name.toLowerCase());
    const mappings = join(partial, name, 'mappings');
    await mkdir(mappings, { recursive: true, mode: 0o700 });
    const file = join(mappings, 'calls.json');
    files.set(target, file);
    return file;
  }

  return {
    /** Adds the stub of one call. */
    async add(target: string, stub: string): Promise<void> {
      const known = files.get(target);
      const file = known ?? (await newFile(target));
      await appendFile(file, `${known === undefined ? '{"mappings":[' : ','}\n${stub}`, { mode: 0o600 });
    },

    /** Completes the folder and returns the targets; without any there is no folder. */
    async finish(): Promise<string[]> {
      for (const file of files.values()) await appendFile(file, '\n]}\n');
      if (files.size > 0) await rename(partial, folder);
      return [...files.keys()].sort();
    },

    discard: (): Promise<void> => rm(partial, { recursive: true, force: true }),
  };
}

/** A name that every file system takes; targets that would share one get a digest behind it. */
function folderName(target: string, taken: ReadonlySet<string>): string {
  const plain = target.replace(/[^\w.-]/g, '_').slice(0, MAX_NAME);
  const isUsable = /^[\w-]/.test(plain) && !taken.has(plain.toLowerCase());
  return isUsable ? plain : `${plain.replace(/^\./, '_')}-${sha256Hex(target).slice(0, 16)}`;
}
