import type { DatabaseSync } from 'node:sqlite';
import { isDiskFull } from '../disk-full.ts';

/** When work is committed: at once and alone, with that of its turn, or with the next commit within `PATIENCE_MS`. */
export type Urgency = 'prompt' | 'turn' | 'patient';

/** How long patient work waits for other work at most. @internal */
export const PATIENCE_MS = 25;

interface Job {
  /** Does the work and returns how to settle it once the transaction is on disk. */
  attempt(): () => void;
  reject(cause: unknown): void;
}

/**
 * Runs all work submitted in one turn of the event loop, in order, in one transaction: one fsync for all of it. Each
 * promise settles after the commit; work that throws rejects its own promise only. Prompt work is committed immediately
 * and alone, before work submitted earlier in the same turn, and reaches the disk with the next commit. Patient work
 * waits for the next commit of a turn, so that a page is written once for many rows. If the disk is full and `makeRoom`
 * makes some, the transaction is repeated once; likewise after a damaged index was built again.
 */
export function groupCommit(database: DatabaseSync, makeRoom: () => boolean = () => false) {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const { collect, flush } = collector(commitTogether);
  let isRepaired = false;

  /**
   * Does not wait for the disk: the following effect is outside of the process, and the commit survives the death of
   * the process.
   */
  function commitWithoutWaiting(job: Job): void {
    database.exec('PRAGMA synchronous = NORMAL');
    try {
      commitTogether([job]);
    } finally {
      database.exec('PRAGMA synchronous = FULL');
    }
  }

  function commitTogether(jobs: readonly Job[], isRepeated = false): void {
    if (jobs.length === 0) return;
    let answers: (() => void)[];
    try {
      endFailedTransaction();
      begin.run();
      answers = jobs.map((job) => job.attempt());
      commit.run();
    } catch (cause) {
      const isRolledBack = endedFailedTransaction();
      const canRepeat = isRolledBack && !isRepeated;
      if (canRepeat && (isDiskFull(cause) ? makeRoom() : isIndexDamage(cause) && repairIndexes()))
        commitTogether(jobs, true);
      else for (const job of jobs) job.reject(cause);
      return;
    }
    for (const answer of answers) answer();
  }

  /** Builds the indexes again from their rows, once in the life of a process; false where that cannot help. */
  function repairIndexes(): boolean {
    if (isRepaired) return false;
    isRepaired = true;
    try {
      database.exec('REINDEX items');
      return true;
    } catch {
      return false;
    }
  }

  /**
   * False where it cannot be ended: the next commit tries again, and fails for its own callers as long as that fails.
   */
  function endedFailedTransaction(): boolean {
    try {
      endFailedTransaction();
      return true;
    } catch {
      return false;
    }
  }

  /** SQLite ends most failed transactions by itself, but not all; none may become a part of the next one. */
  function endFailedTransaction(): void {
    if (database.isOpen && database.isTransaction) rollback.run();
  }

  return {
    write<T>(work: () => T, urgency: Urgency = 'turn'): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const job: Job = {
        attempt() {
          try {
            const value = work();
            return () => resolve(value);
          } catch (cause) {
            // SQLite rolls back the whole transaction on faults such as a full disk; nothing of it was then written.
            // Neither is it where an index has to be repaired first.
            if (!database.isTransaction || (!isRepaired && isIndexDamage(cause))) throw cause;
            return () => reject(cause);
          }
        },
        reject,
      };
      if (urgency === 'prompt') commitWithoutWaiting(job);
      else collect(job, urgency);
      return promise;
    },
    flush,
  };
}

/** Collects jobs until the end of a turn, patient ones for `PATIENCE_MS` at most, and commits them together. */
function collector(commit: (jobs: readonly Job[]) => void) {
  let asked: Job[] = [];
  let patient: Job[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    const jobs = [...patient, ...asked];
    patient = [];
    asked = [];
    commit(jobs);
  }

  return {
    flush,
    collect(job: Job, urgency: 'turn' | 'patient'): void {
      if (urgency === 'patient') {
        if (patient.push(job) === 1) timer = setTimeout(flush, PATIENCE_MS);
      } else if (asked.push(job) === 1) setImmediate(flush);
    },
  };
}

const SQLITE_CORRUPT_INDEX = 11 | (3 << 8);

/** Whether an index lacks the entry of a row. */
const isIndexDamage = (fault: unknown): boolean =>
  fault instanceof Error && 'errcode' in fault && fault.errcode === SQLITE_CORRUPT_INDEX;
