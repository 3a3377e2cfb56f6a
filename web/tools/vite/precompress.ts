// A Vite plugin that compresses the built files, so that the gateway need not compress them for each request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Names of files whose content is text. Pictures and fonts are compressed already. */
const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
/** The strongest compression of each format. Files are compressed only once, so the time does not matter. */
const BROTLI_QUALITY = 11
const GZIP_LEVEL = 9

/** Writes .br and .gz files beside text files. The gateway chooses between them by the header Accept-Encoding. */
export function precompress(): Plugin {
  let root = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      root = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !TEXT.test(entry.name) || entry.parentPath.includes('.vite')) continue
        const path = join(entry.parentPath, entry.name)
        const text = readFileSync(path)
        const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params: brotliParams }))
        writeFileSync(`${path}.gz`, gzipSync(text, { level: GZIP_LEVEL }))
      }
    },
  }
}
