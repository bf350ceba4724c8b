import { expect, it, onTestFinished } from 'vitest'
import { countSteps, importCounted, stepGrowth, stopCounting } from '../../support/step-count.ts'

const importPairs = () => importCounted(() => import('../../../renderer/ui/text-change/common-pairs.ts'))
const items = (text: string): string[] => Array.from(text, (one, at) => `${one}${at}`)

it('counts the same steps each time', async () => {
  onTestFinished(stopCounting)
  const { commonPairs } = await importPairs()
  const work = () => commonPairs(items('a'.repeat(100)), items('b'.repeat(100)))
  const counts = [await countSteps(work), await countSteps(work), await countSteps(work)]
  expect(new Set(counts).size).toBe(1)
  // Lists with nothing in common cost their sizes multiplied.
  expect(counts[0]).toBeGreaterThanOrEqual(10_000)
})

it('sees work that grows with the square, and work that grows with its input', async () => {
  onTestFinished(stopCounting)
  const { commonPairs } = await importPairs()
  const growth = async (read: (text: string) => unknown) =>
    (await stepGrowth(read, (size) => 'a'.repeat(size), { from: 128, most: 512 })).ratio
  expect(await growth((text) => commonPairs(items(text), items(text.replaceAll('a', 'b'))))).toBeGreaterThan(
    3,
  )
  expect(await growth((text) => commonPairs(items(text), items(text)))).toBeLessThan(2.1)
})

it('counts nothing after stopCounting', async () => {
  await importPairs()
  stopCounting()
  await expect(countSteps(() => 0)).rejects.toThrow('importCounted')
})
