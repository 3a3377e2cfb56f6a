// Stores pictures as `<out>/<recipe's hash>/<width>.webp`. A folder appears only when it is complete.
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { half } from './draw.mjs'
import { unmix } from './hero.mjs'

const quality = { 1280: 80, 640: 80, 320: 82 }
// An effort of 3 takes twice the time and saves less than 8 % of the bytes.
const effort = 2

export const url = (hash) => `/media/${hash}/640.webp`
export const exists = (out, hash) => existsSync(join(out, hash))

export async function write(out, hash, picture) {
  const temporary = join(out, `.${hash}.${process.pid}`)
  await mkdir(temporary, { recursive: true })
  const frames = picture.twin ? sizes(picture).map((black, index) => unmix(black, sizes(picture.twin)[index])) : sizes(picture)
  await Promise.all(frames.map(async (frame) => writeFile(join(temporary, `${frame.width}.webp`), await encode(frame))))
  await rename(temporary, join(out, hash)).catch(async (error) => {
    // Another process may have composed the same picture.
    await rm(temporary, { recursive: true })
    if (!exists(out, hash)) throw error
  })
}

function sizes(full) {
  const middle = half(full)
  return [full, middle, half(middle)]
}

const encode = ({ width, height, data, channels = 3 }) =>
  sharp(data, { raw: { width, height, channels } }).webp({ quality: quality[width], effort }).toBuffer()

export async function writeManifest(out, manifest) {
  const temporary = join(out, `.pictures.json.${process.pid}`)
  await writeFile(temporary, `${JSON.stringify(manifest, null, 1)}\n`)
  await rename(temporary, join(out, 'pictures.json'))
}
