// Stores pictures on disk, each in three sizes: `<out>/<hash>/<width>.webp`. The hash is that of the picture's recipe. A folder
// appears only when it is complete, so an existing one is never composed again.
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { half } from './draw.mjs'
import { unmix } from './hero.mjs'

/** WebP's quality, from 0 to 100, by the picture's width in pixels. */
const quality = { 1280: 80, 640: 80, 320: 82 }
// WebP's effort to save bytes, from 0 to 6. 3 takes more than twice the time of 2 and saves less than 8 % of the bytes.
const effort = 2

/** Returns the address of a picture in its middle size. */
export const url = (hash) => `/media/${hash}/640.webp`
/** Returns whether a picture is stored. */
export const exists = (out, hash) => existsSync(join(out, hash))

/** Writes a picture in its sizes. */
export async function write(out, hash, picture) {
  const temporary = join(out, `.${hash}.${process.pid}`)
  await mkdir(temporary, { recursive: true })
  const frames = picture.twin ? sizes(picture).map((black, index) => unmix(black, sizes(picture.twin)[index])) : sizes(picture)
  await Promise.all(frames.map(async (frame) => writeFile(join(temporary, `${frame.width}.webp`), await encode(frame))))
  await rename(temporary, join(out, hash)).catch(async (error) => {
    // Another process may have composed the same pictures first.
    await rm(temporary, { recursive: true })
    if (!exists(out, hash)) throw error
  })
}

/** Returns a picture at its full, half and quarter size. */
function sizes(full) {
  const middle = half(full)
  return [full, middle, half(middle)]
}

/** Returns a picture as WebP. */
const encode = ({ width, height, data, channels = 3 }) =>
  sharp(data, { raw: { width, height, channels } }).webp({ quality: quality[width], effort }).toBuffer()

/** Writes the list of all pictures, which the services read. */
export async function writeManifest(out, manifest) {
  const temporary = join(out, `.pictures.json.${process.pid}`)
  await writeFile(temporary, `${JSON.stringify(manifest, null, 1)}\n`)
  await rename(temporary, join(out, 'pictures.json'))
}
