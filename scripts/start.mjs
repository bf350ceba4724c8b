// npm start [-- --fresh] [-- --server=URL] [-- --accept-weaker]: the app, connected to a demo CMS on this machine.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { inCache, inRoot, say, Stop } from './lib/project.mjs'
import { end, ended, endAll, start } from './lib/processes.mjs'
import { ensureBuild } from './lib/build.mjs'
import { accounts, dataFolder, findRunningCms, forgetCms, password, startCms } from './lib/demo-cms.mjs'
import { ensureDisplay } from './lib/display.mjs'
import { canSandbox } from './lib/sandbox.mjs'
import { launch, setUp } from './lib/setup.mjs'
import { acceptFlag } from './lib/weaker.mjs'

const appData = inCache('app-data')
const screenshot = inCache('screenshots', 'first-screen.png')

launch(async () => {
  const args = process.argv.slice(2)
  const fresh = args.includes('--fresh')
  const server = args.find((arg) => arg.startsWith('--server='))?.slice('--server='.length)
  const rest = args.filter((arg) => arg !== '--fresh' && arg !== acceptFlag && !arg.startsWith('--server='))
  const electron = await setUp({ electron: true, args, signalCode: 0 })
  await ensureBuild()
  if (fresh) await startAfresh(server === undefined)
  const cms = server === undefined ? await demoCms() : undefined
  const display = await ensureDisplay()
  const app = openApp(electron, server ?? cms.url, rest, display, cms !== undefined)
  if (display.virtual) announceFirstScreen(app)
  cms?.child?.once('exit', () => {
    if (app.exitCode === null) say('the demo CMS has ended; its log is in .cache/logs/demo-cms.log')
  })
  const code = await ended(app)
  // The window is closed. Its group may still hold a helper, and the CMS has no reason to stay.
  await end(app)
  if (cms?.child) {
    await end(cms.child)
    forgetCms()
  }
  await endAll()
  process.exit(code)
})

/** Removes the app's data, and with `withCms` the demo content. */
async function startAfresh(withCms) {
  const running = withCms && (await findRunningCms())
  if (running) throw new Stop(`the demo CMS is running on ${running}; end it before starting afresh.`)
  say('starting afresh: the data of the app and of the demo CMS are removed')
  rmSync(appData, { recursive: true, force: true })
  if (withCms) rmSync(dataFolder(), { recursive: true, force: true })
}

async function demoCms() {
  const running = await findRunningCms()
  const cms = running ? { url: running, child: undefined } : await startCms()
  say(`${running ? 'using the demo CMS that runs' : 'the demo CMS answers'} on ${cms.url}`)
  say(`log in as ${accounts.join(', ')} with the password ${password}`)
  return cms
}

function openApp(electron, url, rest, display, isDemo) {
  const switches = [`--server=${url}`, `--user-data-dir=${appData}`, ...rest, ...electron.switches]
  if (!canSandbox()) switches.push('--no-sandbox')
  const env = { ...process.env, ...electron.env, ...display.env }
  if (isDemo) env.GALLEY_DEMO_LOGIN = `${accounts[0]}:${password}`
  if (display.virtual) {
    // Machines without a display have no message bus either, about which Chromium complains at length.
    switches.push('--log-level=3')
    rmSync(screenshot, { force: true })
    mkdirSync(inCache('screenshots'), { recursive: true })
    env.GALLEY_FIRST_SCREENSHOT = screenshot
  }
  mkdirSync(appData, { recursive: true })
  say(`opening Galley on ${url}; Ctrl-C ends everything`)
  return start(electron.executable, ['.', ...switches], { cwd: inRoot(), env })
}

function announceFirstScreen(app) {
  const look = setInterval(() => {
    if (!existsSync(screenshot)) return
    say(`its first screen is in ${screenshot}`)
    clearInterval(look)
  }, 200)
  app.once('exit', () => clearInterval(look))
}
