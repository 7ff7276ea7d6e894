import type { TrafficClient } from './traffic-client.ts';

/** Where an application finds its databases, and where it is to listen. */
interface Context {
  port: number;
  databaseUrl: string;
  redisPort: number;
}

/** One text of an installed file that another build has instead. */
export interface PlantedChange {
  what: string;
  /** The file's path below the installed folder. */
  file: string;
  from: string;
  to: string;
}

/** A field that a user of the application would have ignored, because it never has the same value twice. */
interface IgnoredField {
  operation: string;
  path: string;
  why: string;
}

/** A published application, how its users start it, and what they do with it. */
export interface Application {
  /** The folder beside this file that holds its package.json and lock file. */
  name: string;
  /** What it is built on, for the table of results. */
  builtOn: string;
  /** What builds it once it is installed: a file to run, and its arguments. */
  build?: readonly string[];
  /** What creates its tables, if it does not do so as it starts. */
  setUp?: readonly string[];
  /** The file to run, below the installed folder, and its arguments. */
  entry: readonly string[];
  env(context: Context): Record<string, string>;
  traffic(client: TrafficClient): Promise<void>;
  /** Settings of the agent. */
  agentEnv?: Record<string, string>;
  /** Becomes rules of the application, which the proof prints. */
  ignored?: readonly IgnoredField[];
  planted: PlantedChange;
}
