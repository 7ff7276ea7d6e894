import type { Calls } from '../core/calls.ts';
import type { Warnings } from '../core/warnings.ts';

/** What the hooks of libraries work with. */
export interface LibraryOptions {
  calls: Calls;
  warnings: Warnings;
  targets: ReadonlyMap<string, string>;
  /** Results above this are not recorded. */
  maxBodyBytes: number;
}

/** The target of a database or cache: its configured name, else the database's name, else `host:port`. */
export function databaseTarget(
  targets: ReadonlyMap<string, string>,
  { host, port, database }: { host: string; port: number | string; database?: string | undefined },
): string {
  const authority = `${host}:${port}`.toLowerCase();
  return targets.get(authority) ?? targets.get(host.toLowerCase()) ?? (database || authority);
}
