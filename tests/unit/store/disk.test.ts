import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { en, post } from './support/site.ts'
import { commit, give, setUpBench } from './support/bench.ts'

const bench = setUpBench()
const child = fileURLToPath(new URL('./support/read-only-child.ts', import.meta.url))

test('a database that cannot be written is read, says so, and refuses every write', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  commit(bench.store, post('1'), [en('title', 'A', 'B')])
  bench.database.close()
  const temporary = join(bench.folder, 'tmp')
  mkdirSync(temporary)
  chmodSync(temporary, 0o777)
  chmodSync(bench.file, 0o444)
  chmodSync(bench.folder, 0o555)
  try {
    const answer = spawnSync(process.execPath, [child, bench.file], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], TMPDIR: temporary },
    })
    expect(answer.stderr).toBe('')
    expect(JSON.parse(answer.stdout)).toEqual({
      events: [{ name: 'app.notice', payload: { code: 'database-read-only' } }],
      entries: 1,
      codes: ['read-only', 'read-only'],
      waiting: 1,
    })
    expect(readdirSync(temporary)).toEqual([])
  } finally {
    chmodSync(bench.folder, 0o755)
    chmodSync(bench.file, 0o644)
  }
})
