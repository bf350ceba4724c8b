// A reporter of Vitest: writes down the errors that belong to no test, which its JSON report does not have.
import { writeFileSync } from 'node:fs'

export default class UnhandledReporter {
  onTestRunEnd(_modules, errors) {
    const path = process.env.GALLEY_UNHANDLED_REPORT
    if (path === undefined) return
    const said = errors.map(({ name, message, stack }) => String(stack ?? `${name}: ${message}`))
    writeFileSync(path, JSON.stringify(said))
  }
}
