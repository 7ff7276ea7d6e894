import type { AppUser } from '../app-user.ts';

/** Two people register, work on one board of tasks, and log in again; a visitor without an account only reads. */
export async function jsonServerTraffic(visit: () => AppUser): Promise<void> {
  const [ann, ben, guest] = [visit(), visit(), visit()];
  await guest.send('GET', '/tasks');
  await register(ann, 'ann@example.com');
  await guest.send('GET', '/users/1', { expect: 401 });
  await register(ben, 'ben@example.com');
  await ann.send('POST', '/register', {
    body: { email: 'ann@example.com', password: 'another-secret' },
    expect: 400,
  });
  await guest.send('GET', '/profile');
  const tasks: number[] = [];
  for (const [user, title] of [
    [ann, 'Buy bread'],
    [ben, 'Call the plumber'],
    [ann, 'Read the meter'],
    [ben, 'Pay the rent'],
  ] as const) {
    const { body } = await user.send('POST', '/tasks', {
      body: { title, done: false, price: title.length, ownerId: 1 },
    });
    tasks.push(body.id);
    await guest.send('GET', '/tasks');
  }
  await ann.send('GET', `/tasks/${tasks[0]}`);
  await ben.send('PATCH', `/tasks/${tasks[0]}`, { body: { done: true } });
  await ann.send('GET', `/tasks/${tasks[0]}`);
  for (const task of [1, 2]) await guest.send('GET', `/tasks/${task}`);
  for (const task of tasks) await ann.send('POST', '/comments', { body: { taskId: task, body: `about ${task}` } });
  for (const query of [
    '_sort=title&_order=asc',
    '_page=1&_limit=2',
    '_page=2&_limit=2',
    'done=true',
    'q=bread',
    'price_gte=10',
    '_embed=comments',
  ])
    await ben.send('GET', `/tasks?${query}`);
  await ben.send('GET', '/users');
  await ann.send('GET', '/users/1');
  await ben.send('GET', '/users/2');
  await login(ann, 'ann@example.com');
  await login(ben, 'ben@example.com');
  await guest.send('POST', '/login', { body: { email: 'ann@example.com', password: 'wrong' }, expect: 400 });
  await ann.send('PATCH', '/users/1', { body: { nickname: 'annie' } });
  await ann.send('GET', '/users/1');
  await ben.send('DELETE', `/tasks/${tasks[1]}`);
  await ann.send('GET', `/tasks/${tasks[1]}`, { expect: 404 });
  await ben.send('PUT', `/tasks/${tasks[3]}`, {
    body: { title: 'Pay the rent twice', done: true, price: 1, ownerId: 2 },
  });
  await ann.send('PUT', '/profile', { body: { name: 'household', seats: 5 } });
  await guest.send('GET', '/profile');
  await guest.send('GET', '/comments');
  await guest.send('GET', `/comments?taskId=${tasks[2]}`);
  await guest.send('GET', '/tasks/1/comments');
  await guest.send('GET', '/tasks');
  await guest.send('GET', '/db');
}

const PASSWORD = 'correct horse battery';

async function register(user: AppUser, email: string): Promise<void> {
  const { body } = await user.send('POST', '/register', { body: { email, password: PASSWORD, age: 32 } });
  user.always.authorization = `Bearer ${body.accessToken}`;
}

async function login(user: AppUser, email: string): Promise<void> {
  const { body } = await user.send('POST', '/login', { body: { email, password: PASSWORD } });
  user.always.authorization = `Bearer ${body.accessToken}`;
}
