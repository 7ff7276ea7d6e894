import { join } from 'node:path';
import { json, openTarget } from '../support/fakes/recorded-target.ts';
import { keepDirectory } from './keep-directory.ts';
import { answerOf, type Facts, type Filled, PARTS } from './traffic.ts';

/**
 * `node test/upgrades/write-data-directory.ts <checkout> <name> [part…]`: runs the service of a checkout, fills it over
 * HTTP and keeps its data directory as `test/upgrades/<name>`, with what is in it in `test/upgrades/<name>.json`. A
 * release that raises the version of the data keeps one (docs/upgrades.md).
 */
const [checkout = '.', name = 'data', ...parts] = process.argv.slice(2);
const target = await openTarget(({ url }, response) => json(response, answerOf(url)));
await keepDirectory({
  checkout,
  kept: join(import.meta.dirname, name),
  end: 'SIGTERM',
  async fill(release) {
    const filled: Filled = { ...release, target: target.url, seen: () => target.seen.map(({ url }) => url) };
    const facts: Facts = {};
    for (const part of parts.length > 0 ? parts : Object.keys(PARTS)) Object.assign(facts, await PARTS[part]?.(filled));
    await release.idle();
    return facts;
  },
});
await target.close();
