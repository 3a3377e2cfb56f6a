// A Vite plugin that builds the app a second time, as a script with which the gateway renders the first HTML of a page.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import contract from '../../routes.json' with { type: 'json' }
import { buildSingleFile } from './single-file.ts'

/** The file that contains the script. It is in the folder of the Vite manifest, which is not served. */
const FILE = '.vite/render.js'
/** The module of React that renders to a string. The other ones need streams, which the JavaScript engine in the gateway lacks. */
const REACT = fileURLToPath(new URL('../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js', import.meta.url))
/** The modules of pages that the gateway does not render, such as the pages of signed-in users. */
const PERSONAL = contract.routes
  .filter(({ rendered }) => !rendered)
  .map(({ entry }) => fileURLToPath(new URL(`../../${entry}`, import.meta.url)))
/** An address of a built file, as a string in the script. */
const ASSET = /"\/(assets\/[^"]+)"/g

/** Replaces the pages of `PERSONAL` by empty modules, so that the script is smaller. */
const withoutPersonal: Plugin = {
  name: 'without-personal',
  enforce: 'pre',
  load: (id) => (PERSONAL.includes(id) ? 'export {}' : undefined),
}

/** Builds the script and returns its source code. */
const buildScript = () =>
  buildSingleFile({
    plugins: [withoutPersonal, react()],
    resolve: { alias: { 'react-dom/server': REACT } },
    ssr: { target: 'webworker', noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'src/server/entry.ts', target: 'es2023', minify: true, assetsInlineLimit: 0 },
  })

/** Adds the script to the build, after checking that it refers to the same files as the app in the browser. */
export function gatewayRenderer(): Plugin {
  return {
    name: 'rendered',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const source = await buildScript()
      const referredFiles = [...source.matchAll(ASSET)].map(([, file = '']) => file)
      const unknown = referredFiles.filter((file) => !(file in bundle))
      // If a picture had another address in the script than in the browser's build, the browser would load it twice.
      if (unknown.length > 0) this.error(`What the gateway renders names files that the app does not have: ${unknown.join(', ')}`)
      this.emitFile({ type: 'asset', fileName: FILE, source })
    },
  }
}
