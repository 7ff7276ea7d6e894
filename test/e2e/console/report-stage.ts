import { beforeAll } from 'vitest';
import type { Answer } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { replayedTwice, targetOf } from './report-scenario.ts';

/** Visible text, without markup. */
export const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

export const report = (planId: string) => `/report/${planId}`;

/**
 * Two finished runs of the scenario, and their report as a client without scripts sees it. `answer` returns whether it
 * answered.
 */
export function reportStage(answer: (...exchange: Parameters<Answer>) => boolean) {
  const build = { second: false };
  const shop = targetOf(build);
  const stage = serviceAndTarget(
    (request, response) => {
      if (!answer(request, response)) shop(request, response);
    },
    { SVC_NOISE_REDUCTION: 'rules' },
  );
  /** The planIds of the earlier and the later run. */
  const runs = { first: '', planId: '' };
  beforeAll(async () => {
    [runs.first, runs.planId] = await replayedTwice(stage.service, stage.target.url, build);
  }, 30_000);

  async function page(path: string, more: RequestInit = {}) {
    const headers = { 'x-api-key': ADMIN_KEY };
    const response = await fetch(`${stage.service.url}${path}`, { headers, redirect: 'manual', ...more });
    const [cookie = ''] = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    return { status: response.status, location: response.headers.get('location'), cookie, html: await response.text() };
  }

  return {
    stage,
    runs,
    page,
    /** Target page of a form's redirect, requested with its cookie. */
    followed: ({ location, cookie }: { location: string | null; cookie: string }) =>
      page(location ?? '', { headers: { 'x-api-key': ADMIN_KEY, cookie } }),
    send: (path: string, fields: Record<string, string> = {}) =>
      page(path, { method: 'POST', body: new URLSearchParams(fields) }),
    /** Position of the first failing request of an endpoint. */
    async itemAt(planId: string, operation: string): Promise<number> {
      const query = new URLSearchParams({ state: 'FAILED', operation });
      const { items } = (await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?${query}`)).body;
      return Number(items[0].planItemId.split(':')[1]);
    },
  };
}
