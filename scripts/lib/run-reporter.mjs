// A reporter of Vitest: writes a line of JSON for each file that is queued or ends, each test that begins or ends, and
// the run's end.
// Line by line, so that a runner that dies or hangs leaves what it knew. run-report.mjs reads it.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export default class RunReporter {
  #path = process.env.GALLEY_TEST_EVENTS

  onTestRunStart(specifications) {
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(this.#path, '')
    for (const { moduleId } of specifications) this.#write({ event: 'queued', file: moduleId })
  }

  onTestCaseReady(test) {
    this.#write({ event: 'test-begun', file: test.module.moduleId, test: test.fullName })
  }

  onTestCaseResult(test) {
    this.#write({ event: 'test-ended', file: test.module.moduleId, test: test.fullName })
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      state: test.result().state,
      words: (test.result().errors ?? []).map(wordsOf),
    }))
    // The error of a set-up inside a group is reported by the group.
    const errors = [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ]
    const isBroken = module.state() === 'failed' && !tests.some(({ state }) => state === 'failed')
    this.#write({
      event: 'file-ended',
      file: module.moduleId,
      seconds: module.diagnostic().duration / 1000,
      tests,
      isBroken,
      words: errors.map(wordsOf),
    })
  }

  onTestRunEnd(_modules, errors) {
    this.#write({ event: 'run-ended', words: errors.map(wordsOf) })
  }

  #write(line) {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`)
  }
}

function wordsOf({ name, message, stack }) {
  return String(stack ?? `${name}: ${message}`)
}
