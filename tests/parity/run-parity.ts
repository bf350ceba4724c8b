import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { projectFolder } from '../e2e/support/electron-path.ts'
import { crawl, type Findings } from './crawl.ts'
import { parityFolder } from './folders.ts'
import { prepareSites, startPayloadSite } from './site.ts'

/** The sites of Payload's test folder whose admin means something here. */
const SITES = [
  'fields',
  'versions',
  'localization',
  'uploads',
  'access-control',
  'admin',
  'lexical',
  'fields-relationship',
  'folders',
  'trash',
  'joins',
  'group-by',
  'query-presets',
  'bulk-edit',
  'locked-documents',
  'form-state',
  'hooks',
  'i18n',
  'auth',
  'sort',
  'select',
  'live-preview',
  'plugin-seo',
  'plugin-nested-docs',
  'plugin-multi-tenant',
  'plugin-redirects',
  'plugin-form-builder',
  'plugin-import-export',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { payload: { type: 'string' }, only: { type: 'string', multiple: true, default: [] } },
})
if (values.payload === undefined) {
  process.stderr.write('usage: npm run parity -- --payload=DIR [--only=SLUG] [SITE…]\n')
  process.exit(2)
}
prepareSites(path.resolve(values.payload))
const results = path.join(parityFolder, 'results')
mkdirSync(results, { recursive: true })
for (const name of positionals.length > 0 ? positionals : SITES) {
  process.stdout.write(`${name}\n`)
  const found = await tried(name)
  if (values.only.length === 0)
    writeFileSync(path.join(results, `${name.replaceAll('/', '+')}.json`), JSON.stringify(found, null, 2))
}
writeTable()

async function tried(name: string): Promise<Findings> {
  try {
    const site = await startPayloadSite(name)
    try {
      return await crawl(site, name, values.only)
    } finally {
      site.stop()
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    process.stdout.write(`  ${name}: ${problem}\n`)
    return { collections: 0, globals: 0, edits: 0, made: 0, problems: [problem.slice(0, 400)] }
  }
}

/** Puts what is known of each site, of this run or an earlier one, into the table of docs/parity.md. */
function writeTable(): void {
  const doc = path.join(projectFolder, 'docs/parity.md')
  const text = readFileSync(doc, 'utf8')
  const [begin, end] = ['<!-- sites -->\n', '<!-- end of sites -->']
  const from = text.indexOf(begin) + begin.length
  const files = new Set(readdirSync(results))
  const rows = SITES.filter((name) => files.has(`${name}.json`)).map((name) => {
    const found = JSON.parse(readFileSync(path.join(results, `${name}.json`), 'utf8')) as Findings
    const { collections, globals, edits, made, problems } = found
    const cells = [
      name,
      collections,
      globals,
      edits,
      made,
      problems.length === 0 ? 'none' : problems.map(inCell).join('<br>'),
    ]
    return `| ${cells.join(' | ')} |\n`
  })
  const head =
    '| Site | Collections | Globals | Edits | New documents | Out of step |\n| --- | --- | --- | --- | --- | --- |\n'
  writeFileSync(doc, `${text.slice(0, from)}\n${head}${rows.join('')}\n${text.slice(text.indexOf(end))}`)
}

function inCell(problem: string): string {
  return problem
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
    .replaceAll(/\s+/g, ' ')
}
