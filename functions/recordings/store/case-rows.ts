import * as v from 'valibot';
import { appPart } from '../../applications/domain/application-key.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { AttributeTest, Item, Key } from '../../platform/world.ts';
import { CASE_ID, CaseHead } from '../domain/recorded-case.ts';

/** The row of a case's head. */
export const headKey = (tenant: string, caseId: string): Key => ({
  pk: partitionOf('cases', tenant, caseId),
  sk: 'CASE',
});

/** The row of a case's payload. */
export const payloadKey = (tenant: string, caseId: string): Key => ({
  pk: partitionOf('cases', tenant, caseId),
  sk: 'PAYLOAD',
});

/** Prefix of the rows of versions that are not current. */
export const VERSIONS = 'VERSION#';

/** The row of a version that is not current. */
export const versionKey = (tenant: string, caseId: string, version: number): Key => ({
  pk: partitionOf('cases', tenant, caseId),
  sk: `${VERSIONS}${padded(version, 6)}`,
});

/** Index i1: the cases of an endpoint. */
export const casesKey = (tenant: string, appId: string, operation: string) =>
  partitionOf('caseLists', tenant, appPart(appId), operation);

/** Index i3, sparse: the pinned cases of an endpoint. */
export const pinnedKey = (tenant: string, appId: string, operation: string) =>
  partitionOf('pinnedCaseLists', tenant, appPart(appId), operation);

type ListPosition = Pick<CaseHead, 'recordedAt' | 'intake' | 'caseId'>;

/** Orders cases by time, those of one time as they came in. */
export const orderOf = ({ recordedAt, intake, caseId }: ListPosition) =>
  `${paddedTime(recordedAt)}#${intake}#${caseId}`;

/**
 * The head row of a case with its stored bytes; a rolling case expires at `expiresAt`, a pinned one never does and is
 * also in i3.
 */
export function headRow(tenant: string, head: CaseHead, expiresAt: number | undefined, bytes: number): Item {
  const order = orderOf(head);
  return {
    ...headKey(tenant, head.caseId),
    ...head,
    bytes,
    i1pk: casesKey(tenant, head.appId, head.operation),
    i1sk: order,
    i2pk: partitionOf('caseTraces', tenant, head.traceId),
    i2sk: order,
    ...(head.pinned ? { i3pk: pinnedKey(tenant, head.appId, head.operation), i3sk: order } : { expiresAt }),
  };
}

/** Stored bytes of a case (case-bytes.ts); 0 of one that was stored before they were counted. */
export const bytesOf = ({ bytes }: Item): number => (typeof bytes === 'number' ? bytes : 0);

/**
 * What every change of the stored payload counts in the head row, so that two of them never overlap: versions, pins,
 * and sealing under other keys.
 */
export const editsOf = ({ edits }: Item): number => (typeof edits === 'number' ? edits : 0);

/** The condition that the payload was not changed since a head row was read. */
export const unedited = (row: Item): { edits: AttributeTest } => ({
  edits: editsOf(row) === 0 ? { absent: true } : { equals: editsOf(row) },
});

/** When a case came in, epoch ms. */
export const arrivalOf = ({ intake }: Pick<CaseHead, 'intake'>): number => Number(intake.slice(0, intake.indexOf('-')));

/** The head of a case whose row is damaged, as far as the index knows it; null if not even its id is known. */
export function unreadableHead({ i1sk, i3sk }: Item, appId: string, operation: string): CaseHead | null {
  const [, time, intake, caseId] = /^(\d{15})#(\d{15}-\d{9})#(.+)$/.exec(i3sk ?? i1sk ?? '') ?? [];
  if (time === undefined || intake === undefined || caseId === undefined || !CASE_ID.test(caseId)) return null;
  return {
    caseId,
    appId,
    operation,
    method: '',
    recordedAt: Number(time),
    intake,
    traceId: '',
    session: null,
    tags: {},
    durationMs: null,
    status: null,
    pinned: i3sk !== undefined,
    unreadable: true,
  };
}

/** Parses the head in a row. */
export const headOf = (row: Item): CaseHead => v.parse(CaseHead, row);
