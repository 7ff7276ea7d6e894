import type { AppUser } from '../app-user.ts';

const PASSWORD = 'a-password-of-the-proof';

/** Two people sign up and share a board of tasks and notes; each has some that only the owner may read. */
export async function parseTraffic(visit: () => AppUser): Promise<void> {
  const [ann, ben, guest] = [visit(), visit(), visit()];
  for (const user of [ann, ben, guest]) user.always['x-parse-application-id'] = 'board';
  await guest.send('GET', '/parse/health');
  const [annId, benId] = [await signUp(ann, 'ann'), await signUp(ben, 'ben')];
  await guest.send('POST', '/parse/users', { body: { username: 'ann', password: 'x' }, expect: 400 });
  await guest.send('GET', '/parse/users/me', { expect: 400 });
  const tasks: string[] = [];
  for (const [user, title] of [
    [ann, 'Water the plants'],
    [ben, 'Feed the cat'],
    [ann, 'Buy bread'],
    [ben, 'Call home'],
  ] as const) {
    const { body } = await user.send('POST', '/parse/classes/Task', { body: { title, votes: 0, tags: ['home'] } });
    tasks.push(body.objectId);
    await guest.send('GET', `/parse/classes/Task/${body.objectId}`);
  }
  for (const text of ['c', 'a', 'd', 'b']) {
    const owner = text < 'c' ? annId : benId;
    const ACL = { [owner]: { read: true, write: true } };
    await (text < 'c' ? ann : ben).send('POST', '/parse/classes/Note', { body: { text, ACL } });
  }
  for (const user of [ann, ben, guest]) await user.send('GET', '/parse/classes/Note?order=text');
  await change(ann, ben, tasks);
  await search(ann, ben);
  await sessions(ann, ben, guest);
}

async function signUp(user: AppUser, username: string): Promise<string> {
  const { body } = await user.send('POST', '/parse/users', { body: { username, password: PASSWORD, level: 1 } });
  user.always['x-parse-session-token'] = body.sessionToken;
  await user.send('GET', '/parse/users/me');
  return body.objectId;
}

async function change(ann: AppUser, ben: AppUser, tasks: readonly string[]): Promise<void> {
  for (const user of [ann, ben, ann])
    await user.send('PUT', `/parse/classes/Task/${tasks[0]}`, { body: { votes: { __op: 'Increment', amount: 1 } } });
  await ben.send('PUT', `/parse/classes/Task/${tasks[1]}`, { body: { tags: { __op: 'AddUnique', objects: ['cat'] } } });
  await ann.send('GET', `/parse/classes/Task/${tasks[0]}`);
  await ben.send('GET', `/parse/classes/Task/${tasks[1]}`);
  const pointer = { __type: 'Pointer', className: 'Task', objectId: tasks[2] };
  for (const text of ['first', 'second'])
    await ann.send('POST', '/parse/classes/Remark', { body: { text, task: pointer } });
  await ben.send('GET', '/parse/classes/Remark?include=task&order=text');
  await ben.send('DELETE', `/parse/classes/Task/${tasks[3]}`);
  await ann.send('GET', `/parse/classes/Task/${tasks[3]}`, { expect: 404 });
}

async function search(ann: AppUser, ben: AppUser): Promise<void> {
  const where = (condition: unknown) => `where=${encodeURIComponent(JSON.stringify(condition))}`;
  for (const query of [
    'order=title',
    'order=-createdAt&limit=2',
    'order=createdAt&skip=2&limit=2',
    'count=1&limit=0',
    `${where({ votes: { $gte: 3 } })}&order=title`,
    `${where({ title: { $regex: '^B' } })}&keys=title`,
  ]) {
    await ann.send('GET', `/parse/classes/Task?${query}`);
    await ben.send('GET', `/parse/classes/Task?${query}`);
  }
}

async function sessions(ann: AppUser, ben: AppUser, guest: AppUser): Promise<void> {
  await ann.send('GET', '/parse/sessions/me');
  await guest.send('POST', '/parse/login', { body: { username: 'ann', password: 'wrong' }, expect: 404 });
  await ann.send('POST', '/parse/logout', { body: {} });
  await ann.send('GET', '/parse/users/me', { expect: 400 });
  delete ann.always['x-parse-session-token'];
  const { body } = await ann.send('POST', '/parse/login', { body: { username: 'ann', password: PASSWORD } });
  ann.always['x-parse-session-token'] = body.sessionToken;
  await ann.send('GET', '/parse/users/me');
  await ann.send('PUT', `/parse/users/${body.objectId}`, { body: { level: 2 } });
  await ben.send('GET', `/parse/users/${body.objectId}`, { expect: 404 });
  await ben.send('POST', '/parse/logout', { body: {} });
}
