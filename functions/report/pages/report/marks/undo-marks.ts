import { html } from 'hono/html';
import type { Mark } from '../../../../findings/store/marks.ts';
import type { Html, PageRequest } from '../../../../platform/http/pages/page-route.ts';
import { actionForm } from '../../../../platform/pages-shell/form-parts.ts';
import { counted } from '../../../../platform/pages-shell/texts.ts';
import { isoText } from '../../../../platform/time/iso-text.ts';
import { reportPath } from '../../report-links.ts';

/** The marks that were made together last; empty without marks. */
export function latestMarks(marks: readonly Mark[]): readonly Mark[] {
  const latest = Math.max(...marks.map(({ markedAt }) => markedAt));
  return marks.filter(({ markedAt }) => markedAt === latest);
}

/** The page that an undo leads back to: a finding's row, or a request; by default the report. */
export type UndoBack = { finding: string } | { item: string } | Record<never, never>;

/** A button that removes the marks that were made together. */
export const undoMarks = (request: PageRequest, planId: string, markedAt: number, back: UndoBack = {}): Html =>
  actionForm(request, `${reportPath(planId)}/unmark`, 'Undo', {
    fields: { markedAt: isoText(markedAt), ...back },
    isInPlace: 'finding' in back,
  });

/** That requests were marked just now, and how to take it back. */
export function undoNotice(
  request: PageRequest,
  planId: string,
  marks: readonly Mark[],
  back: UndoBack = {},
): Html | null {
  const latest = latestMarks(marks);
  const [first] = latest;
  if (first === undefined) return null;
  return html`<div class="notice good row" role="status"><span>${counted(latest.length, 'request')} marked as expected</span> ${request.may('write') && undoMarks(request, planId, first.markedAt, back)}</div>`;
}
