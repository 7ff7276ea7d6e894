import { isIP } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import { Extension, type X509Certificate } from '@peculiar/x509';

/** Every name of a kind: a kind that no permitted subtree names is otherwise unlimited (RFC 5280, 4.2.1.10). */
const EVERY_NAME = [{ dNSName: '' }];
const EVERY_ADDRESS = [{ iPAddress: '0.0.0.0/0' }, { iPAddress: '::/0' }];

const subtrees = (names: readonly Partial<GeneralName>[]) =>
  new GeneralSubtrees(names.map((name) => new GeneralSubtree({ base: new GeneralName(name) })));

/**
 * The critical extension that limits a CA to hosts: names with their subdomains, and addresses. `hosts` has one or
 * more.
 */
export function constraintsOf(hosts: readonly string[]): Extension {
  const names = hosts.filter((host) => isIP(host) === 0).map((host) => ({ dNSName: host }));
  const addresses = hosts
    .filter((host) => isIP(host) !== 0)
    .map((host) => ({ iPAddress: `${host}/${isIP(host) === 4 ? 32 : 128}` }));
  const excluded = [...(names.length > 0 ? [] : EVERY_NAME), ...(addresses.length > 0 ? [] : EVERY_ADDRESS)];
  const constraints = new NameConstraints({
    permittedSubtrees: subtrees([...names, ...addresses]),
    ...(excluded.length > 0 && { excludedSubtrees: subtrees(excluded) }),
  });
  return new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraints));
}

/** The hosts that a CA is limited to; null if it has no limit, as those of earlier versions. */
export function constrainedHosts(certificate: X509Certificate): readonly string[] | null {
  const extension = certificate.getExtension(id_ce_nameConstraints);
  if (extension === null) return null;
  const { permittedSubtrees } = AsnConvert.parse(extension.value, NameConstraints);
  return [...(permittedSubtrees ?? [])].flatMap(
    ({ base }) => base.dNSName ?? base.iPAddress?.replace(/\/(?:32|128)$/, '') ?? [],
  );
}
