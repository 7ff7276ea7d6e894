const KEY_PLACEHOLDER = '<API key>';

/** What the commands of the first page contain. */
export interface RecorderLocation {
  /** Address of the service. */
  service: string;
  appId: string;
  /** A fresh API key; null shows a placeholder. */
  key: string | null;
}

const cliEnvironment = ({ service, key }: RecorderLocation): string =>
  `SVC_URL=${shellWord(service)} \\
SVC_TOKEN=${shellWord(key ?? KEY_PLACEHOLDER)}`;

/** Starts the recording proxy in front of an application. */
export const proxyCommand = (location: RecorderLocation): string =>
  `${cliEnvironment(location)} \\
npm run -s replay -- record \\
  --app-id ${shellWord(location.appId)} \\
  --target http://localhost:3000`;

/** The same with a downstream service. */
export const downstreamCommand = (location: RecorderLocation): string =>
  `${proxyCommand(location)} \\
  --downstream inventory=http://stock:8081`;

/** Starts a Node.js application with the agent. */
export const agentCommand = ({ service, appId, key }: RecorderLocation): string =>
  `export SVC_URL=${shellWord(service)}
export REPLAY_APP=${shellWord(appId)}
export SVC_TOKEN=${shellWord(key ?? KEY_PLACEHOLDER)}
REPLAY_MODE=record node \\
  --import ./dist/agent/register.mjs \\
  app.js`;

/** Starts a run, from CI or a shell. */
export const triggerCommand = ({ service, appId }: RecorderLocation): string =>
  `SVC_URL=${shellWord(service)} npm run -s replay -- \\
  trigger --app-id ${shellWord(appId)} --wait \\
  --target-env http://localhost:3001`;

/** A word that a shell reads as it is: an application may be called anything. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
