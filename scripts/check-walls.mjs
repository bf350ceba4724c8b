// node scripts/check-walls.mjs [FOLDER]: fails where an import crosses a wall or makes a circle; part of the lint.
import { root } from './lib/project.mjs'
import { findCrossings } from './lib/walls.mjs'

const crossings = findCrossings(process.argv[2] ?? root)
for (const line of crossings) process.stderr.write(`${line}\n`)
if (crossings.length > 0) {
  process.stderr.write(
    `${crossings.length} times a wall is crossed or a circle made (docs/architecture.md)\n`,
  )
  process.exitCode = 1
}
