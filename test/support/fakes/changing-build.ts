import { call, completed } from '../running-service.ts';
import { serviceAndTarget } from '../stages/service-and-target.ts';
import { json, recordedGet } from './recorded-target.ts';

interface Entry {
  kind: string;
  subjects: string[];
}

/** A service and a changing build: replays recordings made just now, and reads the findings. */
export function changingBuild() {
  /** The target's current responses by path, changed by each build. */
  const answers = new Map<string, unknown>();

  const stage = serviceAndTarget(({ url }, response) => {
    response.setHeader('x-build', 'two');
    json(response, answers.get(url) ?? {});
  });

  const get = (path: string) => call(stage.service.url, 'GET', path);
  const post = (path: string, body?: unknown) => call(stage.service.url, 'POST', path, body);
  const addRule = async (appId: string, rule: object) => (await post(`/api/apps/${appId}/compare-rules`, rule)).body;

  /**
   * Records a GET per path, switches to the responses of the new build, replays and waits. Takes recorded and replayed
   * responses by path.
   */
  async function replayed(appId: string, pairs: Record<string, [recorded: unknown, replayed: unknown]>, more = {}) {
    const cases = Object.entries(pairs).map(([path, [recorded]]) => recordedGet(appId, path, recorded, more));
    for (const [path, [, answer]] of Object.entries(pairs)) answers.set(path, answer);
    await post('/api/recorder/cases', cases);
    return again(appId);
  }

  async function again(appId: string): Promise<string> {
    const { planId } = (await post('/openapi/v1/replay-triggers', { appId, targetEnv: stage.target.url })).body;
    await completed(stage.service.url, planId);
    return planId;
  }

  /** `KIND subject` of every difference of a run. */
  const foundIn = async (planId: string) => found(await completed(stage.service.url, planId));

  return { stage, answers, get, post, addRule, replayed, again, foundIn };
}

/** `KIND subject` of every difference in the findings of a poll. */
export const found = ({ findings }: { findings: { needsAction: Entry[]; toReview: Entry[] } }) =>
  [...findings.needsAction, ...findings.toReview].flatMap(({ kind, subjects }) =>
    subjects.map((subject) => `${kind} ${subject}`),
  );

/** Values of a run that never change once it has settled (spec 3.4). */
export const stays = ({ verdict, passRate, totalCases, successCases, failedCases }: Record<string, unknown>) => ({
  verdict,
  passRate,
  totalCases,
  successCases,
  failedCases,
});
