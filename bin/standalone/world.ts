import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { endRound } from '../../functions/notifications/steps/end-round.ts';
import { EVALUATION_BYTES_MS, UPLOAD_MS } from '../../functions/platform/blob-key.ts';
import type { Services } from '../../functions/platform/http/api.ts';
import { faultFacts } from '../../functions/platform/http/fault-facts.ts';
import { servicesFor } from '../../functions/platform/http/services.ts';
import { powertoolsLog } from '../../functions/platform/log.ts';
import { languageModel } from '../../functions/platform/model/language-model.ts';
import { egressPolicy } from '../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../functions/platform/outbound/http-client.ts';
import type { StandaloneConfig } from '../../functions/platform/settings/config.ts';
import { type BlobAddresses, blobAddresses } from '../../functions/platform/standalone/blob-addresses.ts';
import { type FileBlobs, fileBlobs } from '../../functions/platform/standalone/blobs.ts';
import { localKeys } from '../../functions/platform/standalone/keys.ts';
import { outboxMail, smtpMail } from '../../functions/platform/standalone/mail.ts';
import { readMasterKeys } from '../../functions/platform/standalone/master-key-file.ts';
import { type TableQueue, tableQueue } from '../../functions/platform/standalone/queue.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';
import { tableWorkflows } from '../../functions/platform/standalone/workflows/workflows.ts';
import type { World } from '../../functions/platform/world.ts';
import { RoundInput } from '../../functions/replay/steps/replay-step.ts';
import { machinesAndSteps } from './machines.ts';

/** Blobs are swept this often, a day after their rows have vanished. */
const SWEEP_MS = 3_600_000;
/** The first time soon, or a process that is started anew every hour would never do it. */
const FIRST_SWEEP_MS = 60_000;
const SWEEP_GRACE_MS = 24 * 3_600_000;

export interface StandaloneWorld {
  world: World & { queue: TableQueue; blobs: FileBlobs };
  /** Addresses of blobs, which the service serves itself. */
  addresses: BlobAddresses;
  servicesOf(tenant: string): Services;
  /** Tells the egress policy where the service itself listens, which no replay may reach. */
  listensOn(port: number): void;
  /** Runs what a crash or a stop left unfinished again. */
  resume(): Promise<void>;
  /** Begins no step any more, lets running ones come to a point where they can be resumed, and lets no request wait any more. */
  drain(): Promise<void>;
  /** Drains, then lets go of files and sockets. */
  close(): Promise<void>;
}

/** The world in one process: everything durable lives under SVC_DATA_DIR. */
export function openStandaloneWorld(config: StandaloneConfig, now: () => number = Date.now): StandaloneWorld {
  const log = powertoolsLog(config.logLevel);
  const newId = () => randomBytes(16).toString('hex');
  const masterKeys = readMasterKeys(config.masterKeyFile);
  const keys = localKeys(masterKeys);
  const table = openTable(join(config.dataDir, 'service.sqlite'), now);
  let ownPort: number | null = null;
  const http = outboundHttp({
    policy: egressPolicy({
      ...config.egress,
      own: () => (ownPort === null ? null : { addresses: ownAddresses, port: ownPort }),
    }),
    log,
  });
  const workflows = tableWorkflows({
    table,
    now,
    newId,
    log,
    // The services are made below, of what is made here.
    ...machinesAndSteps((tenant) => servicesOf(tenant)),
    async onFailed(failed, input, signal) {
      if (failed === 'replay') await endOfRound(v.parse(RoundInput, input), 'execution FAILED', signal);
    },
  });
  const addresses = blobAddresses({ publicUrl: config.publicUrl, masterKeys, now });
  const blobs = fileBlobs(join(config.dataDir, 'blobs'), addresses);
  const world = {
    table,
    blobs,
    queue: tableQueue({ table, now, newId }),
    workflows,
    http,
    model: config.ai && languageModel(config.ai, { http, log }),
    keys,
    mail:
      config.smtpUrl === null
        ? outboxMail(join(config.dataDir, 'outbox'), config.mailFrom, now)
        : smtpMail(config.smtpUrl, config.mailFrom),
    log,
    now,
    newId,
  } satisfies World;
  const servicesOf = servicesFor(world, config);
  const endOfRound = endRound(servicesOf);

  async function sweepBlobs(): Promise<void> {
    const before = now() - SWEEP_GRACE_MS;
    try {
      await blobs.expire({
        cases: before - config.caseRetentionMs,
        plans: before - config.planRetentionMs,
        evaluation: before - EVALUATION_BYTES_MS,
        uploads: before - UPLOAD_MS,
      });
    } catch (fault) {
      log.error('blobs could not be swept', faultFacts(fault));
    }
  }
  const sweepingFirst = setTimeout(sweepBlobs, FIRST_SWEEP_MS).unref();
  const sweeping = setInterval(sweepBlobs, SWEEP_MS).unref();

  return {
    world,
    addresses,
    servicesOf,
    listensOn: (port) => {
      ownPort = port;
    },
    resume: () => workflows.resume(),
    drain() {
      servicesOf.endWaits();
      return workflows.drain();
    },
    async close() {
      clearTimeout(sweepingFirst);
      clearInterval(sweeping);
      await workflows.drain();
      await servicesOf.linesStored();
      await http.close();
      await table.close();
    },
  };
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);
