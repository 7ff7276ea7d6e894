import * as v from 'valibot';
import type { Json, Key, Table, Workflows, World } from '../../world.ts';
import type { OpenTask } from './state-machine-run.ts';

/** Tokens that a crash leaves behind expire with the executions that were running then. */
const RETENTION_MS = 90 * 86_400_000;
const TOKEN = /^[0-9a-f]{32}$/;

const Completed = v.object({ output: v.string() });

export interface TaskTokens extends Pick<Workflows, 'complete'> {
  open(): Promise<OpenTask>;
}

/**
 * Task tokens in rows of the table: pk `TASK#<token>`, sk `TASK`. `host` identifies the owning process: the tokens of a
 * dead process are void, since its executions run again from their first state and create new tokens.
 */
export function taskTokens({ table, now, newId }: { table: Table } & Pick<World, 'now' | 'newId'>): TaskTokens {
  const host = newId();
  const waiting = new Map<string, () => void>();

  return {
    async open() {
      const token = newId();
      const key = keyOf(token);
      const { promise: completed, resolve } = Promise.withResolvers<void>();
      await table.put({ ...key, host, status: 'WAITING', expiresAt: now() + RETENTION_MS }, { when: 'absent' });
      waiting.set(token, resolve);
      return {
        token,
        completed,
        async close() {
          waiting.delete(token);
          if (await table.remove(key, { when: { status: { equals: 'WAITING' } } })) return null;
          const { output } = v.parse(Completed, await table.get(key));
          await table.remove(key);
          // `complete` wrote the text.
          return { output: JSON.parse(output) as Json };
        },
      };
    },

    async complete(token, output) {
      const set = { status: 'COMPLETED', output: JSON.stringify(output) };
      const when = { status: { equals: 'WAITING' }, host: { equals: host } };
      if (!TOKEN.test(token) || !(await table.update(keyOf(token), set, { when }))) return 'gone';
      waiting.get(token)?.();
      return 'taken';
    },
  };
}

const keyOf = (token: string): Key => ({ pk: `TASK#${token}`, sk: 'TASK' });
