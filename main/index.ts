import { chmodSync, mkdirSync, writeSync } from 'node:fs'
import path from 'node:path'
import { app, crashReporter, powerMonitor } from 'electron'
import { readStartOptions, switchValue } from './command-line.ts'
import { createLog, errorName, firstFrame, logFileSink } from './log.ts'
import { decidePolicy, keepPolicy, printedPolicy, readKeptValues } from './policy/policy.ts'
import { readPolicyFile, readPolicySources } from './policy/policy-sources.ts'
import { createProgram, type Program } from './program.ts'
import { registerAppScheme } from './windows/app-protocol.ts'

/**
 * Start-up and life cycle, nothing else. Electron's security checklist: sandbox for every page below (4), preferences,
 * permissions, webviews, navigation, new windows and external addresses in windows/guard-contents.ts (2, 3, 5, 6, 8, 9,
 * 11 to 15), the app:// protocol with its policy in windows/app-protocol.ts (7, 18), senders in ipc/bind-contract.ts
 * (17), the bridge in preload/index.ts (20), fuses with the packaging (19).
 */

const start = readStartOptions(process.argv, process.env, app.isPackaged)
if (start.printVersion) printAndExit(`${app.getVersion()}\n`, 0)
const dataFolder = path.resolve(switchValue(process.argv, 'user-data-dir') ?? app.getPath('userData'))
const keptValues = readKeptValues(dataFolder)
const policySources =
  start.policyFiles?.map(readPolicyFile) ?? readPolicySources(process.platform, process.env)
const reading = decidePolicy(policySources, keptValues)
if (start.printPolicy) {
  // Done before anything is written or opened, as another Galley may be running.
  const { text, code } = printedPolicy(reading)
  printAndExit(text, code)
}

makeOwnFolder(dataFolder)
app.setPath('userData', dataFolder)
const { policy } = reading
const log = createLog(policy.logLevel ?? (start.debug ? 'debug' : 'warn'), [
  logFileSink(path.join(dataFolder, 'logs')),
  ...(start.debug ? [(line: string) => void process.stderr.write(`${line}\n`)] : []),
])
closeFolder(dataFolder)
keepPolicy(dataFolder, keptValues, reading, log)

// Crash dumps are stored for troubleshooting, and never uploaded.
app.setPath('crashDumps', path.join(app.getPath('userData'), 'Crashpad'))
crashReporter.start({ uploadToServer: false })

// Instead of Electron's dialog with a stack, the error is logged; input is journalled anyway.
process.on('uncaughtException', (error) =>
  log.error('uncaught', { error: errorName(error), at: firstFrame(error) }),
)
process.on('unhandledRejection', (error) =>
  log.error('unhandled-rejection', { error: errorName(error), at: firstFrame(error) }),
)

// Every page runs in the sandbox. As root on Linux there is none, and requesting it would prevent any window.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()

if (!app.requestSingleInstanceLock()) {
  // Galley runs already; that instance comes to the front instead.
  app.exit(0)
} else {
  registerAppScheme()
  void run()
}

function printAndExit(text: string, code: number): never {
  try {
    writeSync(1, text)
  } catch {
    // A program of Windows with a window has no standard output unless it is given one.
  }
  process.exit(code)
}

async function run(): Promise<void> {
  await app.whenReady()
  const program = createProgram({ start, reading, log })
  listen(program)
  program.openWindow()
  log.info('started', { version: app.getVersion(), electron: process.versions.electron ?? '' })
}

function listen(program: Program): void {
  app.on('second-instance', () => program.showWindow())
  app.on('activate', () => program.showWindow())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', () => program.quit.quitRequested())
  app.on('will-quit', (event) => {
    if (!program.quit.mayEnd()) event.preventDefault()
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn('child-gone', { type, reason, exitCode })
  })
  powerMonitor.on('suspend', () => program.suspending())
  powerMonitor.on('lock-screen', () => void program.flush())
  powerMonitor.on('resume', () => program.resumed())
  powerMonitor.on('shutdown', () => app.quit())
}

/** Creates the folder and its parents if they are missing, accessible to their owner only. */
function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Makes an existing folder private. Windows protects the folders of a user by itself. */
function closeFolder(folder: string): void {
  if (process.platform === 'win32') return
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    // On some network drives there are no modes; the program works there as well.
    log.warn('folder-not-closed', { error: errorName(error) })
  }
}
