import { randomUUID } from 'node:crypto';
import { json, openTarget, type SeenRequest, type Target } from './recorded-target.ts';

/** What a build of the shop does unlike the recorded one. */
export interface ShopBuild {
  /** Skips the audit of orders. */
  skipsAudit?: true;
  /** Audits another quantity. */
  quantity?: number;
  /** Reserves what was ordered, which no recording has. */
  reserves?: true;
  /** Calls its downstream without asking the service. */
  hasNoAgent?: true;
}

/** A downstream call as recorders and agents send it. */
interface ShopCall {
  kind: 'http';
  target: 'inventory';
  operation: string;
  request: { method: string; path: string; headers: [string, string][]; body: string | null; bodyEncoding: 'utf8' };
}
type AnsweredCall = ShopCall & { response: unknown; durationMs: number };

interface ShopOptions {
  /** Where the inventory answers. */
  inventoryUrl: string;
  /** Asks the service on behalf of an agent. */
  ask(method: string, path: string, body: unknown): Promise<{ status: number; body: unknown }>;
  build: ShopBuild;
  /** Takes what was recorded of a request that is not a replay. */
  record?(exchange: { request: SeenRequest; answer: unknown; calls: readonly AnsweredCall[]; at: number }): void;
}

/**
 * A small application that calls an inventory. In a replay its agent asks for recorded answers, or reports the calls
 * that it made for real; otherwise it records them.
 */
export function openShop({ inventoryUrl, ask, build, record }: ShopOptions): Promise<Target> {
  return openTarget(async (request, response) => {
    const at = Date.now();
    const replayId = build.hasNoAgent ? undefined : String(request.headers['x-replay-id'] ?? '') || undefined;
    const isMocked = replayId !== undefined && request.headers['x-replay-mock'] === 'on';
    const calls: AnsweredCall[] = [];

    async function callInventory(method: string, path: string, body: unknown = null): Promise<unknown> {
      const text = body === null ? null : JSON.stringify(body);
      const call: ShopCall = {
        kind: 'http',
        target: 'inventory',
        operation: `${method} ${path.replace(/\d+/, '{id}')}`,
        request: { method, path, headers: [['x-request-id', randomUUID()]], body: text, bodyEncoding: 'utf8' },
      };
      if (isMocked) {
        const answer = (await ask('POST', '/api/recorder/mocks/match', { replayId, call })).body as {
          matched: boolean;
          response?: { body: string };
        }; // the answer of the protocol
        if (!answer.matched || !answer.response) throw new Error('no recorded call');
        return JSON.parse(answer.response.body);
      }
      const real = await fetch(`${inventoryUrl}${path}`, { method, ...(text !== null && { body: text }) });
      const answer = { status: real.status, headers: [], body: await real.text(), bodyEncoding: 'utf8' };
      calls.push({ ...call, response: answer, durationMs: 1 });
      return JSON.parse(answer.body);
    }

    try {
      const order = Number(request.url.split('/').at(-1));
      // The first two are equal and have other answers; the others run at the same time.
      const first = [await callInventory('GET', '/stock/1'), await callInventory('GET', '/stock/1')];
      const others = await Promise.all(['/stock/2', '/stock/3'].map((path) => callInventory('GET', path)));
      const stock = [...first, ...others];
      if (!build.skipsAudit)
        await callInventory('POST', '/audit', {
          id: randomUUID(),
          at: new Date().toISOString(),
          order,
          quantity: build.quantity ?? 1,
        });
      if (build.reserves) await callInventory('POST', '/reservations', { order });
      const answer = { order, stock };
      if (replayId !== undefined && !isMocked) await ask('POST', `/api/recorder/replays/${replayId}/calls`, { calls });
      if (replayId !== undefined && isMocked)
        await ask('POST', `/api/recorder/replays/${replayId}/calls`, { calls: [] });
      record?.({ request, answer, calls, at });
      json(response, answer);
    } catch {
      json(response, { error: 'a downstream failed' }, 502);
    }
  });
}

/** The inventory, which counts how often an article was asked for: equal requests have other answers. */
export function openInventory(): Promise<Target> {
  let asked = 0;
  return openTarget((request, response) =>
    json(response, request.method === 'GET' ? { path: request.url, asked: asked++ } : { ok: true }),
  );
}
