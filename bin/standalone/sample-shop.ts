import { IGNORE_RULES } from '../../demo/run/ignore-rules.ts';
import { memoryParts } from '../../demo/sample/memory-parts.ts';
import { recordVisit } from '../../demo/sample/record-visit.ts';
import { SAMPLE_BUILDS } from '../../demo/sample/sample-builds.ts';
import { openShop, type Shop } from '../../demo/shop/open-shop.ts';
import type { SampleShop } from '../../functions/console/service/sample-shop.ts';

/** How long the builds of the sample answer, so that a run can be repeated. */
const SERVED_MS = 600_000;

/**
 * The sample shop inside this process: it listens on loopback ports, which `ports` names, and calls nothing. A world
 * without a user who loads it runs none of it.
 */
export function sampleShop(): Omit<SampleShop, 'forget'> & {
  ports(): readonly number[];
  /** Origins of the builds that are running. */
  addresses(): readonly string[];
} {
  let shops: Shop[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function stop(): Promise<void> {
    clearTimeout(timer);
    const open = shops;
    shops = [];
    await Promise.all(open.map((shop) => shop.close()));
  }

  return {
    rules: IGNORE_RULES.map((rule) => ({ ...rule })),
    ports: () => shops.map(({ url }) => Number(new URL(url).port)),
    addresses: () => shops.map(({ url }) => new URL(url).origin),
    stop,

    async record(appId) {
      const shop = await openShop(SAMPLE_BUILDS.production, memoryParts());
      try {
        return await recordVisit(shop.url, appId);
      } finally {
        await shop.close();
      }
    },

    async start() {
      await stop();
      const [production, next] = await Promise.all([
        openShop(SAMPLE_BUILDS.production, memoryParts()),
        openShop(SAMPLE_BUILDS.next, memoryParts()),
      ]);
      shops = [production, next];
      timer = setTimeout(() => void stop(), SERVED_MS).unref();
      return { production: production.url, next: next.url };
    },
  };
}
