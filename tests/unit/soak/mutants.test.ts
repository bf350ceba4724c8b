import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reachIn } from '../../soak/mutants/asked-tests.ts'
import { mutants } from '../../soak/mutants/mutants.ts'
import { placesOf, planted } from '../../soak/mutants/place.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'the fault %s has its place in the code, and the tests that it is asked of are there',
  (_name, { edits, integration = [] }) => {
    for (const edit of edits) {
      expect(existsSync(join(root, edit.file)), `${edit.file} is not there any more`).toBe(true)
      expect(() => planted(read(edit.file), edit)).not.toThrow()
    }
    for (const file of integration) expect([file, existsSync(join(root, file))]).toEqual([file, true])
  },
)

test('each fault has a name of its own', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

describe('the place of a fault', () => {
  const source = `
import { other } from './other.ts'

export function first(list: string[]): boolean {
  // Nothing is here yet.
  return list.length === 0
}

const second = {
  check(list: string[], more: string[]) {
    if (list.length === 0) return other(list, more)
    return list.length === 0 && more.length === 0
  },
}
`
  const edit = { file: 'a.ts', find: 'list.length === 0', replace: 'false' }

  test('is found by the name of what declares it', () => {
    expect(placesOf(source, edit)).toHaveLength(3)
    expect(() => planted(source, edit)).toThrow('a.ts has this 3 times')
    expect(planted(source, { ...edit, in: 'first' })).toContain('return false\n}')
    expect(planted(source, { ...edit, in: 'second.check', find: 'list.length === 0 && more' })).toContain(
      'return false.length === 0',
    )
    expect(() => planted(source, { ...edit, in: 'third' })).toThrow('a.ts declares no third any more')
    expect(() => planted(source, { ...edit, in: 'first', find: 'list.size' })).toThrow('0 times')
  })

  test('stays where the code is formatted otherwise, gets comments, or other names change', () => {
    const formatted = source
      .replace('other(list, more)', 'renamed(\n      list, // the first\n      more,\n    )')
      .replaceAll('other', 'renamed')
      .replace('return list.length === 0\n}', 'return (\n    /* why */ list\n      .length === 0\n  )\n}')
    const call = { ...edit, find: 'return renamed(list, more)', replace: 'return true' }
    expect(planted(formatted, call)).toContain('=== 0) return true\n')
    expect(placesOf(formatted, { ...edit, in: 'first' })).toHaveLength(1)
  })

  test('is whole words', () => {
    expect(placesOf('const isGoneNow = isGone', { file: 'a.ts', find: 'isGone', replace: '' })).toHaveLength(
      1,
    )
  })
})

describe('the tests of which a fault is asked', () => {
  const reach = reachIn(root)

  test('are those that import its file, over whatever is between, those nearest first', () => {
    const tests = reach.testsOf(['shared/document/rebase.ts'])
    expect(tests).toContain('tests/unit/shared/document/rebase.test.ts')
    expect(tests).toContain('tests/unit/renderer/form/form-and-store.test.ts')
    expect(tests.indexOf('tests/unit/shared/document/rebase.test.ts')).toBeLessThan(10)
    expect(tests.every((file) => /^tests\/unit\/.*\.test\.tsx?$/.test(file))).toBe(true)
  })

  test('and those that start it as a worker or a process, by its path', () => {
    expect(reach.testsOf(['main/store/worker/worker.ts'])).toContain('tests/unit/store/worker.test.ts')
    expect(reach.testsOf(['main/server/http/parse-worker.ts'])).toContain(
      'tests/unit/main/parse-json.test.ts',
    )
  })
})
