import type { AppUser } from './app-user.ts';
import type { PlantedChange } from './changed-build.ts';

/**
 * Where one start of an application keeps its data and listens. Every start has a place of its own, with nothing in it.
 */
export interface Context {
  /** An empty folder. */
  folder: string;
  port: number;
  /** An empty database of a PostgreSQL server; only where `database` is set. */
  databaseUrl: string;
}

/** A program to run, as the users of the application run it. */
export interface Command {
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
}

/** A published application, how its users start it, and what they do with it. */
export interface LivingApplication {
  name: string;
  /** Where it comes from: a package of npm, with a folder beside this file that has its lock file, or one of Debian. */
  from: 'npm' | 'Debian';
  /** What it is, and what of it the traffic uses, for the table of results. */
  uses: string;
  /** Why it cannot run here; null if it can. */
  missing(): string | null;
  version(): string;
  /** Set if it stores its data in PostgreSQL. */
  database?: true;
  /** What creates its data, each run to its end before the start. */
  setUp?(context: Context): readonly Command[];
  start(context: Context): Command;
  /** A path that answers below 500 as soon as it serves; none: it serves as soon as it listens. */
  ready?: string;
  /** Several users of one instance, each with cookies of their own. */
  traffic(visit: () => AppUser): Promise<void>;
  /** Five changes of another build, each of an endpoint or a field of its own. */
  planted: readonly PlantedChange[];
}
