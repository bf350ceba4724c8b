// npm run release [-- --dry-run] [--output FOLDER] [TARGET…]: everything that is handed out of a version, in
// dist/release-VERSION: packages, SBOM, change log, feed, checksums and signatures. See docs/deployment.md.
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { safeParse } from 'valibot'
import { capture } from './lib/processes.mjs'
import { inRoot, say, Stop } from './lib/project.mjs'
import { launch, setUp } from './lib/setup.mjs'

const TARGETS = ['deb', 'rpm', 'tar.gz', 'msi', 'setup']

launch(async () => {
  await setUp({ electron: false })
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false }, output: { type: 'string' } },
  })
  const isTry = values['dry-run']
  const { makePackages } = await import('../packaging/make-packages.mjs')
  const { feedKey, makeFeed } = await import('../packaging/feed.mjs')
  const { writeSums } = await import('../packaging/signing/gpg.mjs')
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const { key, folder, channel, details } = feedSettings(isTry)

  const output = resolve(values.output ?? inRoot('dist', `release-${version}`))
  if (values.output !== undefined && existsSync(output))
    throw new Stop(`${output} is there already: name a folder that is not`)
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const names = positionals.length > 0 ? positionals : TARGETS
  const made = await makePackages(names, { arch: 'x64', release: !isTry, fast: isTry, output })
  const packages = made.filter((file) => !/SHA256SUMS/.test(file))

  const changes = join(output, 'changes.md')
  writeFileSync(changes, changesOf(version))
  const feed = join(output, `${channel}.json`)
  const text = await makeFeed({
    ...details,
    key,
    version,
    channel,
    issued: new Date(),
    files: packages,
    folder,
  })
  await refuseUnlessTaken(text, { feed: new URL(`${channel}.json`, folder).href, channel, key: feedKey(key) })
  writeFileSync(feed, text)
  const sums = await writeSums([...packages, changes, feed], output)
  for (const unpacked of ['linux-unpacked', 'win-unpacked'])
    rmSync(join(output, unpacked), { recursive: true, force: true })
  for (const file of [...packages, changes, feed, ...sums]) say(`made ${file}`)
  say(`the policy takes this feed with "key": "${feedKey(key)}"`)
  if (isTry) say('for trying out only: nothing of it is a release')
})

/** A try without a key makes its own. `details`: what the feed says beyond the files (docs/deployment.md). */
function feedSettings(isTry) {
  const { GALLEY_FEED_KEY_FILE, GALLEY_FEED_FOLDER, GALLEY_FEED_CHANNEL, GALLEY_FEED_DETAILS } = process.env
  if (!isTry && (!GALLEY_FEED_KEY_FILE || !GALLEY_FEED_FOLDER))
    throw new Stop(
      'a release has a feed: set GALLEY_FEED_KEY_FILE and GALLEY_FEED_FOLDER (docs/deployment.md)',
    )
  const key = GALLEY_FEED_KEY_FILE
    ? readFileSync(GALLEY_FEED_KEY_FILE, 'utf8')
    : generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
  const folder = GALLEY_FEED_FOLDER || 'https://files.example.org/galley/'
  if (!folder.endsWith('/')) throw new Stop(`GALLEY_FEED_FOLDER has no slash at its end: ${folder}`)
  const { minimal, notes, commands } = GALLEY_FEED_DETAILS
    ? JSON.parse(readFileSync(GALLEY_FEED_DETAILS, 'utf8'))
    : {}
  return { key, folder, channel: GALLEY_FEED_CHANNEL || 'stable', details: { minimal, notes, commands } }
}

/** No feed goes out that the program itself would not take. */
async function refuseUnlessTaken(text, settings) {
  const { readFeed, updatePolicy } = await import('../main/updates/update-feed.ts')
  const policy = safeParse(updatePolicy, settings)
  if (!policy.success) throw new Stop(`no policy can name this feed: ${policy.issues[0].message}`)
  const how = { policy: policy.output, current: '0.0.0', newest: null, now: new Date() }
  const answer = readFeed(text, how)
  if (answer.outcome !== 'release') throw new Stop(`no program would take this feed: ${answer.why}`)
}

/** Titles of the commits since the version before, by area. */
function changesOf(version) {
  const { code, out } = capture('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'], {
    cwd: inRoot(),
  })
  const range = code === 0 ? `${out.trim()}..HEAD` : 'HEAD'
  const titles = capture('git', ['log', '--no-merges', '--format=%s', range], { cwd: inRoot() }).out.trim()
  const areas = Map.groupBy(titles.split('\n'), (title) => /^[a-z][\w-]*(?=: )/.exec(title)?.[0] ?? 'other')
  const parts = [...areas]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([area, of]) => {
      const lines = of.map((title) => `- ${title.replace(`${area}: `, '')}`)
      return `## ${area}\n\n${lines.join('\n')}\n`
    })
  return `# Galley ${version}\n\n${parts.join('\n')}`
}
