import { afterAll, afterEach, expect } from 'vitest';
import { type Answer, json, openTarget, recordedGet } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { replay } from './run-replay.ts';

/** Service, home directory and target of a command line test. */
export interface Stage {
  env: Record<string, string>;
  url: string;
  /** Of the service as it was started first. */
  pid: number;
  dataDir: string;
  port: number;
  folder: string;
  /** Ends with the service. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

type CleanUps = (() => unknown)[];

/** Creates stages on request, for one test or for those that share one. */
export function cliStage() {
  /** Runs after a test, latest first. */
  const cleanUps: CleanUps = [];
  /** Runs after the file, latest first. */
  const lastCleanUps: CleanUps = [];
  const cleaned = async (all: CleanUps) => {
    for (const cleanUp of all.splice(0).reverse()) await cleanUp();
  };
  afterEach(() => cleaned(cleanUps));
  afterAll(() => cleaned(lastCleanUps));

  /** A service and a home directory for the CLI, which end with the test. */
  const staged = () => started(cleanUps);

  let shared: Promise<Stage> | undefined;
  /** The service with the imported build that the tests of a file share, as a start takes longer than most of them. */
  function sharedStage(): Promise<Stage> {
    shared ??= started(lastCleanUps).then(async (stage) => {
      await imported(stage.env);
      return stage;
    });
    return shared;
  }

  async function started(ends: CleanUps): Promise<Stage> {
    const { dataDir, remove } = temporaryDataDir();
    const home = temporaryDataDir();
    ends.push(remove, home.remove);
    const port = await freePort();
    const start = () => startProcess({ dataDir, port });
    let service = await start();
    ends.push(() => service.kill());
    return {
      env: { SVC_URL: service.url, SVC_TOKEN: ADMIN_KEY, HOME: home.dataDir },
      url: service.url,
      pid: service.pid,
      dataDir,
      port,
      folder: home.dataDir,
      kill: () => service.kill(),
      restart: async () => {
        service = await start();
      },
    };
  }

  /** Starts an instance under test and returns its address. */
  async function target(answer: Answer): Promise<string> {
    const opened = await openTarget(answer);
    cleanUps.push(opened.close);
    return opened.url;
  }

  return { cleanUps, staged, sharedStage, target };
}

/** 10 endpoints with 3 requests each: the minimum for coverage (spec 3.2). */
const PATHS = Array.from({ length: 30 }, (_, n) => `/part${n % 10}/${Math.floor(n / 10) + 1}`);

/** A build that answers `total` for each path. */
export const shop =
  (total: (path: string) => number): Answer =>
  ({ url }, response) =>
    json(response, { path: url, total: total(url) });

/** Imports the recorded build with the CLI, from stdin. */
export async function imported(env: Record<string, string>): Promise<void> {
  const lines = PATHS.map((path) => JSON.stringify(recordedGet('shop', path, { path, total: 10 }))).join('\n');
  const { code, stdout, stderr } = await replay(['import', '-', '--json'], env, lines);
  expect({ code, taken: JSON.parse(stdout) }, stderr).toEqual({
    code: 0,
    taken: { accepted: 30, duplicates: 0, rejected: [], leftOut: [] },
  });
}

/** Command line arguments of a trigger of `shop`. */
export const trigger = (targetEnv: string, ...more: string[]) => [
  'trigger',
  '--app-id',
  'shop',
  '--target-env',
  targetEnv,
  ...more,
];
