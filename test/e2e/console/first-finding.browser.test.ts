import { describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser } from '../../support/browser.ts';
import { findFirst, isOnlyTrueFinding, MAX_STEPS } from '../../support/first-finding/new-user.ts';
import { freePort } from '../../support/free-port.ts';
import { type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

describe.skipIf(!HAS_BROWSER || process.platform !== 'linux')(`the first finding of a new user${NO_BROWSER}`, () => {
  test('needs no document and few steps, and is the only one that needs action', async () => {
    const { dataDir, remove } = temporaryDataDir();
    const browser = await openBrowser();
    let service: RunningService | undefined;
    try {
      const { steps, needsAction } = await findFirst(browser, async () => {
        service = await startProcess({ dataDir, port: await freePort(), env: { SVC_NOISE_REDUCTION: 'rules' } });
        return service.loginLink();
      });
      expect(steps.length).toBeLessThanOrEqual(MAX_STEPS);
      expect(needsAction).toSatisfy(isOnlyTrueFinding);
    } finally {
      await browser.close();
      await service?.stop();
      remove();
    }
  });
});
