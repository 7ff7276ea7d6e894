import type { AppUser } from '../app-user.ts';

const ADMIN = { username: 'admin', password: 'unleash4all' };
const PASSWORD = 'Correct-Horse-9-Battery!';
const FLAGS = '/api/admin/projects/default/features';

/** An administrator and an editor keep flags; a client reads them with a token and reports what it used. */
export async function unleashTraffic(visit: () => AppUser): Promise<void> {
  const [admin, editor, client] = [visit(), visit(), visit()];
  await client.send('GET', FLAGS, { expect: 401 });
  await login(admin, ADMIN.username, ADMIN.password);
  await admin.send('GET', '/api/admin/user');
  await admin.send('POST', '/api/admin/user-admin', {
    body: { username: 'ben', email: 'ben@example.com', password: PASSWORD, rootRole: 'Editor', sendEmail: false },
  });
  await admin.send('GET', '/api/admin/user-admin');
  await client.send('POST', '/auth/simple/login', { body: { ...ADMIN, password: 'wrong' }, expect: 401 });
  await login(editor, 'ben', PASSWORD);
  await editor.send('GET', '/api/admin/user');
  const names = ['new-cart', 'dark-mode', 'old-search', 'beta'];
  for (const [at, name] of names.entries()) {
    const user = at % 2 === 0 ? admin : editor;
    await user.send('POST', FLAGS, {
      body: { name, type: 'release', description: `flag ${at}`, impressionData: false },
    });
    await editor.send('GET', `${FLAGS}/${name}`);
  }
  await editor.send('POST', FLAGS, { body: { name: 'beta', type: 'release' }, expect: 409 });
  await switchFlags(admin, editor);
  // What clients report is counted some seconds later, and then shown by projects and flags.
  await admin.send('GET', '/api/admin/projects');
  await admin.send('GET', FLAGS);
  await readAsClient(admin, client);
  await editor.send('POST', '/api/admin/tag-types', { body: { name: 'team', description: 'Teams', icon: 'none' } });
  await admin.send('GET', '/api/admin/tag-types');
  await editor.send('POST', '/api/admin/features/beta/tags', { body: { type: 'team', value: 'shop' } });
  await admin.send('GET', '/api/admin/features/beta/tags');
  await editor.send('DELETE', `${FLAGS}/old-search`);
  await admin.send('GET', `/api/admin/events?limit=10`);
  await editor.send('GET', '/api/admin/strategies');
  await editor.send('POST', '/api/admin/user-admin', { body: { username: 'x', rootRole: 1 }, expect: 403 });
  await admin.send('GET', '/api/admin/environments');
  await editor.send('POST', '/logout', {});
  await editor.send('GET', '/api/admin/user', { expect: 401 });
  await admin.send('POST', '/logout', {});
}

const login = (user: AppUser, username: string, password: string) =>
  user.send('POST', '/auth/simple/login', { body: { username, password } });

async function switchFlags(admin: AppUser, editor: AppUser): Promise<void> {
  const development = `${FLAGS}/new-cart/environments/development`;
  const { body } = await admin.send('POST', `${development}/strategies`, {
    body: { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: 'new-cart' } },
  });
  await editor.send('GET', `${development}/strategies`);
  await editor.send('PUT', `${development}/strategies/${body.id}`, {
    body: { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: 'new-cart' } },
  });
  await admin.send('GET', `${development}/strategies/${body.id}`);
  await editor.send('POST', `${development}/on`);
  await editor.send('GET', `${FLAGS}/new-cart`);
  await admin.send('PUT', `${FLAGS}/dark-mode`, {
    body: { name: 'dark-mode', type: 'experiment', description: 'changed' },
  });
  await editor.send('GET', `${FLAGS}/dark-mode`);
  await editor.send('PATCH', `${FLAGS}/beta`, { body: [{ op: 'replace', path: '/description', value: 'patched' }] });
  await admin.send('GET', `${FLAGS}/beta`);
}

async function readAsClient(admin: AppUser, client: AppUser): Promise<void> {
  const token = { tokenName: 'shop', type: 'client', environment: 'development', projects: ['*'] };
  const { body } = await admin.send('POST', '/api/admin/api-tokens', { body: token });
  await admin.send('GET', '/api/admin/api-tokens');
  client.always.authorization = body.secret;
  await client.send('POST', '/api/client/register', {
    body: {
      appName: 'shop',
      instanceId: 'one',
      strategies: ['default'],
      started: new Date().toISOString(),
      interval: 10,
    },
  });
  await client.send('GET', '/api/client/features');
  await client.send('GET', '/api/client/features/new-cart');
  await client.send('GET', '/api/client/features/none', { expect: 404 });
  const bucket = {
    start: new Date().toISOString(),
    stop: new Date().toISOString(),
    toggles: { 'new-cart': { yes: 2, no: 1 } },
  };
  await client.send('POST', '/api/client/metrics', { body: { appName: 'shop', instanceId: 'one', bucket } });
  await client.send('GET', '/api/client/features');
}
