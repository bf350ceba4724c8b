// Before the tests of a project: what ./store-worker.ts names is made of the sources as they are now.
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { storeWorker, storeWorkerSource } from './store-worker.ts'

export default async function buildStoreWorker(): Promise<void> {
  const made = fileURLToPath(storeWorker)
  await mkdir(path.dirname(made), { recursive: true })
  const folder = await mkdtemp(`${made}-`)
  await build({
    configFile: false,
    logLevel: 'warn',
    // better-sqlite3 stays outside for its native binary, as in the program.
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: fileURLToPath(storeWorkerSource),
      outDir: folder,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'worker.js', codeSplitting: false } },
    },
  })
  // In one step: another run of tests may read it now.
  await rename(path.join(folder, 'worker.js'), made)
  await rm(folder, { recursive: true })
}
