import { html } from 'hono/html';
import type { AnalysisContent } from '../../../analysis/store/analysis-row.ts';
import type { CurrentRules } from '../../../findings/domain/classify.ts';
import type { SecondAnswers } from '../../../noise/domain/noise-facts.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { time } from '../../../platform/pages-shell/list-parts.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import type { PlannedCase } from '../../../replay/domain/results/chunk.ts';
import type { ResultHead } from '../../../replay/domain/results/result-head.ts';
import { casePath } from '../report-links.ts';
import { bodySection } from './body-section.ts';
import { callsSection } from './calls-section.ts';
import { bodySummary, type CurrentDifference } from './current-differences.ts';
import type { ShownRow } from './diff/shown-rows.ts';
import { differenceList } from './difference-list.ts';
import { headersPanel, requestPanel } from './exchange-panels.ts';
import { mappedSection } from './mapped-section.ts';
import type { RequestView } from './request-view.ts';
import { lineMenu, type RuleOrigin } from './rule-actions.ts';
import { sessionPart } from './session-part.ts';
import type { ShownCase } from './shown-case.ts';
import type { ShownCalls } from './shown-request.ts';
import { causePart, cutPart, detailsPart, logsPart, sentAgainPart } from './side-column.ts';

export interface RequestBodyOptions {
  origin: RuleOrigin;
  mayWrite: boolean;
  currentRules: CurrentRules;
  appId: string;
  planned: PlannedCase;
  /** The requests of its session, in the order of recording. */
  ofSession: readonly PlannedCase[];
  head: ResultHead;
  /** Undefined if it has expired. */
  recording: CaseHead | undefined;
  cause: AnalysisContent['changes'][number] | null;
  /** Undefined where noise reduction did not judge the request. */
  secondAnswers: SecondAnswers | undefined;
  calls: ShownCalls | null;
  view: RequestView;
}

/**
 * The page below its bar: what differs, the downstream calls and the exchange; beside it what is known of the request.
 */
export function requestBody(shown: ShownCase, options: RequestBodyOptions): Html {
  const { origin, planned, head, view, mayWrite } = options;
  const sides = shown.asRecorded ? (['Running build', 'New build'] as const) : (['Recorded', 'Replayed'] as const);
  const body = bodySection(shown.bodies, {
    ...view.part,
    view: view.view,
    path: casePath(origin.planId, origin.item),
    heads: [
      html`${sides[0]} <span class="muted">${time(shown.asRecorded ? head.replayedAt : planned.recordedAt)}</span>`,
      html`${sides[1]} <span class="muted">${time(head.replayedAt)}</span>`,
    ],
    summary: bodySummary(shown.differences, head.outcome.truncated),
    sizes: shown.sizes,
    actionsOf: mayWrite ? lineActions(origin, shown.differences) : () => null,
  });
  return html`<div class="beside"><div class="stack">${body}
${callsSection({ calls: options.calls, counts: head.calls ?? null, differences: shown.differences, origin: mayWrite ? origin : null })}
<div class="panel side">${headersPanel(shown.headers, sides)}${requestPanel(shown.request)}${mappedSection(origin.planId, shown.mapped)}</div></div>
<aside class="panel side" aria-label="About this request">${differenceList(shown, { ...origin, from: view.list, mayWrite, currentRules: options.currentRules })}${cutPart(head)}${causePart(options.cause)}${sentAgainPart(options.secondAnswers)}${detailsPart(origin.planId, planned, options)}${sessionPart(origin.planId, options.ofSession, origin.item)}${logsPart({ planId: origin.planId, appId: options.appId }, planned, head)}</aside></div>`;
}

/** Menus are on a page as long as their markup is not larger. */
const MAX_MENU_LENGTH = 60_000;

/** The menus of the lines that begin a difference. */
function lineActions(origin: RuleOrigin, differences: readonly CurrentDifference[]): (row: ShownRow) => Html | null {
  let left = MAX_MENU_LENGTH;
  return ({ difference }) => {
    const one = difference === null || left <= 0 ? undefined : differences[difference];
    const menu = one ? lineMenu(origin, one) : null;
    if (menu !== null) left -= String(menu).length;
    return menu;
  };
}
