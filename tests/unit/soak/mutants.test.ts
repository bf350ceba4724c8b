import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mutants } from '../../soak/mutants/mutants.ts'

const root = resolve(import.meta.dirname, '../../..')

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'the fault %s has its place in the code, and the tests that it is asked of are there',
  (_name, { edits, tests }) => {
    for (const { file, find } of edits) {
      const times = readFileSync(join(root, file), 'utf8').split(find).length - 1
      expect([file, find, times]).toEqual([file, find, 1])
    }
    for (const file of tests) expect([file, existsSync(join(root, file))]).toEqual([file, true])
  },
)
