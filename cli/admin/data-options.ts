import type { Command } from 'commander';
import type { Host } from '../host.ts';

/** Options of every command on a data directory. */
export interface DataOptions {
  data?: string;
  keyFile?: string;
}

/** What a command on a data directory works with. */
export interface DataFacts {
  dataDir: string;
  /** Undefined: the one in the directory. */
  keyFile: string | undefined;
  now: () => number;
}

/** Adds the options that name a data directory and its keys. */
export const withDataOptions = (command: Command): Command =>
  command
    .option('--data <directory>', 'data directory (SVC_DATA_DIR; ./data)')
    .option('--key-file <file>', 'its key file (SVC_MASTER_KEY_FILE; master.key in the data directory)');

/** The directory that options or the environment name. */
export const dataFacts = ({ data, keyFile }: DataOptions, { env, now }: Pick<Host, 'env' | 'now'>): DataFacts => ({
  dataDir: data ?? (env.SVC_DATA_DIR || './data'),
  keyFile: keyFile ?? (env.SVC_MASTER_KEY_FILE || undefined),
  now,
});
