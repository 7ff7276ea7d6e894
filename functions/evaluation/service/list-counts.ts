import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { Table } from '../../platform/world.ts';

/** A list that has more is shown as having more: counting it would read all of it. */
const MAX_COUNTED = 100;

/** The partition in index i1 of each list that a tab counts. */
const LISTS = {
  runs: 'runLists',
  workflows: 'workflowVersionLists',
  policies: 'policyLists',
  hosts: 'hostLists',
} as const;

/** What the tabs of the evaluation pages count; `100+` where a list is longer, absent where it cannot be read. */
export type ListCounts = Readonly<Partial<Record<keyof typeof LISTS, number | string>>>;

/** Counts the lists of a tenant. */
export const listCounts = (table: Pick<Table, 'query'>, tenant: string) => async (): Promise<ListCounts> => {
  const counted = Object.entries(LISTS).map(async ([list, family]) => {
    const pk = partitionOf(family, tenant);
    const page = await undefinedIfDamaged(table.query({ index: 'i1', pk, limit: MAX_COUNTED + 1 }));
    if (page === undefined) return [];
    return [[list, page.items.length > MAX_COUNTED ? `${MAX_COUNTED}+` : page.items.length] as const];
  });
  return Object.fromEntries((await Promise.all(counted)).flat());
};
