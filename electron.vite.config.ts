import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

// electron-vite asks for relative addresses of assets; a window that is loaded again at /collections/posts needs
// absolute ones.
const absoluteBase = { name: 'absolute-base', config: () => ({ base: '/' }) }

// The faces lie on the disk: a text waits the moment until its face is there, and is not drawn in another one first.
const fontsBlock = {
  name: 'fonts-block',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.includes('@fontsource-variable') ? code.replaceAll('font-display: swap', 'font-display: block') : null,
}

// Targets are what both Electrons run that this project is developed on (42 and 45).
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node24',
      // better-sqlite3 stays outside for its native binary; everything else goes into the bundle, so
      // that the package needs no node_modules besides it.
      externalizeDeps: { exclude: ['electron-store'] },
      rolldownOptions: {
        // A worker is an entry of its own: new Worker(new URL('./store-worker.js', import.meta.url))
        input: {
          index: path('main/index.ts'),
          'store-worker': path('main/store/worker/worker.ts'),
          'parse-worker': path('main/server/http/parse-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node24',
      // A sandboxed preload is one self-contained CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: path('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path('renderer'),
    plugins: [react(), absoluteBase, fontsBlock],
    build: {
      outDir: path('out/renderer'),
      emptyOutDir: true,
      target: 'chrome148',
      minify: true,
      rolldownOptions: { input: { index: path('renderer/index.html') } },
    },
  },
})
