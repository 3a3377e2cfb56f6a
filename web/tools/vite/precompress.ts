import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Pictures and fonts are compressed already. */
const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
const BROTLI_QUALITY = 11
const GZIP_LEVEL = 9

/** Writes .br and .gz files beside text files, so that the gateway need not compress them for each request. */
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
