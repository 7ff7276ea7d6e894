import { afterAll, beforeAll, expect } from 'vitest';
import { hasDynamoDb } from '../../contracts/dynamodb.ts';
import { type Deployment, type DeploymentOptions, deployment } from '../../support/deployed/deployment.ts';
import { type Answer, openTarget, type Target } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { PROOF_SIZES } from '../proof-sizes.ts';

/** Note on tests that are skipped. */
export const NO_SERVER = hasDynamoDb ? '' : ' (skipped: no server installed and no DYNAMODB_ENDPOINT)';

/** Whether its other ways than runs are walked, which takes minutes. */
export const WALKS_WAYS = hasDynamoDb && PROOF_SIZES.deployed.ways;

/** Note on ways that are not walked. */
export const NOT_WALKED = hasDynamoDb && !WALKS_WAYS ? ' (skipped: in `npm run proof` only)' : NO_SERVER;

/** Cases of one request, as a recorder sends them. */
const BATCH = 50;
/** A run on two shared cores. */
const RUN_MS = 1_200_000;

/**
 * The deployed service and an instance under test, for the tests of a file; at its end nothing was refused or failed.
 */
export function deployedStage(answer: Answer, options: DeploymentOptions = {}) {
  let deployed: Deployment;
  let target: Target;

  beforeAll(async () => {
    deployed = await deployment(options);
    target = await openTarget(answer);
  });

  afterAll(async () => {
    await deployed.close();
    await target.close();
    expect([...deployed.policies.refused]).toEqual([]);
    expect(deployed.faults()).toEqual([]);
  });

  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(deployed.url, method, path, body, headers);

  return {
    get deployed() {
      return deployed;
    },
    get target() {
      return target;
    },
    /** Calls the stage as an administrator does. */
    ask,
    /** Sends a form of the console as an administrator does. */
    async form(path: string, fields: Record<string, string>) {
      const sent = await fetch(`${deployed.url}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-api-key': ADMIN_KEY },
        body: new URLSearchParams(fields),
      });
      return { status: sent.status, location: sent.headers.get('location'), text: await sent.text() };
    },
    /** The text of a page of the console, without its elements, as an administrator reads it. */
    async page(path: string): Promise<string> {
      const sent = await fetch(`${deployed.url}${path}`, { headers: { 'x-api-key': ADMIN_KEY } });
      expect(sent.status).toBe(200);
      return (await sent.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    },
    /** Records cases, and lets runs of their application send credentials to the target. */
    async record(appId: string, cases: readonly unknown[]): Promise<void> {
      for (let first = 0; first < cases.length; first += BATCH) {
        const some = cases.slice(first, first + BATCH);
        const { body } = await ask('POST', '/api/recorder/cases', some);
        expect(body, deployed.errors().join('\n')).toMatchObject({ accepted: some.length });
      }
      expect((await ask('POST', `/api/apps/${appId}/targets`, { address: target.url })).status).toBe(200);
    },
    async trigger(appId: string, settings: Record<string, unknown> = {}): Promise<string> {
      const { body } = await ask('POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url, ...settings });
      expect(body).toMatchObject({ errorCode: null, errorMessage: null });
      return body.planId;
    },
    completed: (planId: string) => completed(deployed.url, planId, RUN_MS),
  };
}
