import { html } from 'hono/html';
import type { Mark } from '../../../findings/store/marks.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { counted } from '../../../platform/pages-shell/words.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { reportPath } from '../report-links.ts';

/** The marks that were made together last; empty without marks. */
export function latestMarks(marks: readonly Mark[]): readonly Mark[] {
  const latest = Math.max(...marks.map(({ markedAt }) => markedAt));
  return marks.filter(({ markedAt }) => markedAt === latest);
}

/** A button that removes the marks that were made together last. */
export const undoMarks = (request: PageRequest, planId: string, markedAt: number): Html =>
  actionForm(request, `${reportPath(planId)}/unmark`, 'Undo', { fields: { markedAt: isoText(markedAt) } });

/** That requests were marked just now, and how to take it back. */
export function undoNotice(request: PageRequest, planId: string, marks: readonly Mark[]): Html | null {
  const latest = latestMarks(marks);
  const [first] = latest;
  if (first === undefined) return null;
  return html`<div class="notice good row" role="status"><span>${counted(latest.length, 'request')} marked as expected</span> ${undoMarks(request, planId, first.markedAt)}</div>`;
}
