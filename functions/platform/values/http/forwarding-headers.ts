/** Headers that a proxy, a tunnel or a content network adds. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.+|x-proxyuser-ip|cf-.+|cdn-loop|true-client-ip|fastly-client-ip|fly-client-ip|client-ip|x-arr-.+|proxy-.+|max-forwards)$/i;

/** Whether a header says that a proxy has passed the request on: its connection says nothing about who sent it. */
export const isForwardingHeader = (name: string): boolean => FORWARDING.test(name);
