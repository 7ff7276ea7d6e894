/** How applications come to trust the certificate of the local CA. */
export const trustText = (path: string): string => `The application under test trusts the local CA by its environment:

  Node.js             NODE_EXTRA_CA_CERTS=${path}
                      fetch and http use HTTP_PROXY from Node 24 on with NODE_USE_ENV_PROXY=1
  Python requests     REQUESTS_CA_BUNDLE=${path}
  Python, httpx, Go, Ruby, OpenSSL
                      SSL_CERT_FILE=${path}
                      It replaces the other CAs: append the certificate to a copy of the system's bundle if the
                      application reaches https hosts that are not intercepted
  curl                CURL_CA_BUNDLE=${path}
  Java                keytool -importcert -noprompt -alias replay -storepass changeit -keystore replay.jks -file ${path}
                      java -Djavax.net.ssl.trustStore=replay.jks -Djavax.net.ssl.trustStorePassword=changeit
                           -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=8092
  .NET on Linux       SSL_CERT_FILE=${path}

Applications with certificate pinning do not trust it: name their hosts by --tunnel, or configure --downstream name=url.
Delete the folder to end the trust; nothing else knows the key.`;
