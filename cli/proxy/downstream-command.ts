import type { Command } from 'commander';
import { listValue, pairValue } from '../option-values.ts';

/** Adds the options that name downstreams: by name, through a forward proxy, with the local CA. */
export const addDownstreamOptions = (command: Command): Command =>
  command
    .option('--downstream <name=url>', 'a service that the application calls; may be repeated', pairValue)
    .option('--downstream-listen <host:port>', 'where the application calls them', '127.0.0.1:8091')
    .option('--downstream-port <name=port>', 'where it connects to a database or cache; may be repeated', pairValue)
    .option(
      '--proxy-port <port>',
      'a forward proxy for HTTP_PROXY and HTTPS_PROXY of the application: port or host:port',
    )
    .option('--ca <folder>', 'the local CA for https through the forward proxy (replay ca path)')
    .option(
      '--allow-destination <host:port>',
      'a loopback or link-local destination that calls may reach, besides --downstream; may be repeated',
      listValue,
    )
    .option(
      '--tunnel <host>',
      'pass https to this host on unread; * stands for any characters; may be repeated',
      listValue,
    );
