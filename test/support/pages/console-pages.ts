import type { ListedPage } from './listed-pages.ts';

/** A trace whose entries name spans. */
export const LOGGED_TRACE = '0af7651916cd43dd8448eb211c80319c';

/** Pages of the console, and states of them, that the browser tests of accessibility open. */
export const CONSOLE_PAGES: readonly ListedPage[] = [
  { name: 'applications', route: '/console' },
  { name: 'components', route: '/console/components' },
  { name: 'application', route: '/console/apps/{appId}' },
  { name: 'recordings', route: '/console/apps/{appId}/recordings' },
  {
    name: 'recordings that a search found',
    route: '/console/apps/{appId}/recordings',
    query: 'text=items&status=2xx',
  },
  { name: 'recording', route: '/console/cases/{caseId}' },
  { name: 'runs', route: '/console/replays' },
  { name: 'runs of an application', route: '/console/apps/{appId}/replays' },
  { name: 'start a run', route: '/console/apps/{appId}/replays/new' },
  { name: 'start a run of one recording', route: '/console/apps/{appId}/replays/new', query: 'caseId=case-items-a' },
  { name: 'schedules', route: '/console/apps/{appId}/schedules' },
  { name: 'schedules of an application without any', route: '/console/apps/{freshAppId}/schedules' },
  { name: 'add a schedule', route: '/console/apps/{appId}/schedules/new' },
  { name: 'change a schedule', route: '/console/apps/{appId}/schedules/{id}/edit' },
  { name: 'rules', route: '/console/apps/{appId}/rules' },
  { name: 'expected', route: '/console/apps/{appId}/expected' },
  { name: 'settings', route: '/console/apps/{appId}/settings' },
  { name: 'path patterns', route: '/console/apps/{appId}/settings/endpoints' },
  { name: 'channels', route: '/console/channels' },
  { name: 'add a channel', route: '/console/channels/new' },
  { name: 'channel', route: '/console/channels/{channelId}' },
  { name: 'logs', route: '/console/logs' },
  { name: 'logs of an application', route: '/console/apps/{appId}/logs' },
  { name: 'logs of a trace with spans', route: '/console/apps/{appId}/logs', query: `trace_id=${LOGGED_TRACE}` },
  {
    name: 'logs that no search finds',
    route: '/console/apps/{appId}/logs',
    query: 'q=nowhere&level=ERROR&window=1h',
  },
  { name: 'logs around a recording', route: '/console/logs', query: 'case=case-items-a' },
  { name: 'keys', route: '/console/keys' },
  { name: 'users', route: '/console/users' },
  { name: 'your tenants', route: '/console/tenants' },
  { name: 'audit', route: '/console/audit' },
  { name: 'login', route: '/console/login' },
  { name: 'login link', route: '/console/login/local', query: 'code=unknown' },
];
