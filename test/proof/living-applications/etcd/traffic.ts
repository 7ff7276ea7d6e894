import type { AppUser } from '../app-user.ts';

const PASSWORD = 'a-long-password-of-the-proof';
const coded = (text: string) => Buffer.from(text).toString('base64');

/**
 * An operator sets up accounts, two services write and read their keys, with leases, transactions and old revisions.
 */
export async function etcdTraffic(visit: () => AppUser): Promise<void> {
  const [root, shop, stock] = [visit(), visit(), visit()];
  await root.send('GET', '/version');
  await root.send('GET', '/health');
  await accounts(root);
  await root.send('POST', '/v3/kv/range', { body: { key: coded('shop/a') }, expect: 400 });
  for (const [user, name] of [
    [root, 'root'],
    [shop, 'shop'],
    [stock, 'stock'],
  ] as const)
    await login(user, name);
  for (const [user, name] of [
    [shop, 'shop'],
    [stock, 'stock'],
  ] as const)
    for (const key of ['a', 'b', 'c']) {
      await put(user, `${name}/${key}`, `value of ${key}`);
      await range(user, `${name}/${key}`);
    }
  await put(shop, 'stock/a', 'not mine', 403);
  const { body } = await put(shop, 'shop/a', 'changed');
  await range(shop, 'shop/a', { revision: String(Number(body.header.revision) - 1) });
  await range(shop, 'shop/', { range_end: coded('shop0'), limit: '2' });
  await range(stock, 'stock/', { range_end: coded('stock0'), sort_order: 'DESCEND', sort_target: 'KEY' });
  await range(stock, 'stock/', { range_end: coded('stock0'), count_only: true });
  await leases(shop);
  await transactions(stock);
  await shop.send('POST', '/v3/kv/deleterange', { body: { key: coded('shop/b') } });
  await range(shop, 'shop/b');
  await root.send('POST', '/v3/kv/compaction', { body: { revision: body.header.revision } });
  await range(root, 'shop/a', { revision: '2' }, 400);
  await root.send('POST', '/v3/auth/user/list', { body: {} });
  await root.send('POST', '/v3/auth/role/get', { body: { role: 'shop' } });
  await login(shop, 'shop');
  await range(shop, 'shop/', { range_end: coded('shop0') });
}

async function accounts(root: AppUser): Promise<void> {
  for (const name of ['root', 'shop', 'stock']) {
    await root.send('POST', '/v3/auth/user/add', { body: { name, password: PASSWORD } });
    await root.send('POST', '/v3/auth/role/add', { body: { name } });
    const perm = { permType: 'READWRITE', key: coded(`${name}/`), range_end: coded(`${name}0`) };
    if (name !== 'root') await root.send('POST', '/v3/auth/role/grant', { body: { name, perm } });
    await root.send('POST', '/v3/auth/user/grant', { body: { user: name, role: name } });
  }
  await root.send('POST', '/v3/auth/enable', { body: {} });
}

async function login(user: AppUser, name: string): Promise<void> {
  delete user.always.authorization;
  const { body } = await user.send('POST', '/v3/auth/authenticate', { body: { name, password: PASSWORD } });
  user.always.authorization = body.token;
}

const put = (user: AppUser, key: string, value: string, expect?: number) =>
  user.send('POST', '/v3/kv/put', { body: { key: coded(key), value: coded(value) }, ...(expect && { expect }) });

const range = (user: AppUser, key: string, more: Record<string, unknown> = {}, expect?: number) =>
  user.send('POST', '/v3/kv/range', { body: { key: coded(key), ...more }, ...(expect && { expect }) });

async function leases(user: AppUser): Promise<void> {
  const { body } = await user.send('POST', '/v3/lease/grant', { body: { TTL: '600' } });
  await user.send('POST', '/v3/kv/put', { body: { key: coded('shop/s'), value: coded('x'), lease: body.ID } });
  await range(user, 'shop/s');
  await user.send('POST', '/v3/lease/timetolive', { body: { ID: body.ID, keys: true } });
  await user.send('POST', '/v3/lease/keepalive', { body: { ID: body.ID } });
  await user.send('POST', '/v3/lease/revoke', { body: { ID: body.ID } });
  await range(user, 'shop/s');
}

async function transactions(user: AppUser): Promise<void> {
  for (const version of ['1', '7'])
    await user.send('POST', '/v3/kv/txn', {
      body: {
        compare: [{ key: coded('stock/a'), target: 'VERSION', result: 'EQUAL', version }],
        success: [{ request_put: { key: coded('stock/a'), value: coded('taken') } }],
        failure: [{ request_range: { key: coded('stock/a') } }],
      },
    });
}
