/** Loads the library of certificates, which no other command needs; it needs `Reflect` to have metadata. */
export async function loadX509() {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
