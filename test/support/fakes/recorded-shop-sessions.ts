/** Records what clients of the session shop do, as cases of the API. */
export async function recordedShopSessions(url: string, appId: string, users: readonly string[]) {
  const cases: object[] = [];
  const startedAt = Date.now() - 60_000;
  for (const user of users) cases.push(...(await recordedSession(url, appId, user, startedAt + cases.length)));
  return cases;
}

async function recordedSession(url: string, appId: string, user: string, startedAt: number): Promise<object[]> {
  const cases: object[] = [];
  let cookie = 'theme=dark';
  let token: string | null = null;

  async function send(method: string, path: string, operation: string, options: SendOptions = {}) {
    const { json, form, headers = {} } = options;
    const body = json !== undefined ? JSON.stringify(json) : form && new URLSearchParams(form).toString();
    const sent: [string, string][] = [
      ['accept', 'application/json'],
      ['cookie', cookie],
      ...(token === null ? [] : [['authorization', `Bearer ${token}`] as [string, string]]),
      ...(json === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
      ...(form === undefined ? [] : [['content-type', 'application/x-www-form-urlencoded'] as [string, string]]),
      ...Object.entries(headers),
    ];
    const answer = await fetch(`${url}${path}`, { method, headers: sent, body: body ?? null, redirect: 'manual' });
    const text = await answer.text();
    const received: [string, string][] = [...answer.headers];
    const sid = received.find(([name, value]) => name === 'set-cookie' && value.startsWith('sid='))?.[1];
    if (sid !== undefined) cookie = `theme=dark; ${sid.split(';')[0]}`;
    cases.push({
      appId,
      operation,
      session: user,
      recordedAt: new Date(startedAt + cases.length).toISOString(),
      request: { method, path, headers: sent, body: body ?? null, bodyEncoding: 'utf8' },
      response: { status: answer.status, headers: received, body: text, bodyEncoding: 'utf8' },
    });
    return { text, headers: answer.headers, json: () => JSON.parse(text) };
  }

  token = (await send('POST', '/login', '/login', { json: { user } })).json().token;
  const form = (await send('GET', '/form', '/form')).text;
  const csrf = /value="([^"]+)"/.exec(form)?.[1] ?? '';
  await send('POST', '/profile', '/profile', { form: { name: `${user} B`, _csrf: csrf } });
  for (const note of ['a', 'b', 'c']) {
    const created = await send('POST', '/orders', '/orders', { json: { note } });
    const location = created.headers.get('location') ?? '';
    const changed = await send('PUT', location, '/orders/{id}', {
      json: { note: `${note}!` },
      headers: { 'if-match': created.headers.get('etag') ?? '' },
    });
    await send('PUT', location, '/orders/{id}', {
      json: { note: `${note}?` },
      headers: { 'if-match': changed.headers.get('etag') ?? '' },
    });
    await send('GET', location, '/orders/{id}');
  }
  const first = (await send('GET', '/orders', '/orders')).json();
  await send('GET', `/orders?cursor=${first.next}`, '/orders');
  const link = (await send('GET', `/orders/${first.items[0].id}/link`, '/orders/{id}/link')).json().url;
  await send('GET', link, '/orders/{id}/file');
  const { id } = (await send('POST', '/carts', '/carts', { json: {} })).json();
  await send('POST', `/carts/${id}/items`, '/carts/{id}/items', {
    json: { product: 'p1', orderId: first.items[0].id },
  });
  await send('POST', '/checkout', '/checkout', { json: { cart: { id }, product: 'p2' } });
  return cases;
}

interface SendOptions {
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}
