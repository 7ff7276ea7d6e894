import { html } from 'hono/html';
import { endpointCounts, endpointsAndPaths } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import { countEntries, type Findings, type SettledState } from '../../../findings/domain/findings.ts';
import { environmentFault } from '../../../findings/domain/summary/environment-fault.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import type { Decision } from '../../../platform/pages-shell/decision.ts';
import { count, counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { OPERATION_ERRORS } from '../../../replay/domain/results/operation-errors.ts';
import type { MainFailure } from '../../domain/main-failure.ts';
import { hostCode } from '../host-code.ts';
import { reportPath, withQuery } from '../report-links.ts';
import { type ReportedRun, runAgain } from './report-layout.ts';
import { selectionText } from './selection-text.ts';
import { mainsReplayed } from './settled/mains-replayed.ts';

/** What the decision about a settled run depends on. */
export interface SettledFacts {
  request: PageRequest;
  run: ReportedRun;
  findings: Findings;
  /** Findings that are new since the previous run, and those of them that need action. */
  newFindings: number;
  newNeedsAction: number;
  /** Requests with an expected change, or marked as expected. */
  expected: number;
  /** Registered main endpoints. */
  mains: number;
  /** Of a run that failed by its environment. */
  failure: MainFailure | null;
  /** Why the run did not finish normally. */
  reason: string | null;
  /** The page with the findings; empty on that page. */
  findingsPath: string;
}

type DecisionText = Pick<Decision, 'tone' | 'icon' | 'title' | 'next' | 'action'>;

/** The decision about a settled run: whether to release, why, and the next step. */
export const settledDecision = (facts: SettledFacts): DecisionText => DECISIONS[facts.findings.state](facts);

const DECISIONS: Readonly<Record<SettledState, (facts: SettledFacts) => DecisionText>> = {
  NO_CASES: ({ request, run: { plan } }) => ({
    tone: 'quiet',
    title: 'No decision: nothing was replayed',
    next: selectionText(plan),
    action: request.may('write') && link(`${applicationPath(plan.appId)}/replays/new`, 'Change the selection'),
  }),

  INTERRUPTED: ({ request, run, findings: { scope }, reason }) => ({
    tone: 'quiet',
    icon: 'stop',
    title:
      scope.requestsWithoutResult > 0
        ? `No decision: ${count(scope.requestsWithoutResult)} of ${counted(scope.requests, 'request')} ${scope.requestsWithoutResult === 1 ? 'has' : 'have'} no result`
        : 'No decision: the run was interrupted',
    next: html`${reason !== null && html`${visible(reason)} `}Run again.`,
    action: again(request, run),
  }),

  ENVIRONMENT_FAILURE: ({ findings, failure, reason, ...facts }) =>
    facts.run.plan.baselineEnv !== undefined && failure === null
      ? runningBuildFailed(facts, reason)
      : environmentFailure(
          `${count(failure?.endpoints ?? 0)} of ${counted(endpointCounts(findings).replayed, 'endpoint')} ${failureText(failure?.kind ?? '')}`,
          { ...facts, failure },
        ),

  NEEDS_ACTION: ({ run, findings, newFindings, newNeedsAction, findingsPath }) => {
    const found = countEntries(findings, 'needsAction');
    const { plan } = run;
    return {
      tone: 'bad',
      title: `Do not release: ${counted(found, 'finding')} ${found === 1 ? 'needs' : 'need'} action`,
      next:
        plan.baselineEnv === undefined
          ? `${newText(newNeedsAction, found)}Fix the build, or mark the change as expected.`
          : html`${besideBuild(plan.baselineEnv)} ${newText(newNeedsAction, found)}`,
      action:
        newNeedsAction > 0 && newNeedsAction < found
          ? reviewNew(run, newFindings)
          : link(`${findingsPath}#findings`, `Review ${counted(found, 'finding')}`),
    };
  },

  // Too few endpoints for ENVIRONMENT_FAILURE may have failed alike (spec 3.2).
  REVIEW_ONLY: ({ findings, ...facts }) => {
    const fault = environmentFault(findings);
    return fault === null ? toReview(findings, facts.findingsPath) : environmentFailure(fault.means, facts);
  },

  LOW_COVERAGE: (facts) => (facts.findings.coverage.mainOperationsConfigured ? mainsMissing(facts) : tooFew(facts)),

  CLEAN: ({ run: { plan }, findings: { scope, coverage }, findings, expected, mains }) => ({
    tone: 'good',
    title: 'Ready to release: no findings',
    next: `${counted(scope.requests, 'request')} to ${counted(endpointCounts(findings).replayed, 'endpoint')} behave${scope.requests === 1 ? 's' : ''} as ${plan.baselineEnv === undefined ? 'recorded' : 'in the running build'}${expected === 0 ? '' : `, ${count(expected)} of them with expected changes`}.${coverage.mainOperationsConfigured ? ` ${mainsReplayed(mains)}.` : ''}`,
    action:
      plan.build?.url !== undefined &&
      html`<a class="button" href="${plan.build.url}" rel="noreferrer">Open ${plan.build.name ? visible(plan.build.name) : 'the build'}</a>`,
  }),
};

/** That old recordings play no part; `baselineEnv`: of the running build. */
const besideBuild = (baselineEnv: string): Html =>
  html`The new build answers differently from the running build, ${hostCode(baselineEnv)}. Old recordings play no part in this.`;

const toReview = (findings: Findings, findingsPath: string): DecisionText => ({
  tone: 'warn',
  title: `Review before release: ${counted(countEntries(findings, 'toReview'), 'finding')}`,
  next: 'Nothing looks broken. Mark what is expected, ignore what is noise.',
  action: link(`${findingsPath}#findings`, `Review ${counted(countEntries(findings, 'toReview'), 'finding')}`),
});

const environmentFailure = (
  means: string,
  { request, run, failure }: Pick<SettledFacts, 'request' | 'run' | 'failure'>,
): DecisionText => ({
  tone: 'quiet',
  icon: 'plug',
  title: `No decision: ${means}`,
  next: checkFirst(failure?.kind ?? '', run),
  action: again(request, run),
});

/** The running build did not answer as a working instance does, so nothing can be said of the target. */
const runningBuildFailed = (
  { request, run }: Pick<SettledFacts, 'request' | 'run'>,
  reason: string | null,
): DecisionText => ({
  tone: 'quiet',
  icon: 'plug',
  title: 'No decision: the running build failed',
  next: html`${reason !== null && html`${visible(reason)} `}Check that <code>${visible(run.plan.baselineEnv ?? '')}</code> is up and accepts the credentials of the run. Then run again.`,
  action: again(request, run),
});

const tooFew = ({ request, run, findings }: SettledFacts): DecisionText => ({
  tone: 'quiet',
  title: 'No decision: too little was replayed',
  next: `No problem in ${endpointsAndPaths(findings)} and ${counted(findings.scope.requests, 'request')}, but at least 10 paths and 30 requests are needed. Or register main endpoints.`,
  action:
    request.may('write') &&
    link(`${applicationPath(run.plan.appId)}/settings#mainOperations`, 'Register main endpoints'),
});

const mainsMissing = ({ request, run, findings: { coverage } }: SettledFacts): DecisionText => {
  const [first = '', ...others] = coverage.uncoveredMainOperations;
  return {
    tone: 'quiet',
    title: `No decision: ${counted(others.length + 1, 'main endpoint')} ${others.length === 0 ? 'was' : 'were'} not replayed`,
    next: html`No problem in the others. Record <code>${short(first)}</code>${others.length > 0 && ` and ${counted(others.length, 'other')}`}, then run again.`,
    action: again(request, run),
  };
};

const reviewNew = ({ plan }: ReportedRun, newFindings: number): Html =>
  link(`${withQuery(reportPath(plan.planId), { new: 1 })}#findings`, `Review ${counted(newFindings, 'new finding')}`);

const again = (request: PageRequest, { plan, round }: ReportedRun): Html | false =>
  request.may('write') && runAgain(request, plan.planId, round.selection?.requests ?? 0, 'primary');

const link = (href: string, text: string): Html => html`<a class="button primary" href="${href}">${text}</a>`;

/** Which findings to start with: those that the previous run did not have. */
function newText(news: number, all: number): string {
  if (news === 0) return '';
  if (news === all) return all === 1 ? 'It is new. ' : 'All of them are new. ';
  return `Start with the ${news === 1 ? 'new one' : `${count(news)} new ones`}. `;
}

/** What to check by what most endpoints did. */
function checkFirst(kind: string, { plan }: ReportedRun): Html {
  const target = html`<code>${visible(plan.targetEnv)}</code>`;
  return kind === '401' || kind === '403'
    ? html`Give the run credentials that ${target} accepts. Then run again.`
    : html`Check that ${target} is up, reachable and configured. Then run again.`;
}

/** What most endpoints did: a status, `timeout`, or a failure to connect. */
function failureText(kind: string): string {
  if (/^\d+$/.test(kind)) return `answered ${kind}`;
  if (kind === OPERATION_ERRORS) return 'answered with errors';
  if (kind === 'timeout') return 'timed out';
  return kind === 'refused' ? 'refused the connection' : 'could not be reached';
}
