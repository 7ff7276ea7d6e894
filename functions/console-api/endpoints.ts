import { registerMainOperations } from '../applications/api/register-main-operations.ts';
import {
  addCompareRule,
  listCompareRules,
  readOneCompareRule,
  removeCompareRule,
} from '../compare/api/compare-rules.ts';
import { exportRules, importRules } from '../compare/api/rule-exchange.ts';
import { readChanges } from '../findings/api/changes.ts';
import { listResults } from '../findings/api/list-results.ts';
import { markPassed, unmark } from '../findings/api/marks.ts';
import { readResult } from '../findings/api/read-result.ts';
import { recompareReplay } from '../findings/api/recompare.ts';
import { previewRule } from '../findings/api/rule-preview.ts';
import { readRuleUse } from '../findings/api/rule-use.ts';
import { stopReplay } from '../findings/api/stop-replay.ts';
import { listApiKeys, makeApiKey, removeApiKey } from '../login/api/api-keys.ts';
import { listAudit } from '../login/api/audit.ts';
import { loginAsGuest } from '../login/api/login-guest.ts';
import { logout } from '../login/api/login-logout.ts';
import { refreshTokens } from '../login/api/login-refresh.ts';
import { changeRole, endSessions, readUser } from '../login/api/login-users.ts';
import { getVerificationCode } from '../login/api/login-verification-code.ts';
import { verifyCode } from '../login/api/login-verify.ts';
import { oauthInfo } from '../login/api/oauth-info.ts';
import { oauthLogin } from '../login/api/oauth-login.ts';
import { createTenant, listTenants } from '../login/api/tenants.ts';
import { applyNoise, listNoise, revertNoise } from '../noise/api/noise.ts';
import type { Endpoint } from '../platform/http/api.ts';
import { createPlanByBody, createPlanByQuery } from '../replay/api/create-plan.ts';
import { readProgress } from '../replay/api/read-progress.ts';
import { rerunReplay } from '../replay/api/rerun-replay.ts';
import { listReplays } from '../report/api/list-replays.ts';
import { readReplay } from '../report/api/read-replay.ts';

/** The console API (spec 4.5 to 4.8, interface 10 and 11). */
export const endpoints: readonly Endpoint[] = [
  ...readProgress,
  createPlanByQuery,
  createPlanByBody,
  registerMainOperations,
  listReplays,
  readReplay,
  listResults,
  readResult,
  stopReplay,
  rerunReplay,
  recompareReplay,
  readChanges,
  readRuleUse,
  markPassed,
  unmark,
  listNoise,
  applyNoise,
  revertNoise,
  listCompareRules,
  addCompareRule,
  exportRules,
  importRules,
  previewRule,
  readOneCompareRule,
  removeCompareRule,
  getVerificationCode,
  verifyCode,
  refreshTokens,
  loginAsGuest,
  oauthInfo,
  oauthLogin,
  logout,
  makeApiKey,
  listApiKeys,
  removeApiKey,
  createTenant,
  listTenants,
  readUser,
  changeRole,
  endSessions,
  listAudit,
];
