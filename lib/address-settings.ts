import type { Node } from 'constructs';
import { ConfigError } from '../functions/platform/settings/read-variables.ts';
import { isLoopback } from '../functions/platform/settings/setting-values.ts';
import { textOf } from './context-keys.ts';

/** A domain of the owner, by which the private API is called. */
export interface DomainSettings {
  readonly domainName: string;
  /** A certificate of ACM, in the same region. */
  readonly certificateArn: string;
  /** The private hosted zone that gets the record of the domain; null: the owner makes it. */
  readonly zone: { readonly id: string; readonly name: string } | null;
}

/** The address that every link of a deployment begins with (docs/decisions/027). */
export interface AddressSettings {
  readonly domain: DomainSettings | null;
  /** Of the domain, or as SVC_PUBLIC_URL says; null: the stage's own. */
  readonly publicUrl: string | null;
}

/** Reads the address of a deployment. Throws ConfigError for one that leads nowhere, or is only half given. */
export function addressSettings(node: Node, publicUrl: string | undefined): AddressSettings {
  const domain = domainOf(node);
  if (domain === null) return { domain, publicUrl: publicUrl === undefined ? null : usable(publicUrl) };
  if (publicUrl !== undefined)
    throw new ConfigError('SVC_PUBLIC_URL contradicts context "domainName": links begin with one of them');
  return { domain, publicUrl: `https://${domain.domainName}` };
}

const NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
const CERTIFICATE = /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/;
const ZONE = /^[A-Z0-9]{1,32}$/;

function domainOf(node: Node): DomainSettings | null {
  const domainName = textOf(node, 'domainName');
  const certificateArn = textOf(node, 'certificateArn');
  if ((domainName === '') !== (certificateArn === ''))
    throw new ConfigError('context "domainName" and "certificateArn" belong together');
  const zone = zoneOf(node, domainName);
  if (domainName === '') return null;
  if (!NAME.test(domainName)) throw new ConfigError('context "domainName" is not a name such as replay.shop.example');
  if (!CERTIFICATE.test(certificateArn))
    throw new ConfigError('context "certificateArn" is not the ARN of a certificate');
  return { domainName, certificateArn, zone };
}

function zoneOf(node: Node, domainName: string): DomainSettings['zone'] {
  const id = textOf(node, 'hostedZoneId');
  const name = textOf(node, 'hostedZoneName');
  if ((id === '') !== (name === ''))
    throw new ConfigError('context "hostedZoneId" and "hostedZoneName" belong together');
  if (id === '') return null;
  if (domainName === '') throw new ConfigError('context "hostedZoneId" needs "domainName"');
  if (textOf(node, 'apiEndpointId') !== '')
    throw new ConfigError(
      'context "hostedZoneId" contradicts "apiEndpointId": the owner of the shared endpoint makes the record',
    );
  if (!ZONE.test(id)) throw new ConfigError('context "hostedZoneId" is not the id of a hosted zone');
  if (domainName !== name && !domainName.endsWith(`.${name}`))
    throw new ConfigError('context "domainName" is not in the zone of "hostedZoneName"');
  return { id, name };
}

/** An address that people can open from their machines, in characters that a variable of a stage may have. */
function usable(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  if (isLoopback(hostname.replace(/^\[|\]$/g, '')) || /^0\.|^\[::\]$/.test(hostname))
    throw new ConfigError(
      'SVC_PUBLIC_URL leads every reader to their own machine: set the address that people open, or leave it out',
    );
  if (!/^[\w.~:/-]+$/.test(publicUrl)) throw new ConfigError('SVC_PUBLIC_URL has characters that API Gateway refuses');
  return publicUrl;
}
