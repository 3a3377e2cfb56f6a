import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

// Runs before the first paint, so that a chosen theme does not flash. Without a choice the style sheet follows the system by itself.
const CODE = `try{var t=localStorage.getItem("sovqat-theme");if(t)document.documentElement.dataset.theme=t}catch(e){}`
const NAME = `assets/theme-${createHash('sha256').update(CODE).digest('hex').slice(0, 8)}.js`

/** A blocking external script in the head: the content security policy allows no inline one. */
export function themeScript(): Plugin {
  return {
    name: 'theme-script',
    configureServer(server) {
      server.middlewares.use(`/${NAME}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(CODE)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: CODE })
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${NAME}` }, injectTo: 'head-prepend' }],
  }
}
