import { html } from 'hono/html';
import type { ExpectedChange } from '../../../../compare/domain/expected/expected-change.ts';
import { KIND_LABELS } from '../../../../compare/domain/kind-labels.ts';
import { isExpectedChange, type RuleInForce } from '../../../../compare/domain/rules/rules.ts';
import type { FindingTotals } from '../../../../findings/domain/findings.ts';
import type { Html, PageRequest } from '../../../../platform/http/pages/page-route.ts';
import { actionForm } from '../../../../platform/pages-shell/form-parts.ts';
import { counted, short } from '../../../../platform/pages-shell/texts.ts';
import { isoText } from '../../../../platform/time/iso-text.ts';
import { reportPath } from '../../report-links.ts';
import { fieldText } from '../field-path.ts';
import { shownEndpoint } from '../shown-endpoint.ts';

/** That a finding is expected until production records it, and how to take it back; null if nothing was just made. */
export function lastingNotice(
  request: PageRequest,
  planId: string,
  rules: readonly RuleInForce[],
  { changes }: Pick<FindingTotals['expected'], 'changes'>,
): Html | null {
  const at = Date.parse(request.query.get('at') ?? '');
  const made = rules.filter(isExpectedChange).filter((one) => one.createdAt === at && one.planId === planId);
  const [first] = made;
  if (request.query.get('done') !== 'lasting' || first === undefined) return null;
  const covered = new Map(changes.map(({ ruleId, requests }) => [ruleId, requests]));
  const most = Math.max(...made.map(({ ruleId }) => covered.get(ruleId) ?? 0));
  return html`<div class="notice good row" role="status"><span><strong>${most > 0 && made.length === 1 ? `Expected: ${counted(most, 'request')}.` : 'Expected.'}</strong> ${aboutChange(first)}${made.length > 1 && ` and ${counted(made.length - 1, 'other')}`}, until production records it.${most === 0 && ' This run counts it once its responses are compared again.'}</span> ${request.may('write') && actionForm(request, `${reportPath(planId)}/expect/undo`, 'Undo', { fields: { at: isoText(at) } })}</div>`;
}

const aboutChange = ({ kind, subject, operation, methods }: ExpectedChange): Html =>
  html`${KIND_LABELS[kind].en} <code>${short(fieldText(kind, subject), 80, 'ltr')}</code> in ${shownEndpoint({ operationName: operation, ...(methods && { methods }) })}`;
