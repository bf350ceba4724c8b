// node scripts/make-icons.mjs: draws resources/icon.png and icon.ico from resources/icon.svg, after the SVG changed.
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { drawIco } from './lib/ico.mjs'
import { inRoot, say } from './lib/project.mjs'

const size = 1024
const path = inRoot('resources', 'icon.png')
await sharp(inRoot('resources', 'icon.svg'), { density: 72 * (size / 36) })
  .resize(size, size)
  .png({ compressionLevel: 9 })
  .toFile(path)
say(`drew ${path}, ${size} × ${size}`)
writeFileSync(inRoot('resources', 'icon.ico'), await drawIco())
say('drew resources/icon.ico')
