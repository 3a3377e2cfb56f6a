import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { LOCALES } from '../../shared/i18n/locale.ts'
import { manifestOf } from './manifest.ts'
import { offlinePage } from './offline-page.ts'
import { buildSingleFile } from './single-file.ts'
import type { Words } from './words.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const wordsOf = (locale: string) => JSON.parse(read(`locales/${locale}/installed.json`)) as Words

/** The worker is a single file, so that it starts without further requests. */
const buildWorker = (offline: { cacheName: string; files: string[] }) =>
  buildSingleFile({ define: { OFFLINE: JSON.stringify(offline) }, build: { rolldownOptions: { input: 'src/sw/index.ts' } } })

/** Builds the service worker, the offline pages and the manifests. */
export function installableShop(): Plugin {
  return {
    name: 'installable-shop',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const fonts = Object.keys(bundle).filter((name) => /onest-.*\.woff2$/.test(name))
      const pages = LOCALES.map((locale) => ({
        fileName: `offline-${locale}.html`,
        source: offlinePage(locale, wordsOf(locale), fonts, read('public/favicon.svg')),
      }))
      const manifests = LOCALES.map((locale) => ({
        fileName: `manifest-${locale}.webmanifest`,
        source: JSON.stringify(manifestOf(locale, wordsOf(locale))),
      }))
      for (const file of [...pages, ...manifests]) this.emitFile({ type: 'asset', ...file })

      // Changed pages get another name, so that the service worker replaces an outdated cache.
      const cacheName = createHash('sha256')
        .update(pages.map(({ source }) => source).join(''))
        .digest('hex')
        .slice(0, 8)
      const files = [...pages.map(({ fileName }) => fileName), ...fonts].map((file) => `/${file}`)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await buildWorker({ cacheName, files }) })
    },
  }
}
