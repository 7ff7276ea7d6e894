import { expect, test } from 'vitest';
import { startupCalls } from '../../../agent/core/startup-calls.ts';

function stage() {
  const sent: unknown[] = [];
  const scheduled: (() => void)[] = [];
  const startup = startupCalls({
    appId: 'shop',
    match: async (owner) => ({ kind: 'response', response: owner }),
    send: ({ request }) => void sent.push(request),
    schedule: (work) => void scheduled.push(work),
  });
  const note = (operation: string, request: unknown) =>
    startup.note({ kind: 'database', target: 'db', operation, request, error: null, durationMs: 1 });
  return { sent, scheduled, startup, note };
}

test('the calls of a start are noted once each', () => {
  const { sent, note } = stage();
  for (const id of [1, 2, 1]) note('select ?', { id });
  expect(sent).toEqual([{ id: 1 }, { id: 2 }]);
});

test('calls of timers are noted once per operation, also if the start made the same call', () => {
  const { sent, scheduled, startup, note } = stage();
  note('select ?', { id: 1 });
  startup.close();
  startup.close();
  note('select ?', { id: 2 });
  expect(scheduled).toHaveLength(1);
  scheduled[0]?.();
  note('select ?', { id: 3 });
  for (const before of [1, 2, 3]) note('delete from sessions where expired < ?', { before });
  expect(sent).toEqual([{ id: 1 }, { id: 2 }, { before: 1 }]);
});

test('a question of a start names the application instead of a replay', async () => {
  const { startup } = stage();
  const call = { kind: 'database', target: 'db', operation: 'select ?', request: null } as const;
  expect(await startup.ask(call)).toEqual({ kind: 'response', response: { appId: 'shop', startup: true } });
});
