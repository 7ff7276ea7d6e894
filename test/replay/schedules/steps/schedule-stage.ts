import { afterAll, afterEach } from 'vitest';
import { openStandaloneWorld } from '../../../../bin/standalone/world.ts';
import { DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { runRate } from '../../../../functions/platform/run-rate.ts';
import { standaloneConfig } from '../../../../functions/platform/settings/config.ts';
import type { Table, World } from '../../../../functions/platform/world.ts';
import { parseCase } from '../../../../functions/recordings/domain/parse-case.ts';
import { newPlanServices } from '../../../../functions/replay/composition.ts';
import { changedSchedule, type ScheduleSettings } from '../../../../functions/replay/schedules/domain/schedule.ts';
import { sealScheduleThreshold } from '../../../../functions/replay/schedules/service/schedule-threshold.ts';
import { startDueSchedules } from '../../../../functions/replay/schedules/steps/start-due-schedules.ts';
import { recordedGet } from '../../../support/fakes/recorded-target.ts';
import { temporaryDataDir } from '../../../support/running-service.ts';
import { hostOver } from '../../../support/services-for.ts';
import { testSealer } from '../../../support/test-sealer.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const TARGET = 'http://10.0.0.1:8080';

/** Schedules under a clock that the test sets. Their replays are created, and started in name only. */
export function scheduleStage() {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'SILENT', SVC_TARGETS: TARGET });
  const clock = { now: Date.UTC(2026, 10, 22, 11, 59) };
  const { world, close } = openStandaloneWorld(
    config,
    () => clock.now,
    undefined,
    undefined,
    () => clock.now,
  );
  const executions: string[] = [];
  const rate = runRate(world, config);
  /** A run that has ended leaves its target to the next one, so that a second start of an occurrence is not refused. */
  const runs = { endAtOnce: false };
  const around: World = {
    ...world,
    workflows: {
      ...world.workflows,
      async start(_machine, name) {
        executions.push(name);
        if (runs.endAtOnce) await end(name.replace(/-r1$/, ''));
        return 'running';
      },
    },
  };
  afterAll(async () => {
    await close();
    remove();
  });
  let apps = 0;
  let recorded = 0;

  /** A process over the same data, perhaps with another table. */
  function processOver(table: Table = world.table) {
    const host = hostOver({ ...around, table }, config);
    const servicesOf = host.servicesOf(newPlanServices);
    return {
      host,
      services: servicesOf('default'),
      tick: () => startDueSchedules({ ...around, table }, servicesOf, rate),
    };
  }
  const process = processOver();
  const { services } = process;
  const saved: [appId: string, id: string][] = [];
  // No schedule of an earlier test is due any more.
  afterEach(async () => {
    for (const [appId, id] of saved.splice(0)) await services.schedules.remove(appId, id);
  });

  /** Ends a plan, so that its target is free again. */
  async function end(planId: string): Promise<void> {
    const { plans, settlement } = process.host.services('default');
    await plans.setOnce(planId, 1, 'selection', { requests: 1, chunks: 0, workers: 1 });
    const [plan, round] = await Promise.all([plans.find(planId), plans.findRound(planId, 1)]);
    if (plan && round) await settlement.settle(plan, round);
  }

  return {
    ...process,
    world,
    clock,
    executions,
    runs,
    runRate: rate,
    processOver,
    end,

    /** A process that dies at this write of its next tick, from 1: before it, or after it was stored. */
    dyingAt(write: number, when: 'before' | 'after') {
      let writes = 0;
      const or = <Given extends unknown[], Answer>(done: (...given: Given) => Promise<Answer>) => {
        return async (...given: Given): Promise<Answer> => {
          const isLast = ++writes === write;
          if (writes > write || (isLast && when === 'before')) throw new Error('the process is dead');
          const answer = await done(...given);
          if (isLast) throw new Error('the process is dead');
          return answer;
        };
      };
      const { table } = world;
      const dying = {
        ...table,
        put: or(table.put),
        update: or(table.update),
        remove: or(table.remove),
        transact: or(table.transact),
      };
      return { ...processOver(dying), died: () => writes >= write };
    },

    /** An application with a case that was just recorded. */
    async app(): Promise<string> {
      const appId = `app-${++apps}`;
      const one = recordedGet(appId, '/a', { price: 1 }, { caseId: `case-${++recorded}` });
      const parsed = parseCase(
        { ...one, recordedAt: new Date(clock.now).toISOString() },
        { now: clock.now, newId: world.newId, settings: DEFAULT_SETTINGS, sealer: testSealer },
      );
      if (!parsed.ok) throw new Error('the case cannot be read');
      await services.recordings.add([parsed.value]);
      return appId;
    },

    /** Saves a schedule as the endpoint does, by default an hourly one. */
    async save(appId: string, change: Partial<ScheduleSettings> & { passThreshold?: number } = {}, id = 'hourly') {
      saved.push([appId, id]);
      const { passThreshold = null, ...settings } = change;
      const sealedPassThreshold = await sealScheduleThreshold(
        world.keys,
        { tenant: 'default', appId, id },
        passThreshold,
      );
      const written = await services.schedules.change(appId, id, async (before) => ({
        ok: true,
        value: changedSchedule(before, {
          id,
          appId,
          settings: { ...HOURLY, ...before, ...settings },
          sealedPassThreshold,
          by: 'ann@shop.test',
          now: clock.now,
        }),
      }));
      if (!written.ok) throw new Error(written.code);
    },

    async stored(appId: string, id = 'hourly') {
      const schedule = await services.schedules.find(appId, id);
      if (schedule === undefined) throw new Error('there is no such schedule');
      return schedule;
    },

    /** Moves the clock to the next full hour, when hourly schedules are due. */
    toTheHour(): void {
      clock.now = Math.floor(clock.now / HOUR) * HOUR + HOUR;
    },

    plansOf: async (appId: string) => (await services.plans.list({ appId, limit: 100, after: null })).plans,
  };
}

/** A schedule of every full hour. */
export const HOURLY: ScheduleSettings = {
  cron: '0 * * * *',
  timeZone: 'UTC',
  enabled: true,
  notify: false,
  trigger: {
    targetEnv: TARGET,
    operations: null,
    caseSource: 'rolling',
    caseSourceHours: 90,
    caseCountLimit: null,
    caseTags: {},
    enableMock: true,
    attributes: null,
  },
};
