import path from 'node:path'
import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'
import core from './tests/core.json' with { type: 'json' }

/** Where Vite and Vitest keep what they may lose. The e2e suite runs as another user, with its own. */
const cacheDir = process.env['GALLEY_TEST_CACHE'] ?? '.cache/vitest'

/** Displays on which e2e files run, as the launcher made them; none: they run on the one that people look at. */
const displays = process.env['GALLEY_E2E_DISPLAYS']?.split(' ') ?? []

/**
 * No time is asserted: what is waited for may come late where the machine is busy with other work. To look for a control
 * by its role costs as much as many a step of a test: not twenty times a second.
 */
const expectPatiently = { poll: { timeout: 60_000, interval: 150 } }

/** The time zone of every test process, and of the program that it starts: what a date says depends on it. */
process.env['TZ'] = 'UTC'

/** No test has a limit: the launcher ends a run in which none has begun or ended for minutes, and says which hang. */
const unlimited = { testTimeout: 0, hookTimeout: 0 }

/** The core of a part as docs/testing.md describes it where the launcher asks for that, else every file. */
const filesOf = (part: 'integration' | 'e2e'): string[] =>
  (process.env['GALLEY_SUITE'] === 'core' ? core[part] : ['**/*']).map(
    (name) => `tests/${part}/${name}.test.ts`,
  )

export default defineConfig({
  cacheDir,
  test: {
    // A test that was switched off must not look like one that passed.
    allowOnly: false,
    fsModuleCachePath: `${cacheDir}/modules`,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          globalSetup: ['tests/support/build-store-worker.ts'],
          setupFiles: ['tests/unit/support/own-modules.ts', 'tests/support/repeat-properties.ts'],
          // A process for each file was more work than most files' tests.
          isolate: false,
          expect: expectPatiently,
          environment: 'node',
          maxWorkers: '100%',
          ...unlimited,
        },
      },
      {
        plugins: [react()],
        test: {
          // A window's packages are many: their files are found and compiled once, not in the process of each test file.
          env: { NODE_COMPILE_CACHE: path.resolve(cacheDir, 'compiled') },
          execArgv: [`--import=${new URL('tests/support/keep-packages.ts', import.meta.url).href}`],
          name: 'ui',
          include: ['tests/unit/**/*.test.tsx'],
          setupFiles: [
            'tests/unit/support/own-window.ts',
            'tests/support/repeat-properties.ts',
            'tests/unit/support/patient-queries.ts',
          ],
          // A process for each file made the window and read the packages anew: more work than the tests.
          isolate: false,
          expect: expectPatiently,
          environment: 'jsdom',
          maxWorkers: '100%',
          ...unlimited,
        },
      },
      {
        // Each file has a CMS of its own: two files at once share nothing.
        test: {
          name: 'integration',
          include: filesOf('integration'),
          globalSetup: ['tests/support/build-store-worker.ts'],
          setupFiles: ['tests/unit/support/own-modules.ts', 'tests/support/repeat-properties.ts'],
          isolate: false,
          expect: expectPatiently,
          environment: 'node',
          maxWorkers: '100%',
          // Projects with another number of workers run one after another when one run asks for several.
          sequence: { groupOrder: 1 },
          ...unlimited,
        },
      },
      {
        // The quick part of packaging: nothing is installed. It packs the program once.
        test: {
          name: 'package',
          include: ['tests/package/*.test.ts'],
          environment: 'node',
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
          ...unlimited,
        },
      },
      {
        // `npm run test:package`: packages are made, and installed on this computer.
        test: {
          name: 'installed',
          include: ['tests/package/installed/**/*.test.ts'],
          environment: 'node',
          expect: expectPatiently,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          ...unlimited,
        },
      },
      {
        // Vitest drives the real app through Playwright's _electron, so that there is one runner.
        test: {
          name: 'e2e',
          include: filesOf('e2e'),
          setupFiles: [
            'tests/unit/support/own-modules.ts',
            'tests/e2e/support/own-display.ts',
            'tests/e2e/support/pictures-of-failures.ts',
          ],
          // A worker reads its packages once: Playwright is large.
          isolate: false,
          expect: expectPatiently,
          environment: 'node',
          // The focus and the clipboard belong to a display: as many files run at once as there are displays.
          maxWorkers: Math.max(1, displays.length),
          sequence: { groupOrder: 2 },
          ...unlimited,
        },
      },
    ],
  },
})
