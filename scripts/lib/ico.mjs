// The icon for Windows: pictures of several sizes in one file, as Windows wants it.
import sharp from 'sharp'
import { inRoot } from './project.mjs'

const sizes = [16, 24, 32, 48, 64, 128, 256]

/** @returns {Promise<Buffer>} */
export async function drawIco() {
  const svg = inRoot('resources/icon.svg')
  const pictures = await Promise.all(
    sizes.map((size) => {
      const drawn = sharp(svg, { density: 72 * (size / 36) }).resize(size, size)
      return drawn.png({ compressionLevel: 9 }).toBuffer()
    }),
  )
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [index, size] of sizes.entries()) {
    const at = 6 + 16 * index
    // 256 does not fit into a byte, so 0 means 256.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(pictures[index].length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += pictures[index].length
  }
  return Buffer.concat([head, ...pictures])
}
