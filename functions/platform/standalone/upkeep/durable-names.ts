import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes new names in the directories below a root durable: a name is on disk once its directory is synced. */
export interface DurableNames {
  /** Once the directory has a new name in it: syncs it, and each directory above whose name may not be durable yet. */
  sync(directory: string): Promise<void>;
  /** Before the directory is removed: one of that name that is made again has to be synced again. */
  forget(directory: string): void;
}

/**
 * Knows which directories below `root`, itself included, were synced; several writers may make the same one at a time.
 */
export function durableNames(root: string): DurableNames {
  const durable = new Set<string>();
  return {
    async sync(directory) {
      await syncDirectory(directory);
      for (let at = directory; at !== dirname(root) && !durable.has(at); at = dirname(at)) {
        await syncDirectory(dirname(at));
        durable.add(at);
      }
    },
    forget: (directory) => void durable.delete(directory),
  };
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
