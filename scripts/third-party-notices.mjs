// node scripts/third-party-notices.mjs [--check]: writes resources/third-party-notices.txt after a change of
// packages; with --check it only says if that is due.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { root, say } from './lib/project.mjs'
import { noticesFile, thirdPartyNotices } from './lib/third-party-notices.mjs'

const file = noticesFile(root)
const text = thirdPartyNotices(root)
if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
  say(`${file} is written`)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  say('the packages that ship are others: run node scripts/third-party-notices.mjs')
  process.exitCode = 1
}
