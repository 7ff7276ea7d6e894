import type { AppUser } from '../app-user.ts';

const PASSWORD = 'password';

/** One user edits flows, another one may only read, and visitors call the flows. */
export async function nodeRedTraffic(visit: () => AppUser): Promise<void> {
  const [ann, ben, guest] = [visit(), visit(), visit()];
  await guest.send('GET', '/auth/login');
  await guest.send('GET', '/flows', { expect: 401 });
  await login(ann, 'ann');
  await login(ben, 'ben');
  await guest.send('POST', '/auth/token', { form: credentials('ann', 'wrong'), expect: 403 });
  for (const user of [ann, ben])
    for (const path of ['/settings', '/settings/user', '/flows', '/nodes', '/context/global'])
      await user.send('GET', path, path === '/nodes' ? { headers: { accept: 'application/json' } } : {});
  const ids: string[] = [];
  for (const label of ['Prices', 'Clock', 'Spare']) {
    const { body } = await ann.send('POST', '/flow', { body: flow(label) });
    ids.push(body.id);
    await ben.send('GET', `/flow/${body.id}`);
  }
  await ben.send('POST', '/flow', { body: flow('Forbidden'), expect: 401 });
  for (const path of ['/shop/price?item=bread', '/shop/clock', '/shop/spare', '/shop/price?item=milk', '/shop/clock'])
    await guest.send('GET', path);
  await guest.send('GET', '/shop/none', { expect: 404 });
  await editAll(ann, ben);
  await ann.send('PUT', `/flow/${ids[1]}`, { body: { ...flow('Clock'), info: 'changed' } });
  await ben.send('GET', `/flow/${ids[1]}`);
  await guest.send('GET', '/shop/clock');
  await ann.send('DELETE', `/flow/${ids[2]}`);
  await ann.send('GET', `/flow/${ids[2]}`, { expect: 404 });
  await guest.send('GET', '/shop/spare', { expect: 404 });
  await ben.send('GET', '/flows');
  await ann.send('GET', '/library/local/flows');
  await ann.send('POST', '/library/local/flows/shared', { body: flow('Shared').nodes });
  await ben.send('GET', '/nodes/node-red/inject', { headers: { accept: 'application/json' } });
  await ann.send('GET', '/diagnostics');
  for (const user of [ben, ann]) {
    const token = user.always.authorization?.slice('Bearer '.length) ?? '';
    await user.send('POST', '/auth/revoke', { body: { token } });
    await user.send('GET', '/flows', { expect: 401 });
  }
  await login(ann, 'ann');
  await ann.send('GET', '/flows');
  // The file is renamed after the response that it was saved.
  await ann.send('GET', '/library/local/flows');
}

/** The whole configuration is read, saved with its revision, and refused with an old one. */
async function editAll(ann: AppUser, ben: AppUser): Promise<void> {
  const v2 = { 'node-red-api-version': 'v2' };
  const { body } = await ann.send('GET', '/flows', { headers: v2 });
  const flows = [...body.flows, { id: 'ab12cd34ef56ab12', type: 'comment', name: 'Read me', z: '' }];
  await ann.send('POST', '/flows', { headers: v2, body: { flows, rev: body.rev } });
  await ann.send('POST', '/flows', { headers: v2, body: { flows: body.flows, rev: body.rev }, expect: 409 });
  await ben.send('GET', '/flows', { headers: v2 });
}

const credentials = (username: string, password: string) => ({
  client_id: 'node-red-editor',
  grant_type: 'password',
  scope: '*',
  username,
  password,
});

async function login(user: AppUser, name: string): Promise<void> {
  delete user.always.authorization;
  const form = { ...credentials(name, PASSWORD), scope: name === 'ben' ? 'read' : '*' };
  const { body } = await user.send('POST', '/auth/token', { form });
  user.always.authorization = `Bearer ${body.access_token}`;
}

/** A flow that answers requests to a path named like it. */
function flow(label: string) {
  const path = label === 'Prices' ? 'price' : label.toLowerCase();
  const func =
    label === 'Clock'
      ? 'const at = new Date(); msg.payload = { iso: at.toISOString(), text: at.toString(), ms: at.getTime(), open: true }; return msg;'
      : 'msg.payload = { item: msg.req.query.item || null, price: 12.5, ticket: RED.util.generateId(), at: Date.now() }; return msg;';
  return {
    label,
    nodes: [
      { id: `${path}-in`, type: 'http in', url: `/shop/${path}`, method: 'get', wires: [[`${path}-fn`]] },
      { id: `${path}-fn`, type: 'function', func, outputs: 1, wires: [[`${path}-out`]] },
      { id: `${path}-out`, type: 'http response', wires: [] },
    ],
  };
}
