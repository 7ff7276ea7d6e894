import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { OWN_TARGETS } from '../../functions/applications/composition.ts';
import { BINDINGS } from '../../functions/composition/bindings.ts';
import { SAMPLE_SHOP } from '../../functions/console/composition.ts';
import { SAMPLE_APP } from '../../functions/console/service/sample-shop.ts';
import { LOCAL_LINKS } from '../../functions/login/composition.ts';
import { tenantLog } from '../../functions/logs/composition.ts';
import { recoveryServices } from '../../functions/notifications/composition.ts';
import { endRound } from '../../functions/notifications/steps/end-round.ts';
import { EVALUATION_BYTES_MS, UPLOAD_MS } from '../../functions/platform/blob-key.ts';
import { bind, type Compositions, compositions } from '../../functions/platform/composition.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import { powertoolsLog } from '../../functions/platform/log.ts';
import { languageModel } from '../../functions/platform/model/language-model.ts';
import { egressPolicy } from '../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../functions/platform/outbound/http-client.ts';
import type { StandaloneConfig } from '../../functions/platform/settings/config.ts';
import { type LoginLinks, loginLinks } from '../../functions/platform/standalone/admin/login-links.ts';
import { type BlobUrls, blobUrls } from '../../functions/platform/standalone/blob-urls.ts';
import { type FileBlobs, fileBlobs } from '../../functions/platform/standalone/blobs.ts';
import { BLOBS_FOLDER, TABLE_FILE } from '../../functions/platform/standalone/data-files.ts';
import { type StoragePatience, storagePatience } from '../../functions/platform/standalone/faults/storage-patience.ts';
import { localKeys } from '../../functions/platform/standalone/keys.ts';
import { outboxMail, smtpMail } from '../../functions/platform/standalone/mail.ts';
import { readMasterKeys } from '../../functions/platform/standalone/master-key-file.ts';
import { measuredRarely } from '../../functions/platform/standalone/metrics/measured-rarely.ts';
import { type ServiceMetrics, serviceMetrics } from '../../functions/platform/standalone/metrics/service-metrics.ts';
import { type TableQueue, tableQueue } from '../../functions/platform/standalone/queue.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';
import type { Traces } from '../../functions/platform/standalone/traces/traces.ts';
import type { DiskRoom } from '../../functions/platform/standalone/upkeep/disk-room.ts';
import { folderBytes } from '../../functions/platform/standalone/upkeep/folder-bytes.ts';
import { hasSealedRows } from '../../functions/platform/standalone/upkeep/sealed-rows.ts';
import { workPool } from '../../functions/platform/standalone/work-pool.ts';
import { tableWorkflows, type WorkflowParts } from '../../functions/platform/standalone/workflows/workflows.ts';
import { pause } from '../../functions/platform/steps/pause.ts';
import { clockGuard } from '../../functions/platform/time/clock-guard.ts';
import type { Log, World } from '../../functions/platform/world.ts';
import { RoundInput } from '../../functions/replay/domain/round-input.ts';
import { machines, stepsOf } from './machines.ts';
import { randomIds } from './random-ids.ts';
import { sampleShop } from './sample-shop.ts';

/** Interval of the sweep, which deletes blobs a day after their rows have expired. */
const SWEEP_MS = 3_600_000;
/** The first sweep runs early, otherwise a process that restarts every hour would never sweep. */
const FIRST_SWEEP_MS = 60_000;
const SWEEP_GRACE_MS = 24 * 3_600_000;

export interface StandaloneWorld {
  world: World & { queue: TableQueue; blobs: FileBlobs };
  /** URLs of blobs, which the service itself serves. */
  addresses: BlobUrls;
  /** Composes the services of capabilities. */
  host: Compositions;
  /** The codes of the local login. */
  links: LoginLinks;
  /** Counts what happens; null if no one may read it. */
  metrics: ServiceMetrics | null;
  /** The time by which stored data expires, epoch ms (functions/platform/time/clock-guard.ts). */
  expiry(): number;
  /** How work of the host waits for a disk that fails. */
  storage: StoragePatience;
  /** Registers the port that the service listens on with the egress policy, so that no replay can reach it. */
  listensOn(port: number): void;
  /** Resumes work that a crash or a stop left unfinished. */
  resume(): Promise<void>;
  /**
   * Starts no further steps, lets running ones reach a point where they can be resumed, and releases waiting requests.
   */
  drain(): Promise<void>;
  /** Drains, then closes files and sockets. */
  close(): Promise<void>;
}

/**
 * The world in one process: everything durable lives under SVC_DATA_DIR. `sleep` is how workflows wait, by default in
 * real time; `room` makes room on a full disk; `traces` has spans of what happens; `elapsed` is the monotonic clock, by
 * default `now`, as a test sets it.
 */
export function openStandaloneWorld(
  config: StandaloneConfig,
  now: () => number = Date.now,
  sleep: NonNullable<WorkflowParts['sleep']> = pause,
  room?: Pick<DiskRoom, 'makeRoom'>,
  elapsed: () => number = now,
  traces: Traces | null = null,
): StandaloneWorld {
  const { log, metrics } = countedLog(config, traces);
  const newId = randomIds();
  const file = join(config.dataDir, TABLE_FILE);
  const masterKeys = readMasterKeys(config.masterKeyFile, () => hasSealedRows(file));
  const clock = clockGuard({ now, elapsed, log });
  const storage = storagePatience({ log, now: elapsed, sleep });
  const table = storage.table(openTable(file, clock.expiry, { makeRoom: room?.makeRoom }));
  let ownPort: number | null = null;
  const sample = sampleShop();
  const links = loginLinks(config.dataDir, now);
  const http = outboundHttp({
    policy: egressPolicy({
      ...config.egress,
      granted: sample.ports,
      own: () => (ownPort === null ? null : { addresses: ownAddresses, port: ownPort }),
    }),
    proxy: config.egress.proxy,
    log,
  });
  const workflows = tableWorkflows({
    table,
    storage,
    now,
    elapsed,
    newId,
    log,
    sleep,
    machines: machines(),
    // `host` is created below because it depends on the workflows.
    ...tracedSteps(stepsOf({ servicesOf: (compose) => (tenant) => host.servicesOf(compose)(tenant) }), traces),
    ...roundHooks(() => host),
  });
  const addresses = blobUrls({ publicUrl: config.publicUrl, masterKeys, now });
  const blobs = storage.blobs(fileBlobs(join(config.dataDir, BLOBS_FOLDER), addresses));
  const work = workPool({ file: join(import.meta.dirname, 'work-thread.ts'), log });
  const world = {
    table,
    blobs,
    queue: tableQueue({ table, now: clock.counted, newId }),
    workflows,
    egress: http,
    http,
    model: config.ai && languageModel(config.ai, { http, log }),
    keys: localKeys(masterKeys),
    mail: mailOf(config, now),
    work,
    log,
    now,
    elapsed,
    newId,
  } satisfies World;
  const host: Compositions = compositions<keyof World>({
    world,
    config,
    bindings: [
      bind(SAMPLE_SHOP, () => ({ ...sample, forget: workflows.forget })),
      bind(OWN_TARGETS, () => (appId) => (appId === SAMPLE_APP ? sample.addresses() : [])),
      bind(LOCAL_LINKS, () => links),
      ...BINDINGS,
    ],
    tenantLog,
  });
  metrics?.watch({ ...world, dataDir: config.dataDir, workflows, blobBytes: blobBytesOf(config, world) });
  const sweeping = blobSweep({ blobs, log, before: () => clock.expiry() - SWEEP_GRACE_MS }, config);

  return {
    world,
    addresses,
    host,
    links,
    metrics,
    storage,
    expiry: clock.expiry,
    listensOn: (port) => {
      ownPort = port;
    },
    resume: () => workflows.resume(),
    drain() {
      host.stop();
      return workflows.drain();
    },
    async close() {
      sweeping.stop();
      await workflows.drain();
      await sample.stop();
      await host.flushLogs();
      await http.close();
      await work.close();
      await table.close();
    },
  };
}

const mailOf = ({ smtpUrl, mailFrom, dataDir }: StandaloneConfig, now: () => number) =>
  smtpUrl === null ? outboxMail(join(dataDir, 'outbox'), mailFrom, now) : smtpMail(smtpUrl, mailFrom);

/** The size of the folder of blobs, which takes a walk through it. */
const blobBytesOf = ({ dataDir }: StandaloneConfig, { elapsed, log }: Pick<World, 'elapsed' | 'log'>) =>
  measuredRarely(() => folderBytes(join(dataDir, BLOBS_FOLDER)), { elapsed, log });

/** The log, whose lines are counted where someone may read the metrics. */
function countedLog({ logLevel, metricsToken, isLoopbackOnly }: StandaloneConfig, traces: Traces | null) {
  const written = powertoolsLog(logLevel);
  const log = traces?.annotated(written) ?? written;
  const metrics = metricsToken !== null || isLoopbackOnly ? serviceMetrics() : null;
  return { metrics, log: metrics?.counted(log) ?? log };
}

/** Steps and executions, with a span each where traces are sent. */
const tracedSteps = (steps: WorkflowParts['steps'], traces: Traces | null): Pick<WorkflowParts, 'steps' | 'around'> =>
  traces === null ? { steps } : { steps: traces.steps(steps), around: traces.span };

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);

/** What happens when a machine fails, and whether one still is to run: a round of a replay ends, or has ended. */
const roundHooks = (host: () => Compositions): Pick<Required<WorkflowParts>, 'onFailed' | 'isStopped'> => ({
  async onFailed(failed, input, signal) {
    if (failed !== 'replay') return;
    await endRound(host().servicesOf(recoveryServices))(v.parse(RoundInput, input), 'execution FAILED', signal);
  },
  async isStopped(machine, input) {
    if (machine !== 'replay') return false;
    const { tenant, planId, round } = v.parse(RoundInput, input);
    const found = await host().servicesOf(recoveryServices)(tenant).plans.findRound(planId, round);
    return found !== undefined && found.interruption !== null;
  },
});

/** Deletes blobs whose rows expired before a time, every hour. */
function blobSweep(
  { blobs, log, before }: { blobs: FileBlobs; log: Log; before(): number },
  { caseRetentionMs, planRetentionMs }: StandaloneConfig,
) {
  async function sweep(): Promise<void> {
    const end = before();
    try {
      await blobs.expire({
        cases: end - caseRetentionMs,
        plans: end - planRetentionMs,
        evaluation: end - EVALUATION_BYTES_MS,
        uploads: end - UPLOAD_MS,
      });
    } catch (fault) {
      log.error('blobs could not be swept', faultFacts(fault));
    }
  }
  const first = setTimeout(sweep, FIRST_SWEEP_MS).unref();
  const timer = setInterval(sweep, SWEEP_MS).unref();
  return {
    stop(): void {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
