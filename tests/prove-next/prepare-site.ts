import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectFolder } from '../e2e/support/electron-path.ts'

const folder = path.join(projectFolder, '.cache/prove-next')
const site = path.join(folder, 'site')

/** npm of the Node that runs this. */
function npm(args: readonly string[], cwd: string): void {
  const { status } = spawnSync('npm', args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: ownEnvironment(),
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed`)
}

/** Without what an npm that runs this has set for its own checkout. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_ENV$|^GALLEY_/i.test(name))
  return { ...Object.fromEntries(own), NEXT_TELEMETRY_DISABLED: '1' }
}

/** The environment of a Next command on the site. */
export function siteEnvironment(): NodeJS.ProcessEnv {
  return {
    ...ownEnvironment(),
    PAYLOAD_SECRET: 'of the site that proves it',
    DATABASE_URL: `file:${path.join(folder, 'site.sqlite')}`,
    PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
  }
}

/**
 * A Next site with the companion plugin as it is in this checkout, in a folder of its own with packages of its own.
 * Answers the folder. What is installed there already is kept.
 */
export function prepareSite(): string {
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) if (/\.tgz$|\.sqlite/.test(old)) rmSync(path.join(folder, old))
  cpSync(path.join(import.meta.dirname, 'site'), site, { recursive: true })
  npm(['pack', '--workspace', 'server', '--pack-destination', folder, '--loglevel=error'], projectFolder)
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (packed === undefined) throw new Error('npm pack made nothing')
  const wanted = readFileSync(path.join(site, 'package.json'), 'utf8')
  const installed = path.join(folder, 'installed.json')
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    npm(['install', '--no-audit', '--no-fund', '--loglevel=error'], site)
    writeFileSync(installed, wanted)
  }
  npm(
    ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error', path.join(folder, packed)],
    site,
  )
  return site
}
