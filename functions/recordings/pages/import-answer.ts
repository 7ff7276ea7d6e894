import * as v from 'valibot';
import { LEFT_OUT_REASONS, type LeftOutRule } from '../domain/filter/exchange-filter.ts';

/** An ignore rule of a file. */
const ImportedRule = v.object({ operation: v.nullable(v.string()), target: v.string(), path: v.string() });
export type ImportedRule = v.InferOutput<typeof ImportedRule>;

/** What the pages read of the answer to an import. */
export const ImportAnswer = v.object({
  accepted: v.number(),
  duplicates: v.number(),
  rejected: v.array(v.object({ index: v.number(), reason: v.string() })),
  leftOut: v.array(
    v.object({
      rule: v.picklist(Object.keys(LEFT_OUT_REASONS) as LeftOutRule[]), // the keys of the record
      reason: v.string(),
      count: v.number(),
      samples: v.array(v.string()),
    }),
  ),
  hosts: v.array(v.object({ host: v.string(), exchanges: v.number(), eligible: v.number(), selected: v.boolean() })),
  lacksCredentials: v.optional(v.literal(true)),
  preview: v.optional(v.object({ count: v.number(), samples: v.array(v.string()) })),
  /** Of a file that says which fields are not to be compared. */
  rules: v.optional(v.object({ storedRules: v.array(ImportedRule), offered: v.array(ImportedRule) })),
});
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>;

/** The result of one file: its answer, or why it was refused. */
export type Imported = { name: string } & (ImportAnswer | { refused: string });

/** The exchanges of a file that were left out by the filter. */
export const leftOutOf = ({ leftOut }: Pick<ImportAnswer, 'leftOut'>): number =>
  leftOut.reduce((sum, { count }) => sum + count, 0);
