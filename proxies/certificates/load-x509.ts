/** Loads the library of certificates, which no other command needs; it needs `Reflect` to have metadata. */
export async function loadX509() {
  await import('reflect-metadata');
  const [x509, constraints] = await Promise.all([import('@peculiar/x509'), import('./host-constraints.ts')]);
  return { ...x509, ...constraints };
}
