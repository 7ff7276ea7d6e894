import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ShopBuild } from './shop-build.ts';

interface Task {
  id: number;
  ownerId: number;
  title: string;
  done: boolean;
  version: number;
}

interface Session {
  ownerId: number;
  xsrf: string;
}

/** A REST service behind a session cookie: an XSRF cookie and header, sequence ids, links, ETags and versions. */
export function restTasks({ planted, firstId }: ShopBuild): Hono<{ Variables: { session: Session } }> {
  const sessions = new Map<string, Session>();
  const tasks = new Map<number, Task>();
  let lastId = firstId;

  const linked = (c: Context, task: Task) => ({
    ...task,
    _links: { self: { href: `${new URL(c.req.url).origin}/rest/tasks/${task.id}` } },
  });
  const etag = ({ id, version }: Task) => `"${id.toString(36)}-${version}"`;

  const rest = new Hono<{ Variables: { session: Session } }>();

  rest.post('/login', async (c) => {
    const { username, password } = await c.req.json();
    if (password !== `pw of ${username}`) return c.json({ message: 'Bad credentials' }, 401);
    const id = randomBytes(16).toString('hex').toUpperCase();
    const xsrf = crypto.randomUUID();
    sessions.set(id, { ownerId: Number(/\d+/.exec(username)?.[0]), xsrf });
    setCookie(c, 'JSESSIONID', id, { path: '/rest', httpOnly: true });
    setCookie(c, 'XSRF-TOKEN', xsrf, { path: '/' });
    return c.json({ username });
  });
  rest.use(async (c, next) => {
    const session = sessions.get(getCookie(c, 'JSESSIONID') ?? '');
    if (!session) return c.json({ status: 401, message: 'Full authentication is required' }, 401);
    if (c.req.method !== 'GET' && c.req.header('x-xsrf-token') !== session.xsrf)
      return c.json({ status: 403, message: 'Invalid XSRF token' }, 403);
    c.set('session', session);
    await next();
  });
  rest.get('/tasks', (c) => {
    const own = [...tasks.values()].filter(({ ownerId }) => ownerId === c.get('session').ownerId);
    return c.json({
      content: own.map((task) => linked(c, task)),
      page: { size: 20, number: 0, totalElements: own.length },
    });
  });
  rest.post('/tasks', async (c) => {
    const { title } = await c.req.json();
    const task: Task = { id: ++lastId, ownerId: c.get('session').ownerId, title, done: false, version: 0 };
    tasks.set(task.id, task);
    const shown = linked(c, task);
    return c.json(shown, 201, { location: shown._links.self.href, etag: etag(task) });
  });
  rest.use('/tasks/:id', async (c, next) => {
    const task = tasks.get(Number(c.req.param('id')));
    if (task?.ownerId !== c.get('session').ownerId) return c.json({ status: 404, message: 'No such task' }, 404);
    await next();
  });
  const taskOf = (c: Context): Task => {
    const task = tasks.get(Number(c.req.param('id')));
    if (!task) throw new Error('the task was looked up before');
    return task;
  };
  rest.get('/tasks/:id', (c) => {
    const task = taskOf(c);
    if (c.req.header('if-none-match') === etag(task)) return c.body(null, 304, { etag: etag(task) });
    const { done, ...others } = linked(c, task);
    return c.json(planted.has('task-lacks-done') ? others : { done, ...others }, 200, { etag: etag(task) });
  });
  rest.put('/tasks/:id', async (c) => {
    const task = taskOf(c);
    const { title, done, version } = await c.req.json();
    if (version !== task.version || c.req.header('if-match') !== etag(task)) {
      if (planted.has('stale-update-fails')) return c.json({ status: 500, message: 'Internal Server Error' }, 500);
      return c.json({ status: 409, message: 'The task was changed by someone else' }, 409);
    }
    Object.assign(task, { title, done, version: version + 1 });
    const ownerId = planted.has('task-of-another-owner') ? task.ownerId + 1 : task.ownerId;
    return c.json({ ...linked(c, task), ownerId }, 200, { etag: etag(task) });
  });
  rest.delete('/tasks/:id', (c) => {
    tasks.delete(taskOf(c).id);
    return c.body(null, 204);
  });
  rest.post('/logout', (c) => {
    sessions.delete(getCookie(c, 'JSESSIONID') ?? '');
    setCookie(c, 'JSESSIONID', '', { path: '/rest', maxAge: 0 });
    return c.body(null, 204);
  });
  return rest;
}
