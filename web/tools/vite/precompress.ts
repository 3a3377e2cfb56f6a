import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/

/** Writes .br and .gz files beside text files. The gateway serves them by Accept-Encoding. */
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
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }
        writeFileSync(`${path}.br`, brotliCompressSync(text, options))
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
      }
    },
  }
}
