import type { StandaloneConfig } from '../../functions/platform/settings/config.ts';
import { type DataDirLock, lockDataDir } from '../../functions/platform/standalone/data-dir-lock.ts';
import { migrateData } from '../../functions/platform/standalone/migrate-data.ts';
import { freeBytesOf, makeRoomForStart } from '../../functions/platform/standalone/upkeep/disk-room.ts';
import { refuseDamaged } from '../../functions/platform/standalone/upkeep/quick-check.ts';
import { convertToShrinking } from '../../functions/platform/standalone/upkeep/vacuum.ts';
import type { Log } from '../../functions/platform/world.ts';

/** Locks, checks, migrates and compacts the data directory; throws ConfigError where it cannot be started. */
export function prepareData({ dataDir }: Pick<StandaloneConfig, 'dataDir'>, log: Log): DataDirLock {
  const lock = lockDataDir(dataDir);
  try {
    makeRoomForStart(dataDir);
    refuseDamaged(dataDir);
    migrateData(dataDir, { log });
    convertToShrinking(dataDir, { log, room: freeBytesOf(dataDir) });
    return lock;
  } catch (fault) {
    lock.release();
    throw fault;
  }
}
