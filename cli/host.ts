import type { Readable } from 'node:stream';

/** What a command has of the process that it runs in. */
export interface Host {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  now(): number;
  /** The home of configuration when XDG_CONFIG_HOME is not set. */
  homeDirectory: string;
  /** Aborted by the first Ctrl-C or SIGTERM after this was asked for; a second one ends the process at once. */
  interrupted(): AbortSignal;
}
