import path from 'node:path'
import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'

/** Where Vite and Vitest keep what they may lose. The e2e suite runs as another user, with its own. */
const cacheDir = process.env['GALLEY_TEST_CACHE'] ?? '.cache/vitest'

/** Displays on which e2e files run, as the launcher made them; none: they run on the one that people look at. */
const displays = process.env['GALLEY_E2E_DISPLAYS']?.split(' ') ?? []

/**
 * No time is asserted: what is waited for may come late where the machine is busy with other work. To look for a control
 * by its role costs as much as many a step of a test: not twenty times a second.
 */
const expectPatiently = { poll: { timeout: 30_000, interval: 150 } }

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
          testTimeout: 60_000,
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
          testTimeout: 60_000,
        },
      },
      {
        // Each file starts a CMS of its own, and mostly waits for it: two files at once share nothing.
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/build-store-worker.ts'],
          setupFiles: ['tests/unit/support/own-modules.ts', 'tests/support/repeat-properties.ts'],
          isolate: false,
          expect: expectPatiently,
          environment: 'node',
          maxWorkers: 4,
          // Projects with another number of workers run one after another when one run asks for several.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
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
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // `npm run test-package`: packages are made, and installed on this computer.
        test: {
          name: 'installed',
          include: ['tests/package/installed/**/*.test.ts'],
          environment: 'node',
          expect: expectPatiently,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        // Vitest drives the real app through Playwright's _electron, so that there is one runner.
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
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
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
