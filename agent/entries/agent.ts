import { type Agent, startAgent } from '../start-agent.ts';

type Settings = Readonly<Record<string, string | undefined>>;

/** Starts the agent of this process by settings that go before those of the environment. */
export const start = (settings: Settings = {}): Agent | null => startAgent({ ...process.env, ...settings }, __dirname);
