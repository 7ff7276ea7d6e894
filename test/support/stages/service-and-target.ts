import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, openTarget, type Target } from '../fakes/recorded-target.ts';
import { freePort } from '../free-port.ts';
import { type RunningService, startProcess, temporaryDataDir } from '../running-service.ts';

export interface ServiceAndTarget {
  readonly service: RunningService;
  /** The instance under test. */
  readonly target: Target;
}

/**
 * A service and a target for all tests of a file: started before the first, stopped after the last. Fails unless the
 * service exits with code 0.
 */
export function serviceAndTarget(answer: Answer, env: Record<string, string> = {}): ServiceAndTarget {
  const { dataDir, remove } = temporaryDataDir();
  let service: RunningService | undefined;
  let target: Target | undefined;

  beforeAll(async () => {
    target = await openTarget(answer);
    service = await startProcess({ dataDir, port: await freePort(), env });
  });

  afterAll(async () => {
    const exitCode = await service?.stop();
    await target?.close();
    remove();
    expect(exitCode).toBe(0);
  });

  return {
    get service() {
      return started(service);
    },
    get target() {
      return started(target);
    },
  };
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the stage is not set yet');
  return part;
}
