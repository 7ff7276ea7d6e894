/** Sizes of the proof suite. */
export interface ProofSizes {
  nemesis: {
    kills: number;
    /** Rounds of every other fault. */
    rounds: number;
    /** How long a fault lasts, ms. */
    faultMs: number;
    clients: number;
    /** Pause of a client between two operations, ms. */
    pauseMs: number;
    /** Time in which every run must end after the last fault, ms. */
    healingMs: number;
  };
  /** Power cuts of one series, of its control on a disk that ignores what it is asked to sync, and of each spool. */
  powerCuts: { cuts: number; controlCuts: number; spoolCuts: number };
  slowClients: { heads: number; bodies: number; idle: number; probes: number };
  /** What a compressed body becomes, and how many of them follow each other in the gzip one. */
  bombs: { inflatedMiB: number; members: number };
  soak: { seconds: number; sampleMs: number };
  /** How long the service is away from a recorder, the pause between two requests of a client, and a large body. */
  recorder: { awayMs: number; clients: number; pauseMs: number; bodyMiB: number };
  /** Random orders of a diagnosis, its deadline, crashes and the notification. */
  interleavings: number;
  /** Cases of one replay, and how often its service is killed, or its power cut, in the meantime. */
  crash: { cases: number; kills: number; cuts: number };
  /** Cases of a run whose table throttles a tenth of its writes. */
  throttledCases: number;
  /** Cases of a large run on AWS. */
  largeRunCases: number;
  /**
   * The deployed service: cases of the main job, of a run beside kills and of one whose table throttles, of one with
   * ten mocked calls each, and of one of many chunks.
   */
  deployed: {
    mainJob: number;
    killed: number;
    kills: number;
    throttled: number;
    mocked: number;
    distributed: number;
    /** Its console, rights, imports, schedules, gates and lookups as well. */
    ways: boolean;
  };
  /** Rows of a megabyte that a lookup of the deployed service has. */
  lookupRows: number;
  /** Replays that are notified under SIGKILL, channels of each type, and how often the service is killed. */
  notifications: { replays: number; bots: number; webhooks: number; kills: number };
  /** Places of a data directory that are damaged, one at a time. */
  damagedLocations: number;
  /** Sessions of a recording, and how many of them lack their login. */
  cutSessions: { sessions: number; cut: number };
  /** Views of every page that are checked: 2 have each width and each scheme once, 4 all of their pairs. */
  pageViews: 2 | 4;
  /** Published applications that are recorded and replayed, and replays of the unchanged build of each. */
  livingApplications: { names: readonly string[] | 'all'; tries: number };
}

/** In ordinary tests: all of `test/proof` takes less than a minute on two idle cores. */
const SHORT: ProofSizes = {
  nemesis: { kills: 4, rounds: 1, faultMs: 800, clients: 4, pauseMs: 25, healingMs: 60_000 },
  powerCuts: { cuts: 4, controlCuts: 2, spoolCuts: 2 },
  slowClients: { heads: 200, bodies: 200, idle: 1000, probes: 50 },
  bombs: { inflatedMiB: 2, members: 2 },
  soak: { seconds: 10, sampleMs: 200 },
  recorder: { awayMs: 1000, clients: 4, pauseMs: 50, bodyMiB: 32 },
  interleavings: 1000,
  crash: { cases: 160, kills: 10, cuts: 4 },
  throttledCases: 400,
  largeRunCases: 500,
  deployed: { mainJob: 200, killed: 0, kills: 0, throttled: 0, mocked: 10, distributed: 0, ways: false },
  lookupRows: 40,
  notifications: { replays: 5, bots: 24, webhooks: 8, kills: 6 },
  damagedLocations: 12,
  cutSessions: { sessions: 45, cut: 4 },
  pageViews: 2,
  livingApplications: { names: ['json-server', 'express-pouchdb'], tries: 1 },
};

/** In `npm run proof`. */
const FULL: ProofSizes = {
  nemesis: { kills: 200, rounds: 8, faultMs: 3000, clients: 6, pauseMs: 150, healingMs: 30_000 },
  powerCuts: { cuts: 30, controlCuts: 3, spoolCuts: 30 },
  slowClients: { heads: 2000, bodies: 2000, idle: 10_000, probes: 2000 },
  bombs: { inflatedMiB: 64, members: 20 },
  soak: { seconds: 1800, sampleMs: 2000 },
  recorder: { awayMs: 60_000, clients: 8, pauseMs: 50, bodyMiB: 1024 },
  interleavings: 10_000,
  crash: { cases: 400, kills: 25, cuts: 30 },
  throttledCases: 10_000,
  largeRunCases: 200_000,
  deployed: { mainJob: 1000, killed: 1000, kills: 6, throttled: 1000, mocked: 300, distributed: 5050, ways: true },
  lookupRows: 210,
  notifications: { replays: 5, bots: 60, webhooks: 20, kills: 15 },
  damagedLocations: 200,
  cutSessions: { sessions: 1000, cut: 12 },
  pageViews: 4,
  livingApplications: { names: 'all', tries: 5 },
};

/** The sizes of this run: `PROOF=full` selects those of `npm run proof`. */
export const PROOF_SIZES: ProofSizes = process.env.PROOF === 'full' ? FULL : SHORT;
