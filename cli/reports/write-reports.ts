import { type ReportedRun, settledFindings } from '../../functions/report/domain/export/exported-run.ts';
import { junitReport } from '../../functions/report/domain/export/junit.ts';
import { markdownReport } from '../../functions/report/domain/export/markdown.ts';
import { sarifReport } from '../../functions/report/domain/export/sarif.ts';
import type { Session } from '../session.ts';
import { writeComment } from './github/write-comment.ts';
import { replayedEndpoints } from './replayed-endpoints.ts';
import { appendReport, writeReport } from './report-files.ts';
import type { RunFacts } from './run-facts.ts';

/** The requested reports and their paths. */
export interface ReportOptions {
  junit?: string;
  sarif?: string;
  sarifAnchor?: string;
  markdown?: string;
  github?: boolean;
  /** The name of the comment on the pull request. */
  githubComment?: string;
}

/** Writes the requested reports; --github appends to the files that GitHub Actions names. */
export async function writeReports(
  session: Session,
  {
    planId,
    run,
    hints,
    headers,
    secondAnswers,
    conditions,
  }: Pick<ReportedRun, 'planId' | 'run' | 'conditions'> & Pick<RunFacts, 'hints' | 'headers' | 'secondAnswers'>,
  { junit, sarif, sarifAnchor, markdown, github, githubComment }: ReportOptions,
): Promise<void> {
  const decided = conditions && { conditions };
  if (junit) {
    const replayed = await replayedEndpoints(session, { planId, requests: run.totalCases ?? 0 });
    await writeReport(junit, junitReport({ planId, run, replayed, secondAnswers, ...decided }));
  }
  const reported = { planId, run, replayed: null, secondAnswers, ...decided };
  if (sarif) await writeReport(sarif, sarifReport(reported, { anchor: sarifAnchor ?? null }));
  if (markdown) await writeReport(markdown, markdownReport(reported, hints, headers));
  if (githubComment) await writeComment(session, githubComment, markdownReport(reported, hints, headers));
  if (github) {
    const { GITHUB_STEP_SUMMARY, GITHUB_OUTPUT } = session.host.env;
    if (!GITHUB_STEP_SUMMARY)
      session.output.say('--github: GITHUB_STEP_SUMMARY is not set, so that there is no summary to write');
    else await appendReport(GITHUB_STEP_SUMMARY, markdownReport(reported, hints, headers));
    const state = settledFindings(run)?.state ?? run.status;
    if (GITHUB_OUTPUT) {
      const reportUrl = (run.reportUrl ?? '').replaceAll(/[\r\n]/g, '');
      await appendReport(GITHUB_OUTPUT, `plan-id=${planId}\nstate=${state}\nreport-url=${reportUrl}\n`);
    }
  }
}
