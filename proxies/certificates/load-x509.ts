/** Loads the library of certificates, which no other command needs; it needs `Reflect` to have metadata. */
export async function loadX509() {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const { constraintsOf, constrainedHosts } = await import('./host-constraints.ts');
  return { ...x509, constraintsOf, constrainedHosts };
}
