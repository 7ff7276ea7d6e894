import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noOwnTargetsBinding } from '../../../functions/applications/composition.ts';
import { sealedSettings } from '../../../functions/applications/store/sealed-settings.ts';
import { compositions } from '../../../functions/platform/composition.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { Table } from '../../../functions/platform/world.ts';
import { intakeServices } from '../../../functions/recordings/composition.ts';
import { startSealing } from '../../../functions/recordings/service/sealing/start-sealing.ts';
import { sealStored } from '../../../functions/recordings/steps/seal-stored.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { newId, randomBytes } from '../../support/test-random.ts';

/** A write of the table that never happens, as if the process was killed before it. */
class Killed extends Error {}

/** The sealing of stored recordings on a table, for one tenant after the other. */
export function sealingStage(table: Table, now: () => number) {
  const directory = mkdtempSync(join(tmpdir(), 'sealing-'));
  /** Writes until the process is killed. */
  let left = Number.POSITIVE_INFINITY;
  const counted =
    <Given extends unknown[], Answer>(write: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      if (--left < 0) throw new Killed('the process is gone');
      return write(...given);
    };
  const mortal: Table = {
    ...table,
    put: counted(table.put),
    update: counted(table.update),
    remove: counted(table.remove),
    transact: counted(table.transact),
    batchPut: counted(table.batchPut),
  };
  const keys = localKeys([randomBytes(32)]);
  const blobs = fileBlobs(directory);
  const world = { table: mortal, blobs, keys, now, elapsed: now, newId, log: silentLog, work: workInPlace };
  const host = compositions<'table' | 'blobs' | 'keys'>({
    world,
    config: standaloneConfig({}),
    bindings: [noOwnTargetsBinding],
  });

  return {
    directory,
    /** One tenant: its services, and what persons do. */
    tenant(tenant: string) {
      const services = host.servicesOf(intakeServices)(tenant);
      const settings = sealedSettings({ table, keys }, tenant);
      return {
        services,
        rules: (...redact: object[]) =>
          settings.changeSettings('shop', { redact }, { allowed: [], rightTo: () => null, author: AUTHOR }),
        start: () => startSealing(services, 'shop', 'ann'),
        seal: (isFirst = false) =>
          sealStored({ table, now, log: silentLog }, () => services, { until: Number.POSITIVE_INFINITY, isFirst }),
        pass: () => services.recordings.personalData.passes.of('shop'),
      };
    },
    /** Ends the process after some writes; without a number, a new one starts. */
    survive(writes = Number.POSITIVE_INFINITY) {
      left = writes;
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

const AUTHOR = { at: '2026-11-20T12:00:00.000Z', by: 'ann' };
