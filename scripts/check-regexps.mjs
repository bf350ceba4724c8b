// node scripts/check-regexps.mjs [FOLDER]: fails if the time of a regular expression can grow faster than its text;
// part of the lint.
import { root } from './lib/project.mjs'
import { findSlowRegexps } from './lib/regexps.mjs'

const found = findSlowRegexps(process.argv[2] ?? root)
for (const line of found) process.stderr.write(`${line}\n`)
if (found.length > 0) {
  process.stderr.write(`${found.length} regular expressions can be slow (scripts/lib/regexps.mjs)\n`)
  process.exitCode = 1
}
