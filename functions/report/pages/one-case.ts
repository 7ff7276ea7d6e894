import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { endpointName } from '../../platform/pages-shell/endpoint-name.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { CASE_ID, type CaseHead } from '../../recordings/domain/recorded-case.ts';
import type { ReportServices } from '../composition.ts';

/** The recording of an application that a run is to replay alone; null if there is none. */
export async function oneCase(
  { recordings }: Pick<ReportServices, 'recordings'>,
  appId: string,
  caseId: string,
): Promise<CaseHead | null> {
  const head = CASE_ID.test(caseId) ? await undefinedIfDamaged(recordings.find(caseId)) : undefined;
  return head?.appId === appId ? head : null;
}

/** Its field of the form, which replaces the choice of recordings. */
export const oneCaseNotice = ({ caseId, method, operation }: CaseHead): Html =>
  html`<input type="hidden" name="caseId" value="${caseId}"><p>Only the recording <a href="/console/cases/${encodeURIComponent(caseId)}">${endpointName(method, operation)}</a></p>`;

/** Its part of a plan: this recording, whenever it was recorded. */
export const selectionOf = ({ caseId, operation, recordedAt }: CaseHead) => ({
  caseSourceFrom: recordedAt,
  caseSourceTo: recordedAt + 1,
  operationCaseInfoList: [{ operationId: operation, replayIdList: [caseId] }],
});
