import { afterAll, afterEach } from 'vitest'
import { running } from './galley-app.ts'

/** Takes pictures of the open windows into test-results when a test fails. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const { page, child } of running) {
    if (hasEnded(child)) continue
    const name = task.name.replaceAll(/[^\w]+/g, '-').slice(0, 80)
    await page.screenshot({ path: `test-results/${name}-${Date.now()}.png` }).catch(() => undefined)
  }
})

/** Kills leftovers of a failed test, which would keep the display and the next file busy. */
afterAll(() => {
  for (const { child } of running) if (!hasEnded(child)) child.kill('SIGKILL')
})

function hasEnded({ exitCode, signalCode }: { exitCode: number | null; signalCode: string | null }): boolean {
  return exitCode !== null || signalCode !== null
}
