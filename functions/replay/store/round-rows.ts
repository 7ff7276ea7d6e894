import * as v from 'valibot';
import type { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { Item, Key, Table } from '../../platform/world.ts';
import type { resultKeys } from './result-keys.ts';

/** Where the rows of rounds are: their table, values that may be large, and their keys. */
export interface RoundRows {
  table: Table;
  values: ReturnType<typeof inlineOrBlob>;
  keys: ReturnType<typeof resultKeys>;
}

export async function parsed<S extends v.GenericSchema>(
  { values }: RoundRows,
  schema: S,
  item: Item | undefined,
): Promise<v.InferOutput<S> | undefined> {
  const value = item && (await values.read(item));
  return value === undefined ? undefined : v.parse(schema, value);
}

/** What is computed from other rows, or can be done without, counts as not there where it is damaged. */
export const parsedIfIntact = <S extends v.GenericSchema>(
  rows: RoundRows,
  schema: S,
  key: Key,
): Promise<v.InferOutput<S> | undefined> =>
  undefinedIfDamaged((async () => parsed(rows, schema, await rows.table.get(key)))());
