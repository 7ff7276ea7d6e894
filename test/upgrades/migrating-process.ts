import { lockDataDir } from '../../functions/platform/standalone/data-dir-lock.ts';
import { migrateData } from '../../functions/platform/standalone/migrate-data.ts';
import { silentLog } from '../contracts/silent-log.ts';
import { testMigrations } from './test-migrations.ts';

/** `<data directory> [hold]`: migrates by the migrations of tests, three keys in a transaction, as a start does. */
const [dataDir = '', hold] = process.argv.slice(2);
const lock = lockDataDir(dataDir);
migrateData(dataDir, { log: silentLog, migrations: testMigrations(hold), batchKeys: 3 });
lock.release();
