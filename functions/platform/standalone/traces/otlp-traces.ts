import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { annotatedLog } from '../../annotated-log.ts';
import { faultFacts } from '../../fault-facts.ts';
import { routeTemplate } from '../../http/around/route-template.ts';
import type { Log } from '../../world.ts';
import { tracerProvider } from './tracer-provider.ts';
import type { Traces } from './traces.ts';

const PLAN_ID = 'plan_id';

/**
 * Spans of requests, executions, steps and deliveries, as X-Ray has them of a deployment on AWS. No span has a url or a
 * value.
 */
export function otlpTraces(endpoint: string, log: Log): Traces {
  const provider = tracerProvider(endpoint);
  const tracer = provider.getTracer('replay-regression');
  const propagator = new W3CTraceContextPropagator();

  async function within<T>(opened: Span, parent: Context, run: () => Promise<T>): Promise<T> {
    try {
      return await context.with(trace.setSpan(parent, opened), run);
    } catch (fault) {
      // Never its text, which may quote data.
      opened.setAttribute('error.type', fault instanceof Error ? fault.name : typeof fault);
      opened.setStatus({ code: SpanStatusCode.ERROR });
      throw fault;
    } finally {
      opened.end();
    }
  }
  const span = <T>(name: string, run: () => Promise<T>, attributes = {}): Promise<T> =>
    within(tracer.startSpan(name, { attributes }), context.active(), run);

  return {
    span,

    requests: async (request, next) => {
      const { method, headers } = request.req.raw;
      const parent = propagator.extract(ROOT_CONTEXT, headers, HEADERS);
      const attributes = { 'http.request.method': method };
      const served = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      await within(served, parent, async () => {
        await next();
        const route = routeTemplate(request);
        const { status } = request.res;
        served.updateName(`${method} ${route}`.trimEnd());
        served.setAttributes({ 'http.route': route, 'http.response.status_code': status });
        if (status >= 500) served.setStatus({ code: SpanStatusCode.ERROR });
      });
    },

    steps: (steps) =>
      Object.fromEntries(
        Object.entries(steps).map(([name, step]) => [
          name,
          (input, signal) => span(name, () => step(input, signal), planOf(input)),
        ]),
      ),

    annotated: (written) => annotatedLog(written, (planId) => trace.getActiveSpan()?.setAttribute(PLAN_ID, planId)),
    close: () =>
      provider.shutdown().catch((fault: unknown) => log.warn('the last spans were not sent', faultFacts(fault))),
  };
}

/** The run that a step works for. */
function planOf(input: unknown): Record<string, string> {
  const { planId } = Object(input);
  return typeof planId === 'string' ? { [PLAN_ID]: planId } : {};
}

const HEADERS = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
};
