import type { Readable } from 'node:stream';

/** The parts of its process that a command uses. */
export interface Host {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  now(): number;
  /** Base of the configuration directory when XDG_CONFIG_HOME is not set. */
  homeDirectory: string;
  /** Returns a signal that the first Ctrl-C or SIGTERM aborts; a second one ends the process immediately. */
  interrupted(): AbortSignal;
}
