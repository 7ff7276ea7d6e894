/**
 * The request as the application knows it. A proxy in front may remove the base path or not. Who calls the service
 * directly leaves it out, or follows a link that has it.
 */
export function withoutBasePath(request: Request, basePath: string): Request {
  const at = request.url.indexOf('/', request.url.indexOf('//') + 2);
  const path = request.url.slice(at);
  if (basePath === '' || !path.startsWith(basePath) || !/^(?:[/?]|$)/.test(path.slice(basePath.length))) return request;
  const rest = path.slice(basePath.length);
  const { method, headers, body, signal } = request;
  const url = `${request.url.slice(0, at)}${rest.startsWith('/') ? rest : `/${rest}`}`;
  return new Request(url, { method, headers, body, signal, ...(body && { duplex: 'half' }) });
}
