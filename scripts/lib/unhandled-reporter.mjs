// A reporter of Vitest: writes down the errors that belong to no test, which its JSON report does not have.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export default class UnhandledReporter {
  onTestRunEnd(_modules, errors) {
    const path = process.env.GALLEY_UNHANDLED_REPORT
    if (path === undefined) return
    const said = errors.map(({ name, message, stack }) => String(stack ?? `${name}: ${message}`))
    // The reporters end at the same time: the one of JSON may not have made the folder yet.
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(said))
  }
}
