/**
 * A step of a shared library: replays recorded requests against a build and reports what changed.
 *
 *   replayRegression(
 *     url: 'http://replay.internal:8090', appId: 'shop', targetEnv: 'http://staging.internal:8080',
 *     tokenCredentialsId: 'replay-token', failIf: ['latency.p95 > 1.2x'])
 *
 * Fails the build unless the run is CLEAN. Returns nothing else.
 */
def call(Map config) {
  for (name in ['url', 'appId', 'targetEnv']) {
    if (!config[name]) error("replayRegression: ${name} is required")
  }
  def output = config.output ?: 'replay-reports'
  // Values reach the script as variables of its environment. As parts of its text, they could be commands.
  def variables = [
    "SVC_URL=${config.url}",
    "REPLAY_PACKAGE=${config.package ?: 'replay-regression-cli@0.2.0'}",
    "REPLAY_APP_ID=${config.appId}",
    "REPLAY_TARGET_ENV=${config.targetEnv}",
    "REPLAY_OPERATIONS=${(config.operations ?: []).join('\n')}",
    "REPLAY_FAIL_IF=${(config.failIf ?: []).join('\n')}",
    "REPLAY_ATTRIBUTES=${(config.attributes ?: []).join('\n')}",
    "REPLAY_OUTPUT=${output}",
  ]
  def secrets = []
  if (config.tokenCredentialsId) secrets << string(credentialsId: config.tokenCredentialsId, variable: 'SVC_TOKEN')
  if (config.openApiTokenCredentialsId) {
    secrets << string(credentialsId: config.openApiTokenCredentialsId, variable: 'SVC_OPENAPI_TOKEN')
  }
  def code = 2
  withEnv(variables) {
    withCredentials(secrets) {
      code = sh(label: 'replay', returnStatus: true, script: '''#!/bin/sh
        set -- "--app-id=$REPLAY_APP_ID" "--target-env=$REPLAY_TARGET_ENV" \\
          "--junit=$REPLAY_OUTPUT/replay.xml" "--markdown=$REPLAY_OUTPUT/replay.md"
        while IFS= read -r line; do
          if [ -n "$line" ]; then set -- "$@" "--operations=$line"; fi
        done <<LINES
$REPLAY_OPERATIONS
LINES
        while IFS= read -r line; do
          if [ -n "$line" ]; then set -- "$@" "--fail-if=$line"; fi
        done <<LINES
$REPLAY_FAIL_IF
LINES
        while IFS= read -r line; do
          if [ -n "$line" ]; then set -- "$@" "--attribute=$line"; fi
        done <<LINES
$REPLAY_ATTRIBUTES
LINES
        npx --yes "--package=$REPLAY_PACKAGE" replay trigger --wait "$@"
      ''')
    }
  }
  junit(allowEmptyResults: true, testResults: "${output}/replay.xml")
  archiveArtifacts(allowEmptyArchive: true, artifacts: "${output}/*")
  if (code != 0) error("replay: exit code ${code}; 1 findings, 2 any other state, 64 wrong use, 69 service not reached")
}
