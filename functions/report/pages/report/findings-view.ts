import { html } from 'hono/html';
import { comparedHeaders } from '../../../compare/domain/headers/compared-headers.ts';
import type { Group } from '../../../compare/domain/kinds.ts';
import { compareRulesIn, type RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { groupedEntries } from '../../../findings/domain/finding-id.ts';
import { countEntries, countOmitted, MAX_ENTRIES } from '../../../findings/domain/findings.ts';
import type { RoundValues } from '../../../findings/domain/values/round-values.ts';
import type { Acceptance } from '../../../findings/store/acceptances.ts';
import type { Mark } from '../../../findings/store/marks.ts';
import { NOISE_LABELS } from '../../../noise/domain/noise-labels.ts';
import type { Suggestion } from '../../../noise/domain/suggestions.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import type { RoundResult } from '../../../replay/domain/plan.ts';
import { type FindingRow, filteredFindings, findingRows } from '../../domain/finding-rows.ts';
import { latencyLimitOf } from '../../domain/latency-limit.ts';
import { likelyCause } from '../../domain/likely-cause.ts';
import { positionOf } from '../../domain/position-of.ts';
import { reportPath, withQuery } from '../report-links.ts';
import { doneNotice } from '../report-notices.ts';
import { acceptedNotice } from './accept/accepted-notice.ts';
import { decisionPanel, newIds } from './decision-panel.ts';
import { expectedPart } from './expect/expected-group.ts';
import { lastingNotice } from './expect/lasting-notice.ts';
import { namedPerLine } from './field-path.ts';
import { detailsRow, findingDetails, laterDetails } from './finding-details.ts';
import { findingRow } from './finding-row.ts';
import { filterOf, findingsFilter } from './findings-filter.ts';
import { findingColumns, findingsTable, type GroupTotals, MAX_FINDINGS } from './findings-table.ts';
import { footPanels } from './foot-panels.ts';
import { hintPanel } from './hint-panel.ts';
import { expectedFinding } from './marks/expected-finding.ts';
import { latestMarks, undoMarks, undoNotice } from './marks/undo-marks.ts';
import type { SettledRun } from './settled-run.ts';
import { changingPanel } from './two-builds/changing-panel.ts';
import { movedPanel } from './two-builds/moved-panel.ts';
import { noisePanel } from './two-builds/noise-panel.ts';
import { slowerPart } from './two-builds/slower-part.ts';
import { uncomparedPanel } from './two-builds/uncompared-panel.ts';

type Run = SettledRun<
  'marks' | 'rules' | 'values' | 'changesOf' | 'noise' | 'analyses' | 'effects' | 'acceptances' | 'applications'
>;

/** Findings of a page whose details are in it; later ones are loaded when they open. @internal */
export const MAX_DETAILED = 15;

/** The first view of a report: the decision, the findings, and what is gone, hidden and covered. */
export async function findingsView(settled: Run, tabs: Html): Promise<Html> {
  const { request, services, run, found, details, now } = settled;
  const { plan, round } = run;
  const { planId, appId } = plan;
  const { findings, rulesPending } = found;
  const result = round.result as RoundResult; // the run has settled
  const [changes, values, marks, suggestions, { analysis }, rules, acceptances, settings] = await Promise.all([
    services.changesOf(plan, found),
    services.values.of(plan, round),
    services.marks.list(planId, round.round),
    services.noise.list(planId, round.round),
    services.analyses.viewOf(plan, round),
    services.rules.inForce(appId),
    services.acceptances.list(planId),
    services.applications.settings(appId),
  ]);
  const filter = filterOf(request.query);
  const current = groupedEntries(findings);
  const expected = expectedFinding(request.query, found.input, current, marks);
  const all = findingRows(values)(expected?.entries ?? current);
  const news = newIds(changes.previous);
  const shown = filteredFindings(all, filter, filter.sinceClean ? newIds(changes.clean) : news);
  const mayWrite = request.may('write');
  const from = positionOf(request.query.get('from'));
  const named = namedPerLine(shown.slice(from, from + MAX_FINDINGS));
  const noiseOf = likelyNoise(suggestions);
  const { text, endpoint, kind } = filter;
  const perPage = mayWrite ? services.effects.findingsPerPage(found) : MAX_DETAILED;
  const detailed = settled.isInert ? 0 : Math.min(MAX_DETAILED, perPage);
  const detailsOf = (row: FindingRow) =>
    findingDetails(row, {
      request,
      planId,
      state: findings.state,
      values,
      named,
      cause: likelyCause(appId, analysis, row.entry),
      effects: mayWrite ? services.effects.effectsOf(found, row) : null,
    });
  const isBesideRunningBuild = plan.baselineEnv !== undefined;
  const columns = findingColumns(isBesideRunningBuild);
  const limit = latencyLimitOf(plan, settings.replay);
  const slower = slowerPart(settled, { limit, filter, columns });
  const { input, totals } = found;
  const covered = expectedPart({ columns, request, appId, planId, rules, totals: totals.expected, input, now });
  const undoOfRow = ({ id }: FindingRow) =>
    expected?.id === id && mayWrite ? undoMarks(request, planId, expected.markedAt, { finding: id }) : null;
  return html`<div id="answer" aria-live="polite">${resultOfForm(settled, { marks, rules, acceptances, expected })}</div>${decisionPanel(settled, { changes, limit })}
${tabs}
${hintPanel(
  plan,
  result.hints ?? [],
  current.map(({ entry }) => entry.kind),
  mayWrite,
)}
${rulesPending && pendingRules(settled)}
${
  (all.length + slower.endpoints > 0 || covered !== null) &&
  html`${all.length + slower.endpoints > 0 && findingsFilter(request, planId, filter, { all, hasSlower: slower.endpoints > 0 })}${findingsTable(
    {
      rows: shown,
      expected: expected?.id,
      from,
      totals: totalsOf(found),
      empty: all.length + slower.endpoints > 0 ? 'No finding matches the filter' : null,
      covered,
      slower: slower.group,
      isBesideRunningBuild,
      pathFrom: (index) =>
        withQuery(reportPath(planId), {
          text,
          endpoint,
          kind,
          new: request.query.get('new') ?? undefined,
          from: index,
        }),
      rowOf: (row, index) => {
        const facts = {
          planId,
          example: exampleOf(row, details),
          isNew: news.has(row.id),
          mayWrite,
          named,
          noise: noiseOf(row),
          undo: undoOfRow(row),
          isBesideRunningBuild,
        };
        if (facts.undo !== null) return findingRow(row, facts);
        return html`${findingRow(row, facts)}${detailsRow(index < detailed ? detailsOf(row) : laterDetails(row, planId), columns)}`;
      },
    },
  )}`
}
${omittedText(findings)}${isBesideRunningBuild && buildPanels(settled, { values, suggestions })}
${footPanels(changes.previous, { appId, planId, ignored: { fields: findings.excludedFieldCount, ...found.totals.ignored }, marks, undo: undoOf(request, planId, marks), headers: comparedHeaders(compareRulesIn(rules)), now }, findings, input.mainOperations.length)}`;
}

/** What a form that was sent just now has done, with its undo. */
const resultOfForm = (
  { request, run: { plan }, found, now }: Run,
  {
    marks,
    rules,
    acceptances,
    expected,
  }: {
    marks: readonly Mark[];
    rules: readonly RuleInForce[];
    acceptances: readonly Acceptance[];
    expected: { id: string } | null;
  },
): Html =>
  html`${doneNotice(request.query)}${acceptedNotice(request, plan, acceptances, now)}${lastingNotice(request, plan.planId, rules, found.totals.expected)}${request.query.get('done') === 'expected' && undoNotice(request, plan.planId, marks, expected ? { finding: expected.id } : {})}`;

/** What the running build answered, and what was not compared with it. */
const buildPanels = (
  { run: { plan }, found, measures }: Run,
  { values, suggestions }: { values: RoundValues | undefined; suggestions: readonly Suggestion[] },
): Html =>
  html`${movedPanel(plan.appId, measures.moved, values?.moved)}<div class="columns">${noisePanel(suggestions, reportPath(plan.planId))}${changingPanel(plan.appId, measures.sentToBoth, found.totals.uncompared?.leftOut)}${uncomparedPanel(plan.appId, found.totals.uncompared, found.input.clusters)}</div>`;

const undoOf = (request: PageRequest, planId: string, marks: readonly Mark[]): Html | null => {
  const [first] = latestMarks(marks);
  return first && request.may('write') ? undoMarks(request, planId, first.markedAt) : null;
};

/** A request that shows a finding. */
const exampleOf = ({ entry, pairs }: FindingRow, { exampleOf: known }: Run['details']): number | null =>
  pairs[0]?.item ?? known(entry.interfaces[0]?.operationName ?? '', entry.kind, entry.subjects[0] ?? '');

/** Why the values of a finding look like noise. */
function likelyNoise(suggestions: readonly Suggestion[]): (row: FindingRow) => string | null {
  const open = new Map(
    suggestions
      .filter(({ status }) => status === 'SUGGESTED')
      .map(({ operation, path, ruleKind, reason }) => [JSON.stringify([operation, path, ruleKind]), reason]),
  );
  return ({ entry: { kind, subjects, interfaces } }) => {
    const ofRule = (ruleKind: Suggestion['ruleKind']) =>
      open.get(JSON.stringify([interfaces[0]?.operationName, subjects[0], ruleKind]));
    const reason = ofRule('ignore') ?? (kind === 'ARRAY_ORDER' ? ofRule('ignore-order') : undefined);
    return reason === undefined ? null : NOISE_LABELS[reason].short;
  };
}

function totalsOf({ findings, totals: { shown } }: Run['found']): Record<Group, GroupTotals> {
  const totals = (group: Group): GroupTotals => ({
    findings: countEntries(findings, group),
    ...shown[group],
  });
  return { needsAction: totals('needsAction'), toReview: totals('toReview') };
}

const omittedText = (findings: Run['found']['findings']): Html | false =>
  countOmitted(findings) > 0 &&
  html`<p class="small muted block">${counted(countOmitted(findings), 'more finding')} ${countOmitted(findings) === 1 ? 'is' : 'are'} not listed: each group lists the ${MAX_ENTRIES} of most affected requests</p>`;

const pendingRules = ({ request, run: { plan } }: Run): Html =>
  html`<div class="notice row">Rules changed since these responses were compared.${request.may('write') && html` ${actionForm(request, `${reportPath(plan.planId)}/recompare`, 'Compare again')}`}</div>`;
