// node scripts/make-icons.mjs: draws resources/icon.png from resources/icon.svg, after the SVG changed.
import sharp from 'sharp'
import { inRoot, say } from './lib/project.mjs'

const size = 1024
const path = inRoot('resources', 'icon.png')
await sharp(inRoot('resources', 'icon.svg'), { density: 72 * (size / 36) })
  .resize(size, size)
  .png({ compressionLevel: 9 })
  .toFile(path)
say(`drew ${path}, ${size} × ${size}`)
