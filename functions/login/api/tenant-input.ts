import * as v from 'valibot';

/** A tenant to create (evaluation 5.3). */
export const NewTenant = v.object({
  // `system` and `default` always exist.
  tenantId: v.pipe(v.string(), v.regex(/^(?!(default|system)$)[a-z0-9][a-z0-9-]{0,62}$/)),
  name: v.nullish(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)), null),
});

/** Why a member of it is invalid. */
export const TENANT_RULES: Readonly<Record<string, string>> = {
  tenantId: 'tenantId must be 1 to 63 lower-case letters, digits and hyphens, not default or system',
  name: 'name must be a string of 1 to 200 characters',
};
