import * as v from 'valibot';
import type { Answer, Visitor } from './visitor.ts';

const Task = v.object({
  id: v.number(),
  version: v.number(),
  _links: v.object({ self: v.object({ href: v.string() }) }),
});

const taskOf = ({ text }: Answer) => v.parse(Task, JSON.parse(text));

/** A person who keeps a list of tasks: session cookie, XSRF header, ETags, and an update that comes too late. */
export async function restVisit({ send, cookie }: Visitor, user: number): Promise<void> {
  const username = `user${user}`;
  await send(401, { path: '/rest/tasks' });
  await send(200, { method: 'POST', path: '/rest/login', json: { username, password: `pw of ${username}` } });
  const xsrf = { 'x-xsrf-token': cookie('XSRF-TOKEN') };
  await send(200, { path: '/rest/tasks' });
  await send(403, { method: 'POST', path: '/rest/tasks', json: { title: 'Without a token' } });
  const created = await send(201, {
    method: 'POST',
    path: '/rest/tasks',
    headers: xsrf,
    json: { title: 'Water plants' },
  });
  const task = taskOf(created);
  const other = taskOf(
    await send(201, { method: 'POST', path: '/rest/tasks', headers: xsrf, json: { title: `Call ${username}` } }),
  );
  const { pathname } = new URL(task._links.self.href);
  const seen = await send(200, { path: pathname });
  await send(304, { path: pathname, headers: { 'if-none-match': seen.header('etag') } });
  const change = { title: 'Water all plants', done: true, version: task.version };
  const matching = { ...xsrf, 'if-match': seen.header('etag') };
  const updated = await send(200, { method: 'PUT', path: pathname, headers: matching, json: change });
  await send(409, { method: 'PUT', path: pathname, headers: matching, json: change });
  const next = { ...xsrf, 'if-match': updated.header('etag') };
  const undone = { ...change, done: false, version: taskOf(updated).version };
  await send(200, { method: 'PUT', path: pathname, headers: next, json: undone });
  await send(200, { path: `/rest/tasks/${other.id}` });
  await send(200, { path: '/rest/tasks' });
  await send(204, { method: 'DELETE', path: `/rest/tasks/${other.id}`, headers: xsrf });
  await send(404, { path: `/rest/tasks/${other.id}` });
  await send(204, { method: 'POST', path: '/rest/logout', headers: xsrf });
}
