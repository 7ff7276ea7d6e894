import { json, openTarget, type Target } from '../../support/fakes/recorded-target.ts';

/** What a build of the service answers in place of the task that the first build shows. */
export type TaskBuild = (task: Task) => { status?: number; body: object };

interface Task {
  id: number;
  title: string;
  state: string;
}

/** The first build. */
export const first: TaskBuild = (body) => ({ body });

/** Another build: other values, and a new field with the id that it has issued. */
export const second: TaskBuild = ({ id, title }) => ({
  body: { id, title, state: 'OPEN', links: { self: `/tasks/${id}`, owner: '/people/7' } },
});

/** Starts a service whose tasks have ids from `firstId` on. */
export async function startTasks(build: TaskBuild, firstId: number): Promise<Target> {
  let lastId = firstId - 1;
  const tasks = new Map<number, Task>();
  return openTarget(({ method, url, body }, response) => {
    if (method === 'POST') {
      const task = { id: ++lastId, title: String(JSON.parse(body.toString()).title), state: 'open' };
      tasks.set(task.id, task);
      const made = build(task);
      return json(response, made.body, made.status ?? 201);
    }
    const task = tasks.get(Number(url.split('/').at(-1)));
    if (!task) return json(response, { message: 'no such task' }, 404);
    const shown = build(task);
    json(response, shown.body, shown.status);
  });
}

/** A session of recordings of the first build: a task is made, and read twice. */
export function recordedSession(appId: string, session: string, id: number, at: number) {
  const task = { id, title: `task ${id}`, state: 'open' };
  const requests = [
    { method: 'POST', path: '/tasks', body: JSON.stringify({ title: task.title }), status: 201 },
    { method: 'GET', path: `/tasks/${id}`, body: null, status: 200 },
    { method: 'GET', path: `/tasks/${id}`, body: null, status: 200 },
  ];
  return requests.map(({ method, path, body, status }, index) => ({
    appId,
    session,
    caseId: `${appId}-${session}-${index}`,
    operation: path === '/tasks' ? '/tasks' : '/tasks/{id}',
    recordedAt: new Date(at + 1000 * index).toISOString(),
    request: { method, path, headers: [['content-type', 'application/json']], body },
    response: {
      status,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(task),
      bodyEncoding: 'utf8',
    },
  }));
}
