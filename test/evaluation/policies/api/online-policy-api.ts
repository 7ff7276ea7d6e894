import { afterEach, beforeEach } from 'vitest';
import { type LoginStage, loginStage } from '../../../support/stages/login-stage.ts';

export const PATH = '/api/v1/eval/online-policies';
export const HOUR = 3_600_000;
export const digest = (digit: string) => `sha256:${digit.repeat(64)}`;

/** The endpoints of online policies over a new stage for every test, called as an admin. */
export function onlinePolicyApi() {
  let stage: LoginStage;
  /** As whom requests are sent, and the workflow that bodies name. */
  const caller: { headers: Record<string, string>; workflow: string } = { headers: {}, workflow: '' };

  const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    stage.call(method, path, body, { ...caller.headers, 'content-type': 'application/json', ...more });

  /** A body with a workflow of unknown manifests, which counts as live. */
  const policy = (change: Record<string, unknown> = {}) => ({
    name: 'orders',
    workflow_version_digest: caller.workflow,
    allow_live: true,
    filter: { app_id: 'shop' },
    sampling: { rate: 0.02 },
    schedule: { every_s: 3600 },
    ...change,
  });

  /** Resolves a workflow version for the tenant of the caller. */
  async function resolved(): Promise<string> {
    const version = { version: digest('2') };
    const pins = {
      framework_definition: { digest: digest('1') },
      runner: version,
      subject: version,
      environment: version,
      gate_policy: version,
    };
    return (await send('POST', '/api/v1/eval/resolve', pins)).body.workflow_version_digest;
  }

  beforeEach(async () => {
    stage = loginStage();
    caller.headers = stage.asAdmin;
    caller.workflow = await resolved();
  });
  afterEach(() => stage.close());

  return {
    caller,
    send,
    policy,
    resolved,
    get stage() {
      return stage;
    },
    made: async (change: Record<string, unknown> = {}) => (await send('POST', PATH, policy(change))).body,
    patch: (id: string, body: object, ifMatch?: string) =>
      send('PATCH', `${PATH}/${id}`, body, ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    answers: ({ status, body }: Awaited<ReturnType<LoginStage['call']>>) => [status, body.code],
  };
}
