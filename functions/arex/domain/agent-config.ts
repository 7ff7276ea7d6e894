/** When the parts of the configuration that are not settings last changed. */
const CONFIGURED_AT = Date.UTC(2026, 10, 23);

/**
 * `Last-Modified` of a configuration. The agent loads it again when the value differs from the one that it has seen, so
 * each rate has a second of its own.
 */
export const configuredAt = (sampleRate: number): string => new Date(CONFIGURED_AT + sampleRate * 1000).toUTCString();

/** An agent that asks for its configuration. */
interface AskingAgent {
  appId: string;
  /** Its own address, which it expects to read again. */
  host: string;
}

/** What the agent is to do (docs/arex-agent.md). The agent limits itself to `sampleRate`; at 0 it records nothing. */
export const agentConfig = ({ appId, host }: AskingAgent, sampleRate: number, now: number) => ({
  responseStatusType: { responseCode: 0, responseDesc: 'success', timestamp: now },
  body: {
    serviceCollectConfiguration: {
      appId,
      sampleRate,
      // Every day: a bit for each day of the week.
      allowDayOfWeeks: 127,
      allowTimeOfDayFrom: '00:00',
      allowTimeOfDayTo: '23:59',
      timeMock: true,
      excludeServiceOperationSet: [],
    },
    dynamicClassConfigurationList: [],
    // Recording and replay.
    status: 3,
    agentEnabled: true,
    message: host,
    extendField: {},
  },
});
