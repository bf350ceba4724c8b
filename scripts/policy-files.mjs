// node scripts/policy-files.mjs [--check]: writes packaging/policy and the table in docs/deployment.md from the
// policy's keys; with --check it only lists the files that differ.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ensureNode } from './lib/node-version.mjs'
import { inRoot, say } from './lib/project.mjs'
import { launch } from './lib/setup.mjs'

const marks = ['<!-- policy keys: npm run policy-files -->', '<!-- end of policy keys -->']

launch(async () => {
  await ensureNode()
  const { policyFiles, policyTable } = await import('../packaging/policy-files.mjs')
  const { format, resolveConfig } = await import('prettier')
  const pretty = async (path, text) =>
    /\.(json|md)$/.test(path) ? format(text, { ...(await resolveConfig(path)), filepath: path }) : text

  const docs = inRoot('docs/deployment.md')
  const before = readFileSync(docs, 'utf8')
  const [head, rest] = before.split(marks[0])
  const tail = rest?.split(marks[1])[1]
  if (tail === undefined) throw new Error(`${docs} has no place for the table`)
  const files = [
    [docs, `${head}${marks[0]}\n\n${policyTable()}\n\n${marks[1]}${tail}`],
    ...Object.entries(policyFiles()).map(([path, text]) => [inRoot('packaging/policy', path), text]),
  ]
  for (const [path, made] of files) {
    const text = await pretty(path, made)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    if (process.argv.includes('--check')) {
      say(`${path} is not what the keys of the policy give: run npm run policy-files`)
      process.exitCode = 1
      continue
    }
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    say(`${path} is written`)
  }
})
