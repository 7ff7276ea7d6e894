import { statfsSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';
import { SERVICE_VERSION } from '../../values/release/service-version.ts';
import type { TableQueue } from '../queue.ts';
import type { StandaloneTable } from '../table.ts';
import type { WorkPool } from '../work-pool.ts';
import type { TableWorkflows } from '../workflows/workflows.ts';

export interface GaugeParts {
  dataDir: string;
  table: Pick<StandaloneTable, 'use'>;
  queue: Pick<TableQueue, 'waiting' | 'deadLetters'>;
  work: Pick<WorkPool, 'waiting'>;
  workflows: Pick<TableWorkflows, 'active'>;
  /** Bytes of the folder of blobs; undefined while they are not known. */
  blobBytes(): number | undefined;
}

/** Metrics of the present state, which are read when they are asked for. */
export function addGauges(registry: Registry, { dataDir, table, queue, work, workflows, blobBytes }: GaugeParts): void {
  const registers = [registry];
  new Gauge({
    name: 'replay_queue_messages',
    help: 'Notifications and mails that wait, and dead letters',
    labelNames: ['state'],
    registers,
    async collect() {
      this.set({ state: 'waiting' }, await queue.waiting());
      this.set({ state: 'dead' }, await queue.deadLetters());
    },
  });
  new Gauge({
    name: 'replay_work_queue_jobs',
    help: 'Large jobs that wait for a thread',
    registers,
    collect() {
      this.set(work.waiting());
    },
  });
  new Gauge({
    name: 'replay_active_runs',
    help: 'Runs under way, until their findings have settled and are queued for notification',
    registers,
    collect() {
      this.set(workflows.active('replay'));
    },
  });
  new Gauge({
    name: 'replay_storage_bytes',
    help: 'The table file by use, the folder of blobs, and the disk of the data directory',
    labelNames: ['kind'],
    registers,
    collect() {
      const { liveBytes, freeBytes } = table.use();
      const { bavail, blocks, bsize } = statfsSync(dataDir);
      this.set({ kind: 'table_used' }, liveBytes);
      this.set({ kind: 'table_free' }, freeBytes);
      const blobs = blobBytes();
      if (blobs === undefined) this.remove({ kind: 'blobs' });
      else this.set({ kind: 'blobs' }, blobs);
      this.set({ kind: 'disk_free' }, bavail * bsize);
      this.set({ kind: 'disk_size' }, blocks * bsize);
    },
  });
  new Gauge({
    name: 'process_memory_usage_bytes',
    help: 'Resident memory of the service',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'process_cpu_time_seconds_total',
    help: 'Processor time of the service since its start',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.set((user + system) / 1_000_000);
    },
  });
  new Gauge({ name: 'replay_service_info', help: 'Always 1', labelNames: ['version'], registers }).set(
    { version: SERVICE_VERSION },
    1,
  );
}
