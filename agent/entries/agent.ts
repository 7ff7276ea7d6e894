import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Agent, startAgent } from '../start-agent.ts';

/** Settings by the names of their environment variables, which they replace. */
type Settings = Readonly<Record<string, string | undefined>>;

/** Starts the agent of this process. */
export const start = (settings: Settings = {}): Agent | null => startAgent({ ...process.env, ...settings }, __dirname);

/** Starts the agent and returns a middleware of Express or Connect: `app.use(replayAgent())`. */
export function expressAgent(settings: Settings = {}) {
  const agent = start(settings);
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void =>
    agent ? agent.serve(request, response, () => next()) : next();
}

interface FastifyInstance {
  addHook(
    name: 'onRequest',
    hook: (request: { raw: IncomingMessage }, reply: { raw: ServerResponse }, done: () => void) => void,
  ): unknown;
}

/** Starts the agent and returns a plugin of Fastify: `app.register(replayAgent())`. */
export function fastifyAgent(settings: Settings = {}) {
  const agent = start(settings);
  const plugin = (instance: FastifyInstance, _: unknown, done: () => void): void => {
    if (agent)
      instance.addHook('onRequest', (request, reply, next) => agent.serve(request.raw, reply.raw, () => next()));
    done();
  };
  // The hook is for all routes, not only for those of the plugin.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
