// Builds the script with which the gateway renders the first HTML of a page.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import contract from '../../routes.json' with { type: 'json' }
import { buildSingleFile } from './single-file.ts'

/** The folder of the Vite manifest is not served. */
const FILE = '.vite/render.js'
/** The other renderers of React need streams, which QuickJS lacks. */
const REACT = fileURLToPath(new URL('../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js', import.meta.url))
/** Pages that the gateway does not render. */
const PERSONAL = contract.routes
  .filter(({ rendered }) => !rendered)
  .map(({ entry }) => fileURLToPath(new URL(`../../${entry}`, import.meta.url)))
const ASSET = /"\/(assets\/[^"]+)"/g

const withoutPersonal: Plugin = {
  name: 'without-personal',
  enforce: 'pre',
  load: (id) => (PERSONAL.includes(id) ? 'export {}' : undefined),
}

const buildScript = () =>
  buildSingleFile({
    plugins: [withoutPersonal, react()],
    resolve: { alias: { 'react-dom/server': REACT } },
    ssr: { target: 'webworker', noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'src/server/entry.ts', target: 'es2023', minify: true, assetsInlineLimit: 0 },
  })

export function gatewayRenderer(): Plugin {
  return {
    name: 'rendered',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const source = await buildScript()
      const referredFiles = [...source.matchAll(ASSET)].map(([, file = '']) => file)
      const unknown = referredFiles.filter((file) => !(file in bundle))
      // A picture with another address in the script would be loaded twice.
      if (unknown.length > 0) this.error(`What the gateway renders names files that the app does not have: ${unknown.join(', ')}`)
      this.emitFile({ type: 'asset', fileName: FILE, source })
    },
  }
}
