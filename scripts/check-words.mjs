// node scripts/check-words.mjs [FOLDER]: fails for comments that open without their subject; part of the lint.
import { root } from './lib/project.mjs'
import { findWords } from './lib/words.mjs'

const found = findWords(process.argv[2] ?? root)
for (const line of found) process.stderr.write(`${line}\n`)
if (found.length > 0) {
  process.stderr.write(`${found.length} comments or file names to put right (scripts/lib/words.mjs)\n`)
  process.exitCode = 1
}
