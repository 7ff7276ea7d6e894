/** Whether the address may log in: its domain is listed, or `*` is (interface 1, SVC_LOGIN_DOMAINS). */
export const mayLogIn = (userName: string, domains: readonly string[]): boolean =>
  domains.includes('*') || domains.includes(userName.slice(userName.lastIndexOf('@') + 1));
