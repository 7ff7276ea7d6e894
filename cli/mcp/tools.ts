import type { Power, Tool } from './tool.ts';
import { acceptResults } from './tools/accept-results.ts';
import { expectChange } from './tools/expect-change.ts';
import { getDifference } from './tools/get-difference.ts';
import { getFindings } from './tools/get-findings.ts';
import { getRun } from './tools/get-run.ts';
import { listApplications } from './tools/list-applications.ts';
import { listEndpoints } from './tools/list-endpoints.ts';
import { listResults } from './tools/list-results.ts';
import { listRuns } from './tools/list-runs.ts';
import { previewAccept } from './tools/preview-accept.ts';
import { previewExpected } from './tools/preview-expected.ts';
import { previewRule } from './tools/preview-rule.ts';
import { startRun } from './tools/start-run.ts';

/** In the order in which an agent needs them. */
const TOOLS: readonly Tool[] = [
  listApplications,
  listEndpoints,
  listRuns,
  startRun,
  getRun,
  getFindings,
  listResults,
  getDifference,
  previewRule,
  previewExpected,
  previewAccept,
  expectChange,
  acceptResults,
];

/** The tools that these powers permit. */
export const toolsWith = (powers: ReadonlySet<Power>): Tool[] => TOOLS.filter(({ power }) => powers.has(power));
