import type { Http } from '../../outbound/http.ts';
import { lazyPort } from '../lazy-port.ts';
import type { AwsPort } from '../world.ts';
import { policyOf } from './egress.ts';

/** The Http port: connections that the egress policy allows. */
export const http: AwsPort<Http> = (config, { log }) =>
  lazyPort(async () => {
    const { outboundHttp } = await import('../../outbound/http-client.ts');
    return outboundHttp({ policy: policyOf(config), proxy: config.egress.proxy, log });
  });
