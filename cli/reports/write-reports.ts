import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { type ReportedRun, settledFindings } from './findings-of.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { replayedEndpoints } from './replayed-endpoints.ts';
import { sarifReport } from './sarif.ts';

/** Which reports to write, and where. */
export interface ReportOptions {
  junit?: string;
  sarif?: string;
  sarifAnchor?: string;
  markdown?: string;
  github?: boolean;
}

/** Whether any report is asked for; reports tell a run that has completed. */
export const wantsReport = ({ junit, sarif, markdown, github }: ReportOptions): boolean =>
  Boolean(junit || sarif || markdown || github);

/** Writes the reports that are asked for; --github appends to the files that GitHub Actions names. */
export async function writeReports(
  session: Session,
  { planId, run }: Pick<ReportedRun, 'planId' | 'run'>,
  { junit, sarif, sarifAnchor, markdown, github }: ReportOptions,
): Promise<void> {
  if (junit) {
    const replayed = await replayedEndpoints(session, { planId, requests: run.totalCases ?? 0 });
    await write(junit, junitReport({ planId, run, replayed }));
  }
  const reported = { planId, run, replayed: null };
  if (sarif) await write(sarif, sarifReport(reported, { anchor: sarifAnchor ?? null }));
  if (markdown) await write(markdown, markdownReport(reported));
  if (github) {
    const { GITHUB_STEP_SUMMARY, GITHUB_OUTPUT } = session.host.env;
    if (!GITHUB_STEP_SUMMARY)
      session.output.say('--github: GITHUB_STEP_SUMMARY is not set, so that there is no summary to write');
    else await append(GITHUB_STEP_SUMMARY, markdownReport(reported));
    const state = settledFindings(run)?.state ?? run.status;
    if (GITHUB_OUTPUT) {
      const reportUrl = (run.reportUrl ?? '').replaceAll(/[\r\n]/g, '');
      await append(GITHUB_OUTPUT, `plan-id=${planId}\nstate=${state}\nreport-url=${reportUrl}\n`);
    }
  }
}

async function write(path: string, text: string): Promise<void> {
  await unlessDenied(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  });
}

const append = (path: string, text: string) => unlessDenied(path, () => appendFile(path, text));

async function unlessDenied(path: string, work: () => Promise<void>): Promise<void> {
  await work().catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure(
      'NOT_WRITTEN',
      `${path} was not written (${fault.code ?? 'fault'})`,
      'Give a path that can be written.',
    );
  });
}
