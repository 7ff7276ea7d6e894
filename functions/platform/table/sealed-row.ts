import * as v from 'valibot';
import type { SealContext } from '../envelope.ts';
import type { Key, World } from '../world.ts';
import { CONFLICT, retryOnConflict } from './retry-on-conflict.ts';

const Row = v.object({ version: v.number(), sealed: v.string() });

/** A value that one row keeps sealed; `first` is its value before the first change. */
export function sealedRow<S extends v.GenericSchema>(
  { table, keys }: Pick<World, 'table' | 'keys'>,
  {
    key,
    context,
    schema,
    first,
    subject,
  }: {
    key: Key;
    context: SealContext;
    schema: S;
    first(): v.InferOutput<S>;
    /** What a fault says that others keep changing. */
    subject: string;
  },
) {
  type Value = v.InferOutput<S>;

  async function read(): Promise<{ version: number; value: Value } | null> {
    const row = await table.get(key);
    if (row === undefined) return null;
    const { version, sealed } = v.parse(Row, row);
    return { version, value: v.parse(schema, JSON.parse(await keys.open(sealed, context))) };
  }

  return {
    /** Null before the first change. */
    stored: async (): Promise<Value | null> => (await read())?.value ?? null,

    /** Changes the value; a change that returns it as it is writes nothing. */
    change: (changed: (current: Value) => Value | Promise<Value>): Promise<Value> =>
      retryOnConflict(
        async () => {
          const before = await read();
          const after = await changed(before === null ? first() : before.value);
          if (after === before?.value) return after;
          const sealed = await keys.seal(JSON.stringify(after), context);
          const isWritten = await table.put(
            { ...key, version: (before?.version ?? 0) + 1, sealed },
            { when: before === null ? 'absent' : { version: { equals: before.version } } },
          );
          return isWritten ? after : CONFLICT;
        },
        { subject },
      ),
  };
}
