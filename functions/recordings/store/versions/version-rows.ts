import * as v from 'valibot';
import { queryAll } from '../../../platform/table/query-all.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import type { Changes, Item, Table } from '../../../platform/world.ts';
import type { CaseHead } from '../../domain/recorded-case.ts';
import { Accepted, versionOf } from '../../domain/versions/case-version.ts';
import { VERSIONS, versionKey } from '../case-rows.ts';

const Version = v.object({ version: v.number(), status: v.nullable(v.number()), accepted: v.optional(Accepted) });

/** A version of a recording: what its head says of it. */
export type StoredVersion = v.InferOutput<typeof Version>;

/** The version in a row. */
export const storedVersionOf = (row: Item): StoredVersion => v.parse(Version, row);

/** What a head says of its current version. */
export const currentVersionOf = ({ status, accepted }: CaseHead): StoredVersion => ({
  version: versionOf(accepted),
  status,
  ...(accepted && { accepted }),
});

/** The members of a row that hold a payload. */
export const payloadIn = ({ data, blob, blobSize }: Item) => ({
  data,
  blob: typeof blob === 'string' ? blob : undefined,
  blobSize: typeof blobSize === 'number' ? blobSize : undefined,
});

/** The row that keeps a version that is no longer current, with the bytes of its payload as they are. */
export function versionRow(tenant: string, head: CaseHead, payload: Item): Item {
  const { data, ...rest } = payloadIn(payload);
  const { expiresAt } = payload;
  const version = currentVersionOf(head);
  return {
    ...versionKey(tenant, head.caseId, version.version),
    ...version,
    ...definedIn(rest),
    ...(data && { data }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

const definedIn = (members: Readonly<Record<string, string | number | undefined>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** What a head row says of a version that becomes current. */
export const headChanges = ({ status, accepted }: StoredVersion): Changes => ({ status, accepted });

/** The rows of the versions of a case that are not current, oldest first. */
export const versionRows = (table: Table, tenant: string, caseId: string): Promise<Item[]> =>
  Array.fromAsync(queryAll(table, { pk: partitionOf('cases', tenant, caseId), prefix: VERSIONS }));
