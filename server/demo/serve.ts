import { fstatSync } from 'node:fs'
import { openDataDir } from './data-dir.ts'
import { parseServeOptions } from './options.ts'
import type { ServeOptions } from './options.ts'
import { setPayloadMode } from './payload-mode.ts'

/** Closes on SIGTERM, SIGINT, when the parent's channel goes, or when a piped stdin ends. */
function onStop(stop: (reason: string) => void): void {
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))
  process.once('disconnect', () => stop('the parent process is gone'))
  const stdin = fstatSync(0)
  if (stdin.isFIFO() || stdin.isSocket()) {
    process.stdin.on('end', () => stop('stdin was closed'))
    process.stdin.on('error', () => stop('stdin was closed'))
    process.stdin.resume()
    process.stdin.unref()
  }
}

/** Runs `work` with its stdout redirected to stderr: stdout is for the ready line only. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  try {
    return await work()
  } finally {
    process.stdout.write = write
  }
}

async function serve(options: ServeOptions): Promise<void> {
  let closing = false
  let close: () => Promise<void> = async () => {}
  onStop((reason) => {
    if (closing) return
    closing = true
    process.stderr.write(`galley-cms stops: ${reason}\n`)
    // A write that hangs must not keep the process: what SQLite has committed is safe.
    setTimeout(() => process.exit(0), 2000).unref()
    void close().finally(() => process.exit(0))
  })

  const data = openDataDir(options.dataDir, options.fresh, options.postgresUrl !== null)
  if (data.setAside)
    process.stderr.write(`galley-cms: data of another version was moved to ${data.setAside}\n`)
  setPayloadMode(data.push ? 'development' : 'production')

  const [{ getPayload }, { buildDemoConfig }, { serveHttp, sayListening }, { galley }, { ownRoutes }] =
    await Promise.all([
      import('payload'),
      import('./config.ts'),
      import('./serve-http.ts'),
      import('../plugin/index.ts'),
      import('./own-routes.ts'),
    ])
  const config = buildDemoConfig({
    dataDir: options.dataDir,
    postgresUrl: options.postgresUrl,
    secret: data.secret,
    push: data.push,
    plugins: [
      ...(options.ownRoutes ? [ownRoutes] : []),
      ...(options.plugin ? [galley({ siteName: 'Nordlys Travel', ...options.limits })] : []),
    ],
  })
  const payload = await quietly(() => getPayload({ config }))
  close = () => payload.destroy()
  if (data.push) setPayloadMode('production')
  if (options.seed !== 'none' && (await payload.count({ collection: 'users' })).totalDocs === 0) {
    const { seed } = await import('./seed/seed.ts')
    await seed(payload, { size: options.seed, big: options.big })
  }
  // Marked last: the next start sets aside a database that was not completed.
  data.markComplete()
  if (options.exitAfterSeed) {
    await payload.destroy()
    process.exit(0)
  }

  const { server, origin } = await serveHttp(config, options.port)
  close = async () => {
    server.close()
    server.closeAllConnections()
    await payload.destroy()
  }
  sayListening(origin)
}

try {
  await serve(parseServeOptions(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(
    `galley-cms could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
}
