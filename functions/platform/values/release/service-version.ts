/** Version of the service: that of package.json, which bundles do not contain. */
export const SERVICE_VERSION = '0.2.0';
