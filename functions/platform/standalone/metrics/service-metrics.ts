import { Counter, Histogram, Registry } from 'prom-client';
import type { ObservedRequest } from '../../http/around/observed-requests.ts';
import type { Log } from '../../world.ts';
import { countingLog } from './counting-log.ts';
import { eventMetrics } from './event-metrics.ts';
import { addGauges, type GaugeParts } from './gauges.ts';
import { knownValues } from './known-values.ts';

/**
 * Seconds: of the buckets that OpenTelemetry advises those that say more, since each is a series of every route and
 * status.
 */
const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** More than there are routes. */
const MAX_ROUTES = 1000;
const MAX_CODES = 300;
/** Other methods are one: https://opentelemetry.io/docs/specs/semconv/http/http-metrics. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

/**
 * Metrics of one process since its start, for Prometheus, with names of OpenTelemetry where it has some. No label has
 * an application, a tenant, a url or an id, so the number of series is bounded.
 */
export function serviceMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Requests by the template of their route, until the head of the response',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'replay_errors_total',
    help: 'Requests that were refused or failed, by errorCode',
    labelNames: ['error_code'],
    registers,
  });
  const faults = new Counter({
    name: 'replay_faults_total',
    help: 'Log lines with a fault of the service, by its name',
    labelNames: ['fault_name'],
    registers,
  });
  const lines = eventMetrics(registry);
  const routes = knownValues(MAX_ROUTES);
  const codes = knownValues(MAX_CODES);

  return {
    /** A log whose lines are counted. */
    counted: (log: Log): Log => countingLog(log, { lines, faults }),

    /** Adds what is read when it is asked for. */
    watch: (parts: GaugeParts): void => addGauges(registry, parts),

    observe({ method, route, status, durationMs, errorCode }: ObservedRequest): void {
      const labels = {
        http_request_method: METHODS.has(method) ? method : '_OTHER',
        http_route: route === '' ? '' : routes(route),
        http_response_status_code: String(status),
      };
      requests.observe(labels, durationMs / 1000);
      if (errorCode !== null) errors.inc({ error_code: codes(errorCode) });
    },

    /** Each metric with the labels that it may have. @internal */
    declared: () =>
      registry.getMetricsAsArray().map((metric) => ({
        name: String(Object(metric).name),
        labels: [...(Object(metric).labelNames ?? [])].map(String),
      })),

    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
  };
}
