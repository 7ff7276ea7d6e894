import { noOwnTargetsBinding } from '../../applications/composition.ts';
import { tenantLog } from '../../logs/composition.ts';
import { type AwsPorts, awsWorld, type PortName } from '../../platform/aws/world.ts';
import { type BasePort, type Binding, compositions } from '../../platform/composition.ts';
import { awsConfig } from '../../platform/settings/config.ts';
import type { World } from '../../platform/world.ts';

/** The ports that a capability declares for a function which a schedule or a queue invokes. */
export type Ports<Declared extends { functions: object }, Name extends keyof Declared['functions']> = AwsPorts<
  Extract<keyof Declared['functions'][Name], PortName>
>;

interface FunctionParts<Port extends PortName> {
  ports: AwsPorts<Port>;
  /** What its services need from capabilities above them. */
  bindings?: readonly Binding<NoInfer<Port>>[];
}

/** What a function of AWS that answers no requests is composed of: its ports, the services over them, and its log. */
export function functionHost<Port extends PortName>({ ports, bindings = [] }: FunctionParts<Port>) {
  const config = awsConfig(process.env);
  const world = awsWorld(config, ports);
  // Every function has rows and blobs (FunctionUses), which the type parameter does not say.
  const host = compositions<Port | 'table' | 'blobs'>({
    world: world as unknown as Pick<World, Port | 'table' | 'blobs' | BasePort>,
    config,
    bindings: [...bindings, noOwnTargetsBinding],
    tenantLog,
  });
  return {
    config,
    world,
    servicesOf: host.servicesOf,
    logger: world.logger,
    log: world.log,
    flushLogs: host.flushLogs,
  };
}
