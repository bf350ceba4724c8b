import path from 'node:path'
import { app, crashReporter, powerMonitor } from 'electron'
import { readStartOptions, switchValue } from './command-line.ts'
import { firstFrame } from './first-frame.ts'
import { createLog, errorName } from './log.ts'
import { logFileSink } from './log-file.ts'
import { closeFolder, makeOwnFolder } from './own-folder.ts'
import { createProgram, type Program } from './program.ts'
import { registerAppScheme } from './windows/app-protocol.ts'
import { guardAllContents } from './windows/guard-contents.ts'

/**
 * Start-up and life cycle, nothing else. Electron's security checklist: sandbox for every page below (4), the window's
 * preferences in windows/main-window.ts (2, 3, 5 to 9), permissions, navigation, new windows and external addresses in
 * windows/guard-contents.ts (4, 11, 13 to 15), the app:// protocol with its policy in windows/app-protocol.ts (7, 18),
 * senders in ipc/trusted-sender.ts (17), the bridge in preload/index.ts (20), fuses with the packaging (19).
 */

const dataFolder = switchValue(process.argv, 'user-data-dir')
if (dataFolder !== null) {
  makeOwnFolder(path.resolve(dataFolder))
  app.setPath('userData', path.resolve(dataFolder))
}
const start = readStartOptions(process.argv, process.env, app.isPackaged)
const log = createLog(start.debug ? 'debug' : 'warn', [
  logFileSink(path.join(app.getPath('userData'), 'logs')),
  ...(start.debug ? [(line: string) => void process.stderr.write(`${line}\n`)] : []),
])

makeOwnFolder(app.getPath('userData'))
closeFolder(app.getPath('userData'), log)

// Crashes of the program and its pages are written down for whoever looks for the fault, and sent to nobody.
app.setPath('crashDumps', path.join(app.getPath('userData'), 'Crashpad'))
crashReporter.start({ uploadToServer: false })

// Electron would show a dialog with a stack and carry on; the log has what happened, and what was typed is journalled.
process.on('uncaughtException', (error) =>
  log.error('uncaught', { error: errorName(error), at: firstFrame(error) }),
)
process.on('unhandledRejection', (error) =>
  log.error('unhandled-rejection', { error: errorName(error), at: firstFrame(error) }),
)

// Every page runs in the sandbox. As root on Linux there is none, and asking for it would leave no window at all.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()

if (!app.requestSingleInstanceLock()) {
  // The first one comes to the front instead.
  app.exit(0)
} else {
  registerAppScheme()
  void run()
}

async function run(): Promise<void> {
  await app.whenReady()
  guardAllContents(log)
  const program = createProgram({ start, log })
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
