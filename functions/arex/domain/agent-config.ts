/** Records a minute of each endpoint and instance: the agent limits itself. Its own default is 1. */
export const SAMPLE_RATE = 60;

/** When this configuration last changed; the agent loads it again where its own copy is older. */
export const CONFIGURED_AT = 'Mon, 23 Nov 2026 00:00:00 GMT';

/** What the agent is to do (docs/arex-agent.md). `host`: its own address, which it expects to read again. */
export const agentConfig = (appId: string, host: string, now: number) => ({
  responseStatusType: { responseCode: 0, responseDesc: 'success', timestamp: now },
  body: {
    serviceCollectConfiguration: {
      appId,
      sampleRate: SAMPLE_RATE,
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
