import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import contract from '../../routes.json' with { type: 'json' }
import { buildSingleFile } from './single-file.ts'

/** The script's file, beside the Vite manifest in a folder that is not served. */
const FILE = '.vite/render.js'
/** The module with React's string renderer only: the others need streams, which the engine lacks. */
const REACT = fileURLToPath(new URL('../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js', import.meta.url))
/** The pages for signed-in users, which the gateway never renders. */
const PERSONAL = contract.routes
  .filter(({ rendered }) => !rendered)
  .map(({ entry }) => fileURLToPath(new URL(`../../${entry}`, import.meta.url)))
const ASSET = /"\/(assets\/[^"]+)"/g

const withoutPersonal: Plugin = {
  name: 'without-personal',
  enforce: 'pre',
  load: (id) => (PERSONAL.includes(id) ? 'export {}' : undefined),
}

const code = () =>
  buildSingleFile({
    plugins: [withoutPersonal, react()],
    resolve: { alias: { 'react-dom/server': REACT } },
    ssr: { target: 'webworker', noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'src/server/entry.ts', target: 'es2023', minify: true, assetsInlineLimit: 0 },
  })

/** Builds the app as one script for the engine inside the gateway, which renders the first HTML. */
export function gatewayRenderer(): Plugin {
  return {
    name: 'rendered',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const source = await code()
      const unknown = [...source.matchAll(ASSET)].map(([, file = '']) => file).filter((file) => !(file in bundle))
      // A picture with another address than in the browser's build would be loaded twice.
      if (unknown.length > 0) this.error(`What the gateway renders names files that the app does not have: ${unknown.join(', ')}`)
      this.emitFile({ type: 'asset', fileName: FILE, source })
    },
  }
}
