import { changeSettingsPage, settingsPage } from '../applications/pages/settings.ts';
import { applicationPage } from '../console/pages/application.ts';
import { applicationsPage } from '../console/pages/applications.ts';
import { evaluationPages } from '../evaluation/pages/evaluation-pages.ts';
import { addRule, importRulesPage, removeRule } from '../findings/pages/rules/change-rules.ts';
import { exportRulesPage, rulesPage } from '../findings/pages/rules/rules.ts';
import { appointUser, auditPage, endUserSessions } from '../login/pages/audit.ts';
import { keysPage, makeKey, removeKey } from '../login/pages/keys.ts';
import { enterAsGuest, loginPage, logOut, sendCode, verifyCode } from '../login/pages/login.ts';
import { fromProvider, toProvider } from '../login/pages/login-oauth.ts';
import { logsFile, logsPage } from '../logs/pages/logs.ts';
import {
  addChannel,
  changeChannel,
  channelPage,
  channelsPage,
  deleteChannel,
  newChannelPage,
  testChannel,
} from '../notifications/pages/channels.ts';
import type { Page } from '../platform/http/pages/page-route.ts';
import { caseBody, casePage, deleteCase, pinCase, unpinCase } from '../recordings/pages/case.ts';
import { importAnywhere, importIntoApplication } from '../recordings/pages/import.ts';
import { recordingsPage } from '../recordings/pages/recordings.ts';
import { ofKnownApplication } from '../report/pages/known-application.ts';
import { replaysOfApplication, replaysPage } from '../report/pages/replays.ts';
import { reportPages } from '../report/pages/report-pages.ts';
import { startForm, startReplay } from '../report/pages/start-replay.ts';

const ofApplications = [
  applicationPage,
  recordingsPage,
  replaysOfApplication,
  startForm,
  startReplay,
  rulesPage,
  addRule,
  removeRule,
  exportRulesPage,
  importRulesPage,
  settingsPage,
  changeSettingsPage,
].map(ofKnownApplication);

/** Every page and form of the console and of the report (interface 13); the first that fits a path answers. */
export const pages: readonly Page[] = [
  loginPage,
  sendCode,
  verifyCode,
  enterAsGuest,
  toProvider,
  fromProvider,
  logOut,
  applicationsPage,
  ...ofApplications,
  importAnywhere,
  importIntoApplication,
  casePage,
  caseBody,
  pinCase,
  unpinCase,
  deleteCase,
  replaysPage,
  channelsPage,
  newChannelPage,
  addChannel,
  channelPage,
  changeChannel,
  testChannel,
  deleteChannel,
  logsPage,
  logsFile,
  keysPage,
  makeKey,
  removeKey,
  auditPage,
  appointUser,
  endUserSessions,
  ...evaluationPages,
  ...reportPages,
];
