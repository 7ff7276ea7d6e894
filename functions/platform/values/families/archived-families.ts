import { ROW_FAMILIES, type RowFamily } from './row-families.ts';

/**
 * Families whose rows are only added to, so that the archive may hold their originals (lib/constructs/row-archive.ts).
 */
export const ARCHIVED_FAMILIES = ['audit', 'ledgerEvents'] as const satisfies readonly RowFamily[];
export type ArchivedFamily = (typeof ARCHIVED_FAMILIES)[number];

/** What the archiver logs of a change, which an alarm counts. */
export const CHANGED = 'a row that is only added to was changed';

/** The archived family that a partition key is of; undefined for other rows. */
export const archivedFamilyOf = (pk: string): ArchivedFamily | undefined =>
  ARCHIVED_FAMILIES.find((family) => FORMS[family].test(pk));

/** No part of these keys has the sign that stands between them. */
const formOf = (family: ArchivedFamily) => RegExp(`^${ROW_FAMILIES[family].replaceAll('*', '[^#]+')}$`);
const FORMS: Readonly<Record<ArchivedFamily, RegExp>> = {
  audit: formOf('audit'),
  ledgerEvents: formOf('ledgerEvents'),
};
