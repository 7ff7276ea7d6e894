import type { Endpoint } from '../../platform/http/api.ts';
import type { SettlingServices } from '../composition.ts';
import { acceptResults } from './accept/accept-results.ts';
import { previewAccept } from './accept/preview-accept.ts';
import { listAcceptances, undoAccept } from './accept/undo-accept.ts';
import { markMany, unmarkMany } from './bulk-marks.ts';
import { readChanges } from './changes.ts';
import {
  addExpectations,
  listExpectations,
  previewExpectations,
  readExpectation,
  removeExpectation,
} from './expectations.ts';
import { listResults } from './list-results.ts';
import { markPassed, unmark } from './marks.ts';
import { readResult } from './read-result.ts';
import { recompareReplay } from './recompare.ts';
import { previewRule } from './rule-preview.ts';
import { readRuleUse } from './rule-use.ts';
import { stopReplay } from './stop-replay.ts';

/** Results of a run, and the endpoints that change its findings (interface 10). */
export const endpoints: readonly Endpoint<SettlingServices>[] = [
  listResults,
  readResult,
  stopReplay,
  recompareReplay,
  readChanges,
  readRuleUse,
  previewRule,
  markPassed,
  unmark,
  markMany,
  unmarkMany,
  acceptResults,
  previewAccept,
  listAcceptances,
  undoAccept,
  listExpectations,
  readExpectation,
  addExpectations,
  previewExpectations,
  removeExpectation,
];
