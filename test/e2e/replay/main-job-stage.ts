import { json } from '../../support/fakes/recorded-target.ts';
import { call } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

/** A service and a target with some broken paths, and functions that record cases and trigger replays. */
export function mainJobStage() {
  const stage = serviceAndTarget(({ url }, response) => {
    if (url === '/r') json(response, { path: '/r', card: { number: 'CANARY-4222' } });
    else if (url.startsWith('/broken')) json(response, { error: 'x' }, 500);
    else if (url.startsWith('/moved')) response.writeHead(302, { location: '/elsewhere' }).end();
    else json(response, { path: url.split('?')[0], price: 12.5, stock: 3 });
  });
  return {
    stage,
    record: (cases: unknown[]) => call(stage.service.url, 'POST', '/api/recorder/cases', cases),
    trigger: (body: Record<string, unknown>, headers?: Record<string, string>) =>
      call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', { targetEnv: stage.target.url, ...body }, headers),
  };
}
