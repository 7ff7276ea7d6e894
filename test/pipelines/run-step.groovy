import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import org.codehaus.groovy.control.CompilerConfiguration

/** What the step `error` throws. */
class StepError extends Exception {
  StepError(String message) { super(message) }
}

/** The steps of Jenkins that the step of the shared library takes; `sh` runs its script as Jenkins does, as a file. */
abstract class Steps extends Script {
  Map<String, String> variables = [:]
  Map<String, String> credentials = [:]
  File workspace
  List<String> calls = []

  void error(String message) { throw new StepError(message) }

  void withEnv(List<String> named, Closure body) {
    within(named.collectEntries { [(it.substring(0, it.indexOf('='))): it.substring(it.indexOf('=') + 1)] }, body)
  }

  Map string(Map one) { one }

  void withCredentials(List<Map> named, Closure body) {
    assert named.every { credentials.containsKey(it.credentialsId) }
    calls.addAll(named.collect { "withCredentials ${it.credentialsId} as ${it.variable}".toString() })
    within(named.collectEntries { [(it.variable): credentials[it.credentialsId]] }, body)
  }

  private void within(Map<String, String> given, Closure body) {
    def before = variables
    variables = before + given.collectEntries { name, value -> [(name.toString()): value.toString()] }
    try { body() } finally { variables = before }
  }

  int sh(Map one) {
    assert one.returnStatus
    def file = File.createTempFile('durable-', '.sh')
    file.text = one.script
    file.executable = true
    def builder = new ProcessBuilder(file.path).directory(workspace).inheritIO()
    builder.environment().putAll(variables)
    try { return builder.start().waitFor() } finally { file.delete() }
  }

  void junit(Map one) { calls << "junit ${one.testResults}".toString() }

  void archiveArtifacts(Map one) { calls << "archiveArtifacts ${one.artifacts}".toString() }
}

// Runs the step with each of the settings, one after the other; writes what each asked of Jenkins.
def given = new JsonSlurper().parse(new File(args[0]))
def shell = new GroovyShell(this.class.classLoader, new Binding(), new CompilerConfiguration(scriptBaseClass: Steps.name))
def ended = given.settings.collect { settings ->
  def step = shell.parse(new File(given.step))
  step.setCredentials(given.credentials)
  step.setWorkspace(new File(given.workspace))
  def message = null
  try { step.call(settings) } catch (StepError fault) { message = fault.message }
  [error: message, calls: step.calls]
}
new File(args[1]).text = JsonOutput.toJson(ended)
