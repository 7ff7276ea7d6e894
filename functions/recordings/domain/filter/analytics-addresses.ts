/** Analytics, monitoring and advertising services: domains with their subdomains, some only from a path on. */
export const ANALYTICS_ADDRESSES: readonly string[] = `
  adnxs.com adsrvr.org adservice.google.com amazon-adsystem.com amplitude.com analytics.google.com analytics.tiktok.com
  analytics.twitter.com api.segment.io app-measurement.com bat.bing.com branch.io browser-intake-datadoghq.com
  browser-intake-datadoghq.eu browser-intake-us3-datadoghq.com browser-intake-us5-datadoghq.com bugsnag.com cdn.segment.com
  chartbeat.com chartbeat.net clarity.ms cloudflareinsights.com contentsquare.net criteo.com criteo.net crazyegg.com
  ct.pinterest.com demdex.net doubleclick.net events.launchdarkly.com facebook.com/tr fullstory.com google-analytics.com
  google.com/ads google.com/ccm google.com/pagead googleadservices.com googlesyndication.com googletagmanager.com
  googletagservices.com heap.io heapanalytics.com hotjar.com hotjar.io hs-analytics.net i.posthog.com
  ingest.sentry.io ingest.us.sentry.io ingest.de.sentry.io js-agent.newrelic.com logr-ingest.com lr-ingest.com logrocket.io
  mc.yandex.ru mixpanel.com mouseflow.com mparticle.com nr-data.net omtrdc.net optimizely.com outbrain.com plausible.io/api/event
  pendo.io px.ads.linkedin.com quantserve.com rollbar.com/api rudderstack.com scorecardresearch.com sc-static.net
  sentry-cdn.com smartlook.com snap.licdn.com statcounter.com stats.g.doubleclick.net taboola.com tr.snapchat.com
  usefathom.com vitals.vercel-insights.com zdassets.com`
  .trim()
  .split(/\s+/);

/** Paths under which an application's own host passes on analytics. */
export const ANALYTICS_PATHS: readonly string[] = [
  '/_vercel/insights/',
  '/_vercel/speed-insights/',
  '/cdn-cgi/beacon/',
  '/cdn-cgi/rum',
  '/g/collect',
  '/j/collect',
  '/matomo.php',
  '/piwik.php',
];
